import type { FactCondition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import {
  type FactCode,
  type FactValue,
  factOf,
} from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { type Comparable, comparable, isOrdered } from './fact-values.rules.ts'

type Range = readonly [from: number, to: number]

/** Values that a fact may still have: whole numbers in ranges, these codes alone, or all but these. */
export type ValueSet =
  | { readonly kind: 'ranges'; readonly ranges: readonly Range[]; readonly hasNull: boolean }
  | { readonly kind: 'only'; readonly values: ReadonlySet<Comparable> }
  | { readonly kind: 'except'; readonly values: ReadonlySet<Comparable> }

/** Codes of dictionaries, by fact, the same list every time; a fact without them may have any code. */
export type KnownCodes = (fact: FactCode) => readonly string[] | undefined

const only = (values: Iterable<Comparable>): ValueSet => ({ kind: 'only', values: new Set(values) })
const except = (values: Iterable<Comparable>): ValueSet => ({ kind: 'except', values: new Set(values) })
const ranges = (
  list: readonly Range[],
  { hasNull = false }: { readonly hasNull?: boolean } = {},
): ValueSet => ({
  kind: 'ranges',
  ranges: list,
  hasNull,
})

const limits: Readonly<Record<string, Range>> = {
  money: [0, 999_999_999_999_999],
  percent: [0, 10_000_000],
  date: [-25_567, 84_006],
}

/** Everything that a fact can be. */
export function domainOf(code: FactCode, codesOf: KnownCodes): ValueSet {
  const { kind, options, nullable, min = 0, max = 1_000_000 } = factOf(code)
  if (isOrdered(code)) return ranges([limits[kind] ?? [min, max]], { hasNull: nullable })
  if (kind === 'boolean') return only([true, false])
  if (options !== undefined) return only(nullable ? [...Object.keys(options), null] : Object.keys(options))
  const codes = codesOf(code)
  if (codes === undefined) return except(nullable ? [] : [null])
  return nullable ? only([...codes, null]) : setOfCodes(codes)
}

/** Made once for a list: the same dictionary is asked for thousands of times. */
const sets = new WeakMap<readonly string[], ValueSet>()
function setOfCodes(codes: readonly string[]): ValueSet {
  const known = sets.get(codes) ?? only(codes)
  sets.set(codes, known)
  return known
}

const all: Range = [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
const [lowest, highest] = all

function orderedSet({ predicate, value, fact }: FactCondition): ValueSet {
  const limit = value === undefined ? 0 : (comparable(fact, value as FactValue) as number)
  const sets: Partial<Record<typeof predicate, ValueSet>> = {
    EQ: ranges([[limit, limit]]),
    NE: ranges(
      [
        [lowest, limit - 1],
        [limit + 1, highest],
      ],
      { hasNull: true },
    ),
    LT: ranges([[lowest, limit - 1]]),
    LE: ranges([[lowest, limit]]),
    GT: ranges([[limit + 1, highest]]),
    GE: ranges([[limit, highest]]),
    IS_NULL: ranges([], { hasNull: true }),
    IS_NOT_NULL: ranges([all]),
  }
  return sets[predicate] ?? ranges([all], { hasNull: true })
}

function codeSet({ predicate, value, fact }: FactCondition): ValueSet {
  if (predicate === 'IS_NULL') return only([null])
  if (predicate === 'IS_NOT_NULL') return except([null])
  const values = (Array.isArray(value) ? value : [value]).map((one) => comparable(fact, one as FactValue))
  return predicate === 'NE' ? except(values) : only(values)
}

/** The numbers outside the ranges, which lie in order. */
function outside(list: readonly Range[]): Range[] {
  const gaps: Range[] = []
  let from = lowest
  for (const [first, last] of list) {
    if (from < first) gaps.push([from, first - 1])
    from = last + 1
  }
  return from <= highest ? [...gaps, [from, highest]] : gaps
}

const complement = (set: ValueSet): ValueSet => {
  if (set.kind === 'ranges') return ranges(outside(set.ranges), { hasNull: !set.hasNull })
  return set.kind === 'only' ? except(set.values) : only(set.values)
}

/** Values under which a question is answered so. */
export function answerSet(question: FactCondition, wanted: boolean): ValueSet {
  const set = isOrdered(question.fact) ? orderedSet(question) : codeSet(question)
  return wanted ? set : complement(set)
}

const commonRanges = (a: readonly Range[], b: readonly Range[]): Range[] =>
  a
    .flatMap(([from, to]) => b.map(([first, last]): Range => [Math.max(from, first), Math.min(to, last)]))
    .filter(([from, to]) => from <= to)

/** Values in both; both are of the same fact. */
export function common(a: ValueSet, b: ValueSet): ValueSet {
  if (a.kind === 'ranges' && b.kind === 'ranges')
    return ranges(commonRanges(a.ranges, b.ranges), { hasNull: a.hasNull && b.hasNull })
  if (a.kind === 'only') return only([...a.values].filter((value) => holds(b, value)))
  if (b.kind === 'only') return only([...b.values].filter((value) => holds(a, value)))
  const values = (set: ValueSet) => (set.kind === 'except' ? [...set.values] : [])
  return except([...values(a), ...values(b)])
}

const holds = (set: ValueSet, value: Comparable): boolean => {
  if (set.kind === 'ranges') return value === null && set.hasNull
  return set.values.has(value) === (set.kind === 'only')
}

export const isEmpty = (set: ValueSet): boolean => {
  if (set.kind === 'ranges') return set.ranges.length === 0 && !set.hasNull
  return set.kind === 'only' && set.values.size === 0
}

/** Some value of the set, one that is filled in where there is such. */
export function someValue(set: ValueSet): Comparable {
  if (set.kind === 'ranges') return set.ranges[0]?.[0] ?? null
  if (set.kind === 'only') return [...set.values].find((value) => value !== null) ?? null
  // Partners are told apart by whole numbers, a text may be any.
  for (let n = 1; ; n += 1) if (!set.values.has(String(n))) return String(n)
}
