import { assignmentRuleFields as fields } from '@ipoteka-office/contract/assignment-rules/assignment-fields.ts'
import {
  type AssignmentStrategy,
  type AssignmentTarget,
  assignmentStrategies,
  isAssignmentFact,
  RuleInput,
  ruleIssues,
} from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type {
  AssignmentRule,
  NamedTarget,
} from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { scheduleText, whomText } from '@ipoteka-office/contract/assignment-rules/assignment-words.ts'
import {
  conditionText,
  type NameOf,
} from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import {
  emptyTree,
  finishedCondition,
  toCondition,
  toTree,
  type Tree,
  treeIssues,
} from '#widgets/condition/condition-values.ts'
import { type ErrorTargetValues, ofErrorTarget, toErrorTarget } from './error-target-values.ts'
import type { Difference } from '#widgets/record/difference.ts'

/** Somebody whom the form names. */
export type FormTarget = Pick<NamedTarget, 'kind' | 'id' | 'name' | 'weight'>

/** What the form of a rule edits. */
export type RuleValues = {
  readonly name: string
  readonly comment: string
  readonly enabled: boolean
  readonly validFrom: string
  readonly validTo: string
  readonly condition: Tree
  readonly strategy: AssignmentStrategy
  readonly targets: readonly FormTarget[]
  readonly limit: number | null
  readonly hasSchedule: boolean
  readonly days: readonly string[]
  readonly from: string
  readonly to: string
  /** Whether the rule has an error target in the place of the list's. */
  readonly hasError: boolean
  readonly error: ErrorTargetValues
  /** Names of whom it is told of already. */
  readonly warned: AssignmentRule['warned']
}

export const newRule: RuleValues = {
  name: '',
  comment: '',
  enabled: true,
  validFrom: '',
  validTo: '',
  condition: emptyTree,
  strategy: 'ROUND_ROBIN',
  targets: [],
  limit: null,
  hasSchedule: false,
  days: ['1', '2', '3', '4', '5'],
  from: '09:00',
  to: '18:00',
  hasError: false,
  error: ofErrorTarget(null),
  warned: [],
}

/** The form of a rule. */
export function toRuleValues({
  rule,
  targets,
  warned,
}: Pick<AssignmentRule, 'rule' | 'targets' | 'warned'>): RuleValues {
  const { name, comment, enabled, validFrom, validTo, condition, strategy, limit, schedule, errorTarget } =
    rule
  return {
    ...{ name, comment, enabled, strategy, limit, warned },
    hasError: errorTarget !== null,
    error: ofErrorTarget(errorTarget),
    validFrom: validFrom ?? '',
    validTo: validTo ?? '',
    condition: toTree(condition),
    targets: targets.map(({ kind, id, name: named, weight }) => ({ kind, id, name: named, weight })),
    hasSchedule: schedule !== null,
    days: (schedule?.days ?? [1, 2, 3, 4, 5]).map(String),
    from: schedule?.from ?? newRule.from,
    to: schedule?.to ?? newRule.to,
  }
}

/** What the form says, unchecked. */
export function inputOf(values: RuleValues): Record<string, unknown> {
  const { name, comment, enabled, strategy, limit, validFrom, validTo } = values
  return {
    ...{ name, comment, enabled, strategy, limit },
    errorTarget: values.hasError ? toErrorTarget(values.error) : null,
    validFrom: validFrom || null,
    validTo: validTo || null,
    condition: toCondition(values.condition),
    targets: values.targets.map(({ kind, id, weight }): AssignmentTarget => ({ kind, id, weight })),
    schedule: values.hasSchedule ? { days: values.days.map(Number), from: values.from, to: values.to } : null,
  }
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}
const parts: ReadonlySet<unknown> = new Set(['days', 'from', 'to'])
/** Where the form says it: parts of the hours have fields of their own, a list is one field. */
const placeOf = (path: readonly PropertyKey[]): readonly PropertyKey[] => {
  if (path[0] === 'errorTarget') return ['error', 'alertIds']
  if (path[0] !== 'schedule') return path.slice(0, 1)
  return [parts.has(path[1]) ? (path[1] as PropertyKey) : 'from']
}

/** What is wrong with the values, as the form shows it. */
export function issuesOf(values: RuleValues): Issue[] {
  const [inTree] = Object.values(treeIssues(values.condition, isAssignmentFact))
  const read = RuleInput.safeParse(inputOf(values))
  const shape: Issue[] = read.success
    ? ruleIssues(read.data).map(({ path, message }) => ({ path: path.split('.'), message }))
    : read.error.issues
  const others = shape.map(({ path, message }) => ({ path: placeOf(path), message }))
  return inTree === undefined
    ? others
    : [
        ...others.filter(({ path }) => path[0] !== 'condition'),
        { path: ['condition'], message: inTree.message },
      ]
}

/** The figures of an error target, by numbers: whoever compares two sides sees that they differ. */
const errorText = ({ workgroupId, alertHead, alertIds, escalateMinutes, escalateToId }: ErrorTargetValues) =>
  [
    workgroupId === null ? '' : `очередь № ${workgroupId}`,
    alertHead ? 'начальнику группы' : '',
    alertIds.length === 0 ? '' : `сразу: № ${alertIds.join(', № ')}`,
    escalateMinutes === null ? '' : `через ${escalateMinutes} мин.: № ${escalateToId ?? '−'}`,
  ]
    .filter(Boolean)
    .join('; ')

const labels = {
  name: fields.name.label,
  comment: fields.comment.label,
  enabled: fields.enabled.label,
  period: fields.validFrom.label,
  condition: fields.condition.label,
  whom: fields.targets.label,
  limit: fields.limit.label,
  schedule: fields.hasSchedule.label,
  error: 'Когда отдать некому',
} as const
type Label = keyof typeof labels

const texts: Readonly<Record<Label, (values: RuleValues, nameOf: NameOf) => string>> = {
  name: ({ name }) => name,
  comment: ({ comment }) => comment,
  enabled: ({ enabled }) => (enabled ? 'Да' : 'Нет'),
  period: ({ validFrom, validTo }) => [validFrom, validTo].filter(Boolean).join(' — '),
  condition: ({ condition }, nameOf) => conditionText(finishedCondition(condition), nameOf),
  whom: ({ strategy, targets }) =>
    whomText(
      { strategy, targets: [...targets] },
      ({ kind, id }) => targets.find((one) => one.kind === kind && one.id === id)?.name,
    ),
  limit: ({ limit }) => (limit === null ? '' : String(limit)),
  schedule: ({ hasSchedule, days, from, to }) =>
    hasSchedule ? scheduleText({ days: days.map(Number), from, to }) : '',
  error: ({ hasError, error }) => (hasError ? errorText(error) : 'Как у всего списка'),
}

/** The parts of a rule in which mine and the server's differ, in words. */
export const differencesOf = (mine: RuleValues, server: RuleValues, nameOf: NameOf): Difference[] =>
  (Object.keys(labels) as Label[])
    .map((key) => ({
      key,
      label: labels[key],
      mine: texts[key](mine, nameOf),
      server: texts[key](server, nameOf),
    }))
    .filter((difference) => difference.mine !== difference.server)

const partsOf: Readonly<Record<Label, readonly (keyof RuleValues & string)[]>> = {
  name: ['name'],
  comment: ['comment'],
  enabled: ['enabled'],
  period: ['validFrom', 'validTo'],
  condition: ['condition'],
  whom: ['strategy', 'targets'],
  limit: ['limit'],
  schedule: ['hasSchedule', 'days', 'from', 'to'],
  error: ['hasError', 'error', 'warned'],
}

/** The form after a side was chosen for everything that differed. */
export function mergeRules(
  mine: RuleValues,
  server: RuleValues,
  choice: Readonly<Record<string, 'mine' | 'server'>>,
): RuleValues {
  const kept = (Object.keys(labels) as Label[])
    .filter((key) => choice[key] === 'mine')
    .flatMap((key) => partsOf[key].map((name) => [name, mine[name]] as const))
  return { ...server, ...Object.fromEntries(kept) }
}

/** The rule as the server takes it. */
export const toInput = (values: RuleValues): RuleInput => RuleInput.parse(inputOf(values))

export const strategyOptions = (Object.keys(assignmentStrategies) as AssignmentStrategy[]).map((code) => ({
  code,
  name: assignmentStrategies[code],
}))
