import { isDeepStrictEqual } from 'node:util'
import type { FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { RuleIssueKind } from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import type { RuleContent } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { type CompletenessRule, stageIndex } from './completeness/needs.rules.ts'
import type { Comparable } from './fact-values.rules.ts'
import type { ActiveRule, RuleSet } from './rule-set.rules.ts'
import { findPossibility, type Goal, type Possibility } from './satisfiability.rules.ts'
import type { KnownCodes } from './value-sets.rules.ts'

/** Something wrong with a rule among the others. */
export interface FoundIssue {
  readonly kind: RuleIssueKind
  readonly rule: ActiveRule
  readonly others: readonly ActiveRule[]
  readonly documents: readonly string[]
  readonly example: ReadonlyMap<FactCode, Comparable>
}

type Ask = (...goals: Goal[]) => Possibility
const holds = ({ full }: ActiveRule): Goal => ({ condition: full, wanted: true })
const fails = ({ full }: ActiveRule): Goal => ({ condition: full, wanted: false })

const noExample: ReadonlyMap<FactCode, Comparable> = new Map()
const issue = (
  kind: RuleIssueKind,
  rule: ActiveRule,
  others: readonly ActiveRule[] = [],
  documents: readonly string[] = rule.content.documents,
  example = noExample,
): FoundIssue => ({ kind, rule, others, documents, example })

const shared = (a: ActiveRule, b: ActiveRule): string[] =>
  a.content.documents.filter((document) => b.content.documents.includes(document))

/** Whether `a` comes before `b`: the higher priority, of equals the older rule. */
const isBefore = (a: ActiveRule, b: ActiveRule, order: ReadonlyMap<ActiveRule, number>): boolean =>
  (order.get(a) ?? 0) < (order.get(b) ?? 0)

/** Never decisive: whenever the rule holds, one of the others holds too; null when that is not so. */
function covering(
  rule: ActiveRule,
  others: readonly ActiveRule[],
  ask: Ask,
): ActiveRule[] | 'UNPROVEN' | null {
  if (others.length === 0) return null
  const single = others.find((other) => ask(holds(rule), fails(other)).answer === 'IMPOSSIBLE')
  if (single !== undefined) return [single]
  const { answer } = ask(holds(rule), ...others.map(fails))
  if (answer === 'UNPROVEN') return 'UNPROVEN'
  return answer === 'IMPOSSIBLE' ? [...others] : null
}

/** Of rules that say the same and hold at the same times only the later one repeats the other. */
const repeated = <R extends ActiveRule>(rule: R, all: readonly R[], others: readonly R[], ask: Ask): R[] =>
  others.filter(
    (other) =>
      all.indexOf(other) < all.indexOf(rule) || ask(holds(other), fails(rule)).answer !== 'IMPOSSIBLE',
  )

/** What a rule of a type other than completeness decides, without where and when. */
function decisionOf(content: RuleContent): unknown {
  if (content.ruleType === 'VALIDITY') return content.days
  if (content.ruleType === 'LEAD_USAGE') return content.usage
  return content.ruleType === 'SIGNERS' ? content.signers : null
}

/** Types where the strongest rule that holds decides alone. */
function strongestIssues(rules: readonly ActiveRule[], ask: Ask): FoundIssue[] {
  const order = new Map(rules.map((rule, index) => [rule, index]))
  return rules.flatMap((rule) => {
    const { priority, documents } = rule.content
    const relevant = rules.filter((other) => other !== rule && shared(rule, other).length > 0)
    const stronger = relevant.filter(({ content }) => content.priority > priority)
    const equal = relevant.filter(({ content }) => content.priority === priority)
    const conflicts = equal
      .filter((other) => isBefore(other, rule, order))
      .filter((other) => !isDeepStrictEqual(decisionOf(other.content), decisionOf(rule.content)))
      .flatMap((other) => {
        const possible = ask(holds(rule), holds(other))
        return possible.answer === 'POSSIBLE'
          ? [issue('CONFLICT', rule, [other], shared(rule, other), possible.example)]
          : []
      })
    const covers = documents.map((document) =>
      covering(
        rule,
        stronger.filter(({ content }) => content.documents.includes(document)),
        ask,
      ),
    )
    const isShadowed = covers.every((cover) => cover !== null && cover !== 'UNPROVEN')
    const same = equal.filter(
      (other) =>
        isDeepStrictEqual(decisionOf(other.content), decisionOf(rule.content)) &&
        documents.every((document) => other.content.documents.includes(document)),
    )
    const duplicate = covering(rule, repeated(rule, rules, same, ask), ask)
    return [
      ...conflicts,
      ...(isShadowed
        ? [issue('SHADOWED', rule, [...new Set(covers.flatMap((cover) => cover ?? []))] as ActiveRule[])]
        : []),
      ...(!isShadowed && Array.isArray(duplicate) ? [issue('DUPLICATE', rule, duplicate)] : []),
    ]
  })
}

/** Documents of a rule that it alone asks for somewhere: no stronger rule waives them there. */
function waiversOf(rule: CompletenessRule, waivers: readonly CompletenessRule[], document: string) {
  return waivers.filter(
    ({ content }) => content.priority > rule.content.priority && content.documents.includes(document),
  )
}

/** Looks at a file at least as strictly: all that the other looks at, no format and no size that the other refuses. */
const looksAtLeast = ({ content: a }: CompletenessRule, { content: b }: CompletenessRule): boolean =>
  b.checks.every((check) => a.checks.includes(check)) &&
  (b.formats.length === 0 ||
    (a.formats.length > 0 && a.formats.every((format) => b.formats.includes(format)))) &&
  (b.maxMb === null || (a.maxMb !== null && a.maxMb <= b.maxMb))

/** Asks for the same or more whenever it speaks: the same documents or fewer of a choice, as soon, as many, as strongly. */
const isAtLeast = (a: CompletenessRule, b: CompletenessRule): boolean =>
  looksAtLeast(a, b) &&
  a.content.documents.every((document) => b.content.documents.includes(document)) &&
  stageIndex(a.content.stage) <= stageIndex(b.content.stage) &&
  a.content.quantity >= b.content.quantity &&
  a.content.priority >= b.content.priority

function requiredIssues(
  rule: CompletenessRule,
  required: readonly CompletenessRule[],
  waivers: readonly CompletenessRule[],
  ask: Ask,
): FoundIssue[] {
  const { documents, priority } = rule.content
  const conflicts = waivers
    .filter(
      ({ content }) =>
        content.priority === priority && documents.every((document) => content.documents.includes(document)),
    )
    .flatMap((waiver) => {
      const stronger = documents.flatMap((document) => waiversOf(rule, waivers, document))
      const possible = ask(holds(rule), holds(waiver), ...stronger.map(fails))
      return possible.answer === 'POSSIBLE'
        ? [issue('CONFLICT', rule, [waiver], documents, possible.example)]
        : []
    })
  const against = documents.map((document) => waiversOf(rule, waivers, document))
  const covers = against.map((list) => covering(rule, list, ask))
  if (covers.every((cover) => Array.isArray(cover)))
    return [...conflicts, issue('SHADOWED', rule, [...new Set(covers.flat())])]
  const same = required.filter((other) => other !== rule && isAtLeast(other, rule))
  const duplicate = covering(rule, repeated(rule, required, same, ask), ask)
  return [...conflicts, ...(Array.isArray(duplicate) ? [issue('DUPLICATE', rule, duplicate)] : [])]
}

function waiverIssues(
  rule: CompletenessRule,
  required: readonly CompletenessRule[],
  waivers: readonly CompletenessRule[],
  ask: Ask,
): FoundIssue[] {
  const { documents, priority } = rule.content
  const asking = required.filter(
    (other) => other.content.priority <= priority && shared(rule, other).length > 0,
  )
  const matters = asking.some((other) => ask(holds(rule), holds(other)).answer !== 'IMPOSSIBLE')
  if (!matters) return [issue('IDLE', rule)]
  const same = waivers.filter(
    (other) =>
      other !== rule &&
      other.content.priority >= priority &&
      documents.every((document) => other.content.documents.includes(document)),
  )
  const duplicate = covering(rule, repeated(rule, waivers, same, ask), ask)
  return Array.isArray(duplicate) ? [issue('DUPLICATE', rule, duplicate)] : []
}

function completenessIssues(rules: readonly CompletenessRule[], ask: Ask): FoundIssue[] {
  const required = rules.filter(({ content }) => content.effect === 'REQUIRED')
  const waivers = rules.filter(({ content }) => content.effect === 'NOT_REQUIRED')
  return [
    ...required.flatMap((rule) => requiredIssues(rule, required, waivers, ask)),
    ...waivers.flatMap((rule) => waiverIssues(rule, required, waivers, ask)),
  ]
}

/** Rules that never hold say nothing else; those too branched to tell are told and looked at no further. */
function soundRules<R extends ActiveRule>(rules: readonly R[], ask: Ask) {
  const answers = rules.map((rule) => ({ rule, answer: ask(holds(rule)).answer }))
  const of = (answer: Possibility['answer']) =>
    answers.filter((one) => one.answer === answer).map(({ rule }) => rule)
  return {
    sound: of('POSSIBLE'),
    issues: [
      ...of('IMPOSSIBLE').map((rule) => issue('IMPOSSIBLE', rule)),
      ...of('UNPROVEN').map((rule) => issue('UNPROVEN', rule)),
    ],
  }
}

/** Everything that is wrong with the rules of a day. Rules of a case and of participants never speak of the same. */
export function findRuleIssues(set: RuleSet, codesOf: KnownCodes): FoundIssue[] {
  const ask: Ask = (...goals) => findPossibility(goals, codesOf)
  const bySubject = <R extends ActiveRule>(
    rules: readonly R[],
    find: (list: readonly R[]) => FoundIssue[],
  ) => {
    const { sound, issues } = soundRules(rules, ask)
    return [...issues, ...[...Map.groupBy(sound, ({ content }) => content.subject).values()].flatMap(find)]
  }
  const strongest = (rules: readonly ActiveRule[]) => bySubject(rules, (list) => strongestIssues(list, ask))
  return [
    ...bySubject(set.COMPLETENESS, (list) => completenessIssues(list, ask)),
    ...strongest(set.LEAD_USAGE),
    ...strongest(set.VALIDITY),
    ...strongest(set.SIGNERS),
  ]
}
