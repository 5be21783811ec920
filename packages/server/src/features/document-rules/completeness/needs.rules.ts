import type { FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import {
  documentStages,
  type RuleSubject,
} from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { NeedState } from '@ipoteka-office/contract/documents/document-completeness.ts'
import { evaluate, openFacts, type Truth } from '../condition.rules.ts'
import type { KnownFacts } from '../fact-values.rules.ts'
import type { RuleSet } from '../rule-set.rules.ts'

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

type Waivers = ReadonlyMap<string, readonly Answered[]>
const noWaivers: readonly Answered[] = []

function againstOf(document: string, { content: { priority } }: CompletenessRule, waivers: Waivers): Against {
  const against: { [K in keyof Against]: CompletenessRule[] } = { sure: [], open: [], equal: [] }
  for (const { rule, truth } of waivers.get(document) ?? noWaivers) {
    if (rule.content.priority > priority) (truth === true ? against.sure : against.open).push(rule)
    else if (truth === true && rule.content.priority === priority) against.equal.push(rule)
  }
  return against
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]
const openOf = (rules: readonly CompletenessRule[], facts: KnownFacts): FactCode[] =>
  unique(rules.flatMap(({ when }) => openFacts(when, facts)))

/** One rule that asks, against the rules that waive; null when nothing is asked for and nobody need be told. */
function needOf({ rule, truth }: Answered, waivers: Waivers, facts: KnownFacts): Need | null {
  const { documents } = rule.content
  const base = { key: rule.documentsKey, accepts: documents, rules: [rule], dependsOn: [], conflict: false }
  const isFree = documents.every((document) => !waivers.has(document))
  if (isFree && truth === true) return { ...base, state: 'REQUIRED', asked: documents }
  if (isFree) return { ...base, state: 'UNKNOWN', asked: documents, dependsOn: openOf([rule], facts) }
  const against = documents.map((document) => ({ document, ...againstOf(document, rule, waivers) }))
  const left = against.filter(({ sure }) => sure.length === 0)
  const asked = left.map(({ document }) => document)
  if (left.length === 0) {
    const waiving = unique(against.flatMap(({ sure }) => sure))
    return truth === true ? { ...base, state: 'NOT_REQUIRED', asked: documents, rules: waiving } : null
  }
  if (truth === true && left.some(({ open }) => open.length === 0))
    return { ...base, state: 'REQUIRED', asked, conflict: left.every(({ equal }) => equal.length > 0) }
  const open = [...(truth === null ? [rule] : []), ...left.flatMap((one) => one.open)]
  return { ...base, state: 'UNKNOWN', asked, dependsOn: openOf(open, facts) }
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

const joined = (all: readonly Need[]): Need[] => {
  const [first] = all
  if (first === undefined || all.length === 1) return [...all]
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
function mergeSame(needs: readonly Need[]): readonly Need[] {
  if (needs.length === 1) return needs
  const of = (state: NeedState) => needs.filter((need) => need.state === state)
  const required = of('REQUIRED')
  const unknown = of('UNKNOWN')
  if (required.length === 0) return unknown.length > 0 ? joined(unknown) : joined(of('NOT_REQUIRED'))
  const further = unknown.filter((need) => isStricter(need, required))
  return [...joined(required), ...joined(further).map((need) => ({ ...need, key: `${need.key}?` }))]
}

/** Rules that waive, by what they waive. */
function waiversByDocument(answered: readonly Answered[]): Waivers {
  const byDocument = new Map<string, Answered[]>()
  for (const one of answered)
    for (const document of one.rule.content.effect === 'NOT_REQUIRED' ? one.rule.content.documents : []) {
      const list = byDocument.get(document)
      if (list === undefined) byDocument.set(document, [one])
      else list.push(one)
    }
  return byDocument
}

/** What the rules say about one subject whose facts are given; the rules come strongest first. */
export function needsOf(rules: readonly CompletenessRule[], subject: RuleSubject, facts: KnownFacts): Need[] {
  const answered: Answered[] = []
  for (const rule of rules) {
    const truth = rule.content.subject === subject ? evaluate(rule.when, facts) : false
    if (truth !== false) answered.push({ rule, truth })
  }
  const waivers = waiversByDocument(answered)
  const needs = answered.flatMap(
    (one) => (one.rule.content.effect === 'REQUIRED' ? needOf(one, waivers, facts) : null) ?? [],
  )
  return [...Map.groupBy(needs, ({ key }) => key).values()].flatMap(mergeSame)
}
