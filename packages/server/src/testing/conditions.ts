import type { NameOf } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import type { Condition, FactCondition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type {
  ConditionPredicate,
  FactCode,
  Facts,
} from '@ipoteka-office/contract/document-rules/document-facts.ts'
import fc from 'fast-check'
import type { KnownCodes } from '#features/document-rules/value-sets.rules.ts'

/** A question of a test. */
export const question = (
  fact: FactCode,
  predicate: ConditionPredicate,
  value?: FactCondition['value'],
): FactCondition => ({ kind: 'fact', fact, predicate, ...(value !== undefined && { value }) })

const codes: Partial<Record<FactCode, readonly string[]>> = {
  goal: ['PRIMARY_MARKET', 'SECONDARY_MARKET', 'REFINANCING'],
  maritalStatus: ['SINGLE', 'MARRIED', 'DIVORCED'],
  participantRole: ['MAIN_BORROWER', 'SPOUSE'],
  programme: ['5', '105'],
}
/** Dictionaries small enough to try every value. */
export const codesOfTest: KnownCodes = (fact) => codes[fact]

const known: Readonly<Record<string, string>> = {
  MARRIED: 'Женат / замужем',
  SINGLE: 'Холост / не замужем',
  REFINANCING: 'Рефинансирование',
}
export const names: NameOf = (_fact, value) => known[value]

/** Every value of a few facts that tells anything apart: what conditions below ask about and what lies between. */
export const testValues = {
  goal: ['PRIMARY_MARKET', 'SECONDARY_MARKET', 'REFINANCING'],
  maritalStatus: ['SINGLE', 'MARRIED', 'DIVORCED'],
  escrow: [true, false],
  childrenUnder18: [0, 1, 2, 3, 4],
  sellerKind: ['INDIVIDUAL', 'ENTREPRENEUR', 'LEGAL', 'DEVELOPER', null],
  appraisalAgeMonths: [5, 6, 7, null],
} as const

const questions = fc.oneof(
  fc.record({
    fact: fc.constant('goal' as const),
    predicate: fc.constantFrom('EQ' as const, 'NE' as const),
    value: fc.constantFrom(...testValues.goal),
  }),
  fc.record({
    fact: fc.constant('maritalStatus' as const),
    predicate: fc.constant('IN' as const),
    value: fc.subarray([...testValues.maritalStatus], { minLength: 1 }),
  }),
  fc.record({
    fact: fc.constant('escrow' as const),
    predicate: fc.constant('EQ' as const),
    value: fc.boolean(),
  }),
  fc.record({
    fact: fc.constant('childrenUnder18' as const),
    predicate: fc.constantFrom(
      'EQ' as const,
      'NE' as const,
      'LT' as const,
      'LE' as const,
      'GT' as const,
      'GE' as const,
    ),
    value: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    fact: fc.constant('sellerKind' as const),
    predicate: fc.constantFrom('IS_NULL' as const, 'IS_NOT_NULL' as const),
  }),
  fc.record({
    fact: fc.constant('appraisalAgeMonths' as const),
    predicate: fc.constantFrom('LT' as const, 'GE' as const, 'NE' as const),
    value: fc.constant(6),
  }),
)

/** Conditions of every shape over the facts above. */
export const conditions: fc.Arbitrary<Condition> = fc.letrec<{ tree: Condition }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    questions.map((one): Condition => ({ kind: 'fact', ...one })),
    fc.record({
      kind: fc.constantFrom('all' as const, 'any' as const, 'none' as const),
      items: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).tree

/** All the facts, each with some value. */
export const knownCases: fc.Arbitrary<Facts> = fc.record(
  Object.fromEntries(Object.entries(testValues).map(([fact, values]) => [fact, fc.constantFrom(...values)])),
) as fc.Arbitrary<Facts>
