import { z } from 'zod'
import { Day } from '../common/items.ts'
import { Id, keyOf, requiredText, text } from '../common/scalars.ts'
import { Condition, questionsOf } from '../document-rules/document-conditions.ts'
import { type FactCode, factOf } from '../document-rules/document-facts.ts'

/** How a rule chooses among its people; what it says of itself stands in words beside it. */
export const assignmentStrategies = {
  ROUND_ROBIN: 'По кругу',
  LEAST_LOADED: 'Наименее загруженный',
  STICKY: 'Закреплённый менеджер',
  SHARES: 'Доли, %',
  SKILL: 'По навыку',
  AUTHOR: 'Кто завёл',
  MANUAL: 'Ручная очередь',
} as const
export type AssignmentStrategy = keyof typeof assignmentStrategies

export const targetKinds = { EMPLOYEE: 'Сотрудник', WORKGROUP: 'Рабочая группа', BRANCH: 'Филиал' } as const
export type TargetKind = keyof typeof targetKinds

/** Whom a rule names; `weight` is the share in percent, or how skilled they are, from 1 to 3. */
export const AssignmentTarget = z.object({
  kind: keyOf(targetKinds),
  id: Id,
  weight: z.int().min(0).max(100).nullable().default(null),
})
export type AssignmentTarget = z.output<typeof AssignmentTarget>

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Укажите время: ЧЧ:ММ')

/** When a rule works, in the bank's time; from past to means over midnight, the night belongs to the day on which it begins. */
export const AssignmentSchedule = z.object({
  days: z.array(z.int().min(1).max(7)).min(1, 'Отметьте хотя бы один день').max(7),
  from: TimeOfDay,
  to: TimeOfDay,
})
export type AssignmentSchedule = z.output<typeof AssignmentSchedule>

/** What happens when nobody fits: where the case waits, who is told, and who is told again when it still waits. */
export const ErrorTarget = z.object({
  workgroupId: Id.nullable(),
  alertHead: z.boolean(),
  alertIds: z.array(Id).max(20, 'Не более 20 человек'),
  escalateMinutes: z.int().min(1).max(10_080).nullable(),
  escalateToId: Id.nullable(),
})
export type ErrorTarget = z.output<typeof ErrorTarget>

/** What is entered of a rule. */
export const RuleInput = z.object({
  name: requiredText(200),
  comment: text(1_000).default(''),
  enabled: z.boolean().default(true),
  validFrom: Day.nullable().default(null),
  validTo: Day.nullable().default(null),
  condition: Condition.nullable().default(null),
  strategy: keyOf(assignmentStrategies),
  targets: z.array(AssignmentTarget).max(50, 'Не более 50 адресатов').default([]),
  /** Open cases of the type at which one gets no more by the rule; null: no limit. */
  limit: z.int().min(1).max(10_000).nullable().default(null),
  schedule: AssignmentSchedule.nullable().default(null),
  /** In the place of the one of the whole list; null: that one. */
  errorTarget: ErrorTarget.nullable().default(null),
})
export type RuleInput = z.output<typeof RuleInput>

/** A rule as it stands in a list. */
export const StoredRule = RuleInput.extend({ id: Id, version: z.int() })
export type StoredRule = z.output<typeof StoredRule>

/** What a version of a list says. */
export const AssignmentContent = z.object({
  rules: z.array(StoredRule).max(500, 'Не более 500 правил'),
  errorTarget: ErrorTarget.nullable(),
})
export type AssignmentContent = z.output<typeof AssignmentContent>

/** What conditions of rules of assignment may ask: known when a case is opened. */
export const assignmentFacts = [
  'programme',
  'loanProduct',
  'product',
  'amount',
  'region',
  'partner',
  'organisation',
  'channel',
  'source',
  'campaign',
  'hour',
] as const satisfies readonly FactCode[]
export type AssignmentFact = (typeof assignmentFacts)[number]
export const isAssignmentFact = (code: FactCode): code is AssignmentFact =>
  (assignmentFacts as readonly FactCode[]).includes(code)

interface Issue {
  readonly path: string
  readonly message: string
}

/** Strategies that choose among people whom the rule names. */
const named: ReadonlySet<AssignmentStrategy> = new Set(['ROUND_ROBIN', 'LEAST_LOADED', 'SHARES', 'SKILL'])
export const needsTargets = (strategy: AssignmentStrategy): boolean => named.has(strategy)
/** Strategies in which the weight of a target means something. */
export const hasWeights = (strategy: AssignmentStrategy): boolean =>
  strategy === 'SHARES' || strategy === 'SKILL'

const sharesOf = (targets: readonly AssignmentTarget[]) =>
  targets.reduce((sum, { weight }) => sum + (weight ?? 0), 0)

function weightIssues({ strategy, targets }: Pick<RuleInput, 'strategy' | 'targets'>): Issue[] {
  if (strategy === 'SKILL' && targets.some(({ weight }) => weight === null || weight < 1 || weight > 3))
    return [{ path: 'targets', message: 'Укажите уровень навыка каждого: от 1 до 3' }]
  if (strategy !== 'SHARES') return []
  if (targets.some(({ weight }) => weight === null || weight < 1))
    return [{ path: 'targets', message: 'Укажите долю каждого: не меньше 1 %' }]
  const sum = sharesOf(targets)
  return sum === 100 ? [] : [{ path: 'targets', message: `Доли должны составить 100 %, сейчас ${sum} %` }]
}

function targetIssues({ strategy, targets }: Pick<RuleInput, 'strategy' | 'targets'>): Issue[] {
  const keys = targets.map(({ kind, id }) => `${kind}:${id}`)
  if (new Set(keys).size < keys.length) return [{ path: 'targets', message: 'Один адресат указан дважды' }]
  if (needsTargets(strategy) && targets.length === 0)
    return [{ path: 'targets', message: 'Укажите, кому отдавать' }]
  if (strategy === 'AUTHOR' && targets.length > 0)
    return [{ path: 'targets', message: 'Дело остаётся у того, кто его завёл: адресаты не нужны' }]
  if (strategy === 'MANUAL' && (targets.length > 1 || targets.some(({ kind }) => kind !== 'WORKGROUP')))
    return [{ path: 'targets', message: 'Укажите одну рабочую группу или оставьте пустым: общая очередь' }]
  return weightIssues({ strategy, targets })
}

function errorTargetIssues(target: ErrorTarget | null): Issue[] {
  if (target === null) return []
  if (!target.alertHead && target.alertIds.length === 0)
    return [{ path: 'errorTarget', message: 'Укажите, кого предупредить, когда отдать некому' }]
  if (target.alertHead && target.workgroupId === null && target.alertIds.length === 0)
    return [{ path: 'errorTarget', message: 'Начальник есть у очереди: укажите её или назовите сотрудника' }]
  return (target.escalateMinutes === null) === (target.escalateToId === null)
    ? []
    : [{ path: 'errorTarget', message: 'Укажите и срок, и кому сообщить, когда он пройдёт' }]
}

/** What is wrong with an error target; the form and the server both ask. */
export const issuesOfErrorTarget = errorTargetIssues

/** What is wrong with a rule beyond its fields; the form and the server both ask. */
export function ruleIssues(rule: RuleInput): Issue[] {
  const { validFrom, validTo, condition, schedule } = rule
  const foreign = (condition === null ? [] : questionsOf(condition)).find(
    ({ fact }) => !isAssignmentFact(fact),
  )
  return [
    ...(validFrom !== null && validTo !== null && validTo < validFrom
      ? [{ path: 'validTo', message: 'Последний день раньше первого' }]
      : []),
    ...(foreign === undefined
      ? []
      : [
          {
            path: 'condition',
            message: `«${factOf(foreign.fact).label}» при назначении ещё не известно: уберите это условие`,
          },
        ]),
    ...targetIssues(rule),
    ...(schedule !== null && schedule.from === schedule.to
      ? [{ path: 'schedule', message: 'Начало и конец совпадают: укажите промежуток' }]
      : []),
    ...errorTargetIssues(rule.errorTarget),
  ]
}
