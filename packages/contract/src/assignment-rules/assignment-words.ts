import { dayText } from '../common/day-text.ts'
import { conditionText, type NameOf } from '../document-rules/document-condition-texts.ts'
import {
  type AssignmentSchedule,
  type AssignmentStrategy,
  type AssignmentTarget,
  hasWeights,
  type RuleInput,
} from './assignment-content.ts'

/** Name of somebody or something that a rule names; undefined while it is not known. */
export type TargetName = (target: Pick<AssignmentTarget, 'kind' | 'id'>) => string | undefined

const dayNames = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']

/** «пн–пт с 09:00 до 18:00». */
export function scheduleText({ days, from, to }: AssignmentSchedule): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b)
  const [first = 1, last = first] = [sorted[0], sorted.at(-1)]
  const isRun = sorted.length > 2 && last - first === sorted.length - 1
  const name = (day: number) => dayNames[day - 1] ?? ''
  const named = isRun ? `${name(first)}–${name(last)}` : sorted.map(name).join(', ')
  return `${sorted.length === 7 ? 'ежедневно' : named} с ${from} до ${to}`
}

/** «по кругу: группа «Агенты»». */
const ways: Readonly<Record<AssignmentStrategy, string>> = {
  ROUND_ROBIN: 'по кругу',
  LEAST_LOADED: 'наименее загруженному',
  STICKY: 'тому, кто вёл этого клиента раньше',
  SHARES: 'по долям',
  SKILL: 'самому умелому, из равных — наименее загруженному',
  AUTHOR: 'тому, кто завёл дело (с QR-кода — владельцу кода)',
  MANUAL: 'в ручную очередь',
}

const unnamed = { EMPLOYEE: 'сотрудник', WORKGROUP: 'группа', BRANCH: 'филиал' } as const
const shown = { EMPLOYEE: '', WORKGROUP: 'группа ', BRANCH: 'филиал ' } as const

function targetText(
  { kind, id, weight }: AssignmentTarget,
  strategy: AssignmentStrategy,
  nameOf: TargetName,
) {
  const name = nameOf({ kind, id })
  const quoted =
    name === undefined ? `${unnamed[kind]} № ${id}` : kind === 'EMPLOYEE' ? name : `${shown[kind]}«${name}»`
  if (!hasWeights(strategy) || weight === null) return quoted
  return strategy === 'SHARES' ? `${quoted} — ${weight} %` : `${quoted} — уровень ${weight}`
}

/** To whom a rule gives, in words: «по кругу: группа «Агенты»». */
export function whomText({ strategy, targets }: Pick<RuleInput, 'strategy' | 'targets'>, nameOf: TargetName) {
  const named = targets.map((target) => targetText(target, strategy, nameOf))
  return named.length === 0 ? ways[strategy] : `${ways[strategy]}: ${named.join(', ')}`
}

/** When a rule speaks, in words: «партнёр — «Волга-Ипотека», пн–пт с 09:00 до 18:00». */
export function whenText(
  { condition, schedule }: Pick<RuleInput, 'condition' | 'schedule'>,
  nameOf: NameOf,
): string {
  const time = schedule === null ? null : scheduleText(schedule)
  if (condition === null) return time ?? 'всегда'
  const asked = conditionText(condition, nameOf)
  return time === null ? asked : `${asked}; ${time}`
}

/** A whole rule read back: «Если партнёр — «Волга», отдать по кругу: группа «Агенты». Не больше 20 открытых дел у каждого.» */
export function ruleText(
  rule: RuleInput,
  names: { readonly fact: NameOf; readonly target: TargetName },
): string {
  const { condition, schedule, limit, validFrom, validTo, enabled, errorTarget } = rule
  const asked = condition === null ? 'Любое дело' : `Если ${conditionText(condition, names.fact)},`
  const time = schedule === null ? '' : ` ${scheduleText(schedule)}`
  const days = [
    validFrom === null ? '' : `с ${dayText(validFrom)}`,
    validTo === null ? '' : `по ${dayText(validTo)}`,
  ].filter(Boolean)
  return [
    enabled ? '' : 'Правило выключено.',
    `${asked}${time} отдать ${whomText(rule, names.target)}.`,
    limit === null ? '' : `Не больше ${limit} открытых дел у каждого.`,
    days.length === 0 ? '' : `Действует ${days.join(' ')}.`,
    errorTarget === null ? '' : 'Когда отдать некому, предупредить тех, кого называет само правило.',
  ]
    .filter(Boolean)
    .join(' ')
}
