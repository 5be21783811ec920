import type { NeedState } from '@ipoteka-office/contract/document-completeness.ts'
import type { FactCode } from '@ipoteka-office/contract/document-facts.ts'
import { documentStages, type RuleSubject } from '@ipoteka-office/contract/document-rule-content.ts'
import { evaluate, openFacts, type Truth } from './condition.rules.ts'
import type { KnownFacts } from './fact-values.rules.ts'
import type { RuleSet } from './rule-set.rules.ts'

export type CompletenessRule = RuleSet['COMPLETENESS'][number]

/** What the rules say about one document or one group of documents, any of which is enough. */
export interface Need {
  readonly key: string
  readonly state: NeedState
  /** All that fulfil it. */
  readonly accepts: readonly string[]
  /** Those that are asked for: what a stronger rule waives is left out. */
  readonly asked: readonly string[]
  /** Strongest first: those that ask, or for NOT_REQUIRED those that waive. */
  readonly rules: readonly CompletenessRule[]
  readonly dependsOn: readonly FactCode[]
  readonly conflict: boolean
}

const stageOrder = Object.keys(documentStages)
export const stageIndex = (stage: string): number => stageOrder.indexOf(stage)

interface Answered {
  readonly rule: CompletenessRule
  readonly truth: Truth
}

/** What stands against asking for a document: rules that waive it for sure, and those of which it is not known yet. */
interface Against {
  readonly sure: readonly CompletenessRule[]
  readonly open: readonly CompletenessRule[]
  readonly equal: readonly CompletenessRule[]
}

function againstOf(
  document: string,
  { content: { priority } }: CompletenessRule,
  waivers: readonly Answered[],
): Against {
  const naming = waivers.filter(({ rule }) => rule.content.documents.includes(document))
  const stronger = naming.filter(({ rule }) => rule.content.priority > priority)
  const ruleOf = ({ rule }: Answered) => rule
  return {
    sure: stronger.filter(({ truth }) => truth === true).map(ruleOf),
    open: stronger.filter(({ truth }) => truth === null).map(ruleOf),
    equal: naming
      .filter(({ rule, truth }) => truth === true && rule.content.priority === priority)
      .map(ruleOf),
  }
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
export const documentsKey = (documents: readonly string[]): string => documents.toSorted().join('+')

/** One rule that asks, against the rules that waive; null when nothing is asked for and nobody need be told. */
function needOf({ rule, truth }: Answered, waivers: readonly Answered[], facts: KnownFacts): Need | null {
  const { documents } = rule.content
  const against = documents.map((document) => ({ document, ...againstOf(document, rule, waivers) }))
  const left = against.filter(({ sure }) => sure.length === 0)
  const base = {
    key: documentsKey(documents),
    accepts: documents,
    asked: left.map(({ document }) => document),
    rules: [rule],
    dependsOn: [],
    conflict: false,
  }
  if (left.length === 0) {
    if (truth !== true) return null
    return {
      ...base,
      state: 'NOT_REQUIRED',
      asked: documents,
      rules: unique(against.flatMap(({ sure }) => sure)),
    }
  }
  const certain = left.filter(({ open }) => open.length === 0)
  if (truth === true && certain.length > 0)
    return { ...base, state: 'REQUIRED', conflict: left.every(({ equal }) => equal.length > 0) }
  const open = [...(truth === null ? [rule] : []), ...left.flatMap((one) => one.open)]
  return { ...base, state: 'UNKNOWN', dependsOn: unique(open.flatMap(({ when }) => openFacts(when, facts))) }
}

/** Asks for more than the others do: sooner, or more copies. */
const isStricter = (need: Need, others: readonly Need[]): boolean =>
  need.rules.some(({ content: { stage, quantity } }) =>
    others.every(({ rules }) =>
      rules.every(
        ({ content }) => stageIndex(stage) < stageIndex(content.stage) || quantity > content.quantity,
      ),
    ),
  )

const joined = ([first, ...others]: readonly Need[]): Need[] => {
  if (first === undefined) return []
  const all = [first, ...others]
  return [
    {
      ...first,
      asked: unique(all.flatMap(({ asked }) => asked)),
      rules: unique(all.flatMap(({ rules }) => rules)),
      dependsOn: unique(all.flatMap(({ dependsOn }) => dependsOn)),
      conflict: all.some(({ conflict }) => conflict),
    },
  ]
}

/** Several rules about the same documents: what is certain comes first, what is not is told only where it asks for more. */
function mergeSame(needs: readonly Need[]): Need[] {
  const of = (state: NeedState) => needs.filter((need) => need.state === state)
  const required = of('REQUIRED')
  const unknown = of('UNKNOWN')
  if (required.length === 0) return unknown.length > 0 ? joined(unknown) : joined(of('NOT_REQUIRED'))
  const further = unknown.filter((need) => isStricter(need, required))
  return [...joined(required), ...joined(further).map((need) => ({ ...need, key: `${need.key}?` }))]
}

/** What the rules say about one subject whose facts are given; the rules come strongest first. */
export function needsOf(rules: readonly CompletenessRule[], subject: RuleSubject, facts: KnownFacts): Need[] {
  const answered = rules
    .filter(({ content }) => content.subject === subject)
    .map((rule) => ({ rule, truth: evaluate(rule.when, facts) }))
    .filter(({ truth }) => truth !== false)
  const waivers = answered.filter(({ rule }) => rule.content.effect === 'NOT_REQUIRED')
  const needs = answered
    .filter(({ rule }) => rule.content.effect === 'REQUIRED')
    .map((one) => needOf(one, waivers, facts))
    .filter((need) => need !== null)
  return [...Map.groupBy(needs, ({ key }) => key).values()].flatMap(mergeSame)
}
