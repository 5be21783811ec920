import {
  type NameOf,
  questionText,
} from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import type { Condition, FactCondition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type {
  ConditionPredicate,
  FactCode,
  FactValue,
} from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { RuleContent } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { type Comparable, comparable, isOrdered, type KnownFacts } from './fact-values.rules.ts'

/** True, false, or null: not known, because facts that decide are not known. */
export type Truth = boolean | null

/** A condition ready to be asked many times. */
export type Compiled =
  | { readonly kind: 'fact'; readonly question: FactCondition; readonly test: (value: Comparable) => boolean }
  | { readonly kind: 'all' | 'any' | 'none'; readonly items: readonly Compiled[] }

type Holds = (value: number, limit: number) => boolean
const orders: Partial<Record<ConditionPredicate, Holds>> = {
  LT: (value, limit) => value < limit,
  LE: (value, limit) => value <= limit,
  GT: (value, limit) => value > limit,
  GE: (value, limit) => value >= limit,
}

function testOf({ fact, predicate, value }: FactCondition): (value: Comparable) => boolean {
  if (predicate === 'IS_NULL') return (known) => known === null
  if (predicate === 'IS_NOT_NULL') return (known) => known !== null
  const list = (Array.isArray(value) ? value : [value]) as readonly FactValue[]
  const wanted = list.map((one) => comparable(fact, one))
  const [limit] = wanted
  const holds = orders[predicate]
  if (holds) return (known) => typeof known === 'number' && holds(known, limit as number)
  return predicate === 'NE' ? (known) => known !== limit : (known) => wanted.includes(known)
}

/** A condition that always holds. */
export const always: Compiled = { kind: 'all', items: [] }

export const compile = (condition: Condition | null): Compiled => {
  if (condition === null) return always
  return condition.kind === 'fact'
    ? { kind: 'fact', question: condition, test: testOf(condition) }
    : { kind: condition.kind, items: condition.items.map(compile) }
}

const isOneOf = (fact: FactCode, codes: readonly string[]): Condition[] =>
  codes.length === 0 ? [] : [{ kind: 'fact', fact, predicate: 'IN', value: codes }]

/** When a rule speaks: its programmes and roles are conditions like any other. */
export function fullCondition({ subject, programmes, roles, condition }: RuleContent): Condition | null {
  const items = [
    ...isOneOf('programme', programmes),
    ...(subject === 'PARTICIPANT' ? isOneOf('participantRole', roles) : []),
    ...(condition === null ? [] : [condition]),
  ]
  return items.length > 1 ? { kind: 'all', items } : (items[0] ?? null)
}

/** One answer of the kind decides a group; until then whatever is not known leaves it open. */
function joined(items: readonly Compiled[], facts: KnownFacts, decisive: boolean): Truth {
  let isOpen = false
  for (const item of items) {
    const truth = evaluate(item, facts)
    if (truth === decisive) return decisive
    if (truth === null) isOpen = true
  }
  return isOpen ? null : !decisive
}

/** Kleene's three values: what is known decides as soon as it can, and is never turned by what becomes known later. */
export function evaluate(condition: Compiled, facts: KnownFacts): Truth {
  if (condition.kind === 'fact') {
    const value = facts.get(condition.question.fact)
    return value === undefined ? null : condition.test(value)
  }
  const { kind, items } = condition
  if (kind === 'all') return joined(items, facts, false)
  const any = joined(items, facts, true)
  if (kind === 'any' || any === null) return any
  return !any
}

/** Facts that are not known and can still decide; empty when the answer is known. */
export function openFacts(condition: Compiled, facts: KnownFacts): FactCode[] {
  if (evaluate(condition, facts) !== null) return []
  if (condition.kind === 'fact') return [condition.question.fact]
  const [first = [], ...others] = condition.items
    .map((item) => openFacts(item, facts))
    .filter((list) => list.length > 0)
  return others.length === 0 ? first : [...new Set([first, ...others].flat())]
}

/** A question that decided, and whether it was answered with no. */
interface Deciding {
  readonly question: FactCondition
  readonly isDenied: boolean
}

/** The questions that made the answer what it is: all that it took, and no more. */
function deciding(condition: Compiled, facts: KnownFacts): Deciding[] {
  const truth = evaluate(condition, facts)
  if (truth === null) return []
  if (condition.kind === 'fact') return [{ question: condition.question, isDenied: !truth }]
  const { kind, items } = condition
  // «Все» fails and «любое» holds by one part; the others need every part.
  const byOne = (kind === 'all' && !truth) || (kind === 'any' && truth) || (kind === 'none' && !truth)
  if (!byOne) return items.flatMap((item) => deciding(item, facts))
  const first = items.find((item) => evaluate(item, facts) === (kind !== 'all'))
  return first === undefined ? [] : deciding(first, facts)
}

/** A sum is compared with the limit of the question; of everything else people want to know what it is. */
function decidingText({ question, isDenied }: Deciding, facts: KnownFacts, nameOf: NameOf): string {
  const value = facts.get(question.fact)
  if (isOrdered(question.fact) || value === null || value === undefined)
    return questionText(question, nameOf, isDenied)
  return questionText({ kind: 'fact', fact: question.fact, predicate: 'EQ', value }, nameOf)
}

/** Why the answer is what it is, in words: «семейное положение — женат / замужем»; empty when nothing was asked. */
export function explain(condition: Compiled, facts: KnownFacts, nameOf: NameOf): string {
  const texts = deciding(condition, facts).map((one) => decidingText(one, facts, nameOf))
  return [...new Set(texts)].join(' и ')
}
