import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type { Facts, FactValue } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codesOfTest, conditions, question, testValues } from '#testing/conditions.ts'
import { compile, evaluate } from './condition.rules.ts'
import { knownFacts } from './fact-values.rules.ts'
import { findPossibility, type Goal } from './satisfiability.rules.ts'

const all = (...items: Condition[]): Condition => ({ kind: 'all', items })
const any = (...items: Condition[]): Condition => ({ kind: 'any', items })
const none = (...items: Condition[]): Condition => ({ kind: 'none', items })
const ask = (...wanted: (Condition | null)[]) =>
  findPossibility(
    wanted.map((condition) => ({ condition, wanted: true })),
    codesOfTest,
  ).answer

/** Every combination of values: 3 × 3 × 2 × 5 × 5 × 4. */
function* everyCase(): Generator<Facts> {
  const facts = Object.entries(testValues) as [string, readonly FactValue[]][]
  function* from(at: number): Generator<Record<string, FactValue>> {
    const [name, values] = facts[at] ?? []
    if (name === undefined || values === undefined) yield {}
    else for (const value of values) for (const rest of from(at + 1)) yield { ...rest, [name]: value }
  }
  yield* from(0) as Generator<Facts>
}
const cases = [...everyCase()].map((facts) => knownFacts(facts))

const holds = ({ condition, wanted }: Goal, facts: (typeof cases)[number]) =>
  evaluate(compile(condition), facts) === wanted

describe('conditions', () => {
  it.each([
    [
      'two values at once',
      all(question('goal', 'EQ', 'REFINANCING'), question('goal', 'EQ', 'SECONDARY_MARKET')),
    ],
    [
      'a closed list without all of it',
      none(question('goal', 'IN', ['PRIMARY_MARKET', 'SECONDARY_MARKET', 'REFINANCING'])),
    ],
    ['below and above', all(question('ltv', 'LT', '20'), question('ltv', 'GE', '20'))],
    [
      'a gap that no number is in',
      all(question('childrenUnder18', 'GT', 1), question('childrenUnder18', 'LT', 2)),
    ],
    ['beyond the range of the fact', question('termMonths', 'GT', 600)],
    ['empty and with a value', all(question('sellerKind', 'IS_NULL'), question('sellerKind', 'EQ', 'LEGAL'))],
    ['yes and no', none(question('escrow', 'EQ', true), question('escrow', 'EQ', false))],
    ['a coin between two coins', all(question('amount', 'GT', '1.00'), question('amount', 'LT', '1.01'))],
    [
      'each way of a choice shut',
      all(
        any(question('escrow', 'EQ', true), question('goal', 'EQ', 'REFINANCING')),
        question('escrow', 'EQ', false),
        question('goal', 'NE', 'REFINANCING'),
      ),
    ],
  ])('never hold: %s', (_name, condition) => {
    expect(ask(condition)).toBe('IMPOSSIBLE')
  })

  it.each([
    ['nothing at all', null],
    ['one percent apart', all(question('ltv', 'GT', '79.9999'), question('ltv', 'LT', '80.0001'))],
    ['a partner of whom nothing is known', question('partner', 'NE', '1')],
    [
      'an empty fact is not a value',
      all(question('sellerKind', 'NE', 'LEGAL'), question('sellerKind', 'IS_NULL')),
    ],
  ])('may hold: %s', (_name, condition) => {
    expect(ask(condition)).toBe('POSSIBLE')
  })

  it('are decided as trying every case decides, and the example is one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ condition: conditions, wanted: fc.boolean() }), { maxLength: 3 }),
        (goals) => {
          const found = findPossibility(goals, codesOfTest)
          const isPossible = cases.some((facts) => goals.every((goal) => holds(goal, facts)))
          expect(found.answer).toBe(isPossible ? 'POSSIBLE' : 'IMPOSSIBLE')
          if (found.answer === 'POSSIBLE')
            for (const goal of goals)
              expect(evaluate(compile(goal.condition), found.example)).toBe(goal.wanted)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('too branched to try every way are said to be unproven, and soon', () => {
    // Of twelve texts, each other than the eleven before: a puzzle of pigeons and holes.
    const facts = [
      'goal',
      'maritalStatus',
      'childrenUnder18',
      'termMonths',
      'age',
      'sellerRightMonths',
    ] as const
    const branch = (n: number) =>
      any(
        ...facts.map((fact) =>
          question(
            fact,
            fact === 'goal' || fact === 'maritalStatus' ? 'NE' : 'EQ',
            fact === 'goal' ? 'REFINANCING' : fact === 'maritalStatus' ? 'SINGLE' : n,
          ),
        ),
      )
    const impossible = [question('goal', 'EQ', 'REFINANCING'), question('maritalStatus', 'EQ', 'SINGLE')]
    const started = performance.now()
    const answer = ask(
      all(...impossible),
      ...Array.from({ length: 60 }, (_, n) => all(branch(n % 29), branch((n * 7) % 29))),
    )
    expect(['UNPROVEN', 'IMPOSSIBLE']).toContain(answer)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
