import { conditionText } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import type { Facts } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codesOfTest, conditions, knownCases, names, question } from '#testing/conditions.ts'
import { compile, evaluate, explain, fullCondition, openFacts } from './condition.rules.ts'
import { knownFacts } from './fact-values.rules.ts'

const ask = (condition: Condition | null, facts: Facts) => evaluate(compile(condition), knownFacts(facts))
const all = (...items: Condition[]): Condition => ({ kind: 'all', items })
const any = (...items: Condition[]): Condition => ({ kind: 'any', items })
const none = (...items: Condition[]): Condition => ({ kind: 'none', items })

describe('a question', () => {
  it.each([
    [question('maritalStatus', 'EQ', 'MARRIED'), { maritalStatus: 'MARRIED' }, true],
    [question('maritalStatus', 'EQ', 'MARRIED'), { maritalStatus: 'SINGLE' }, false],
    [question('maritalStatus', 'EQ', 'MARRIED'), {}, null],
    [question('maritalStatus', 'NE', 'MARRIED'), { maritalStatus: 'SINGLE' }, true],
    [question('maritalStatus', 'IN', ['MARRIED', 'SEPARATED']), { maritalStatus: 'SEPARATED' }, true],
    [question('escrow', 'EQ', false), { escrow: false }, true],
    [question('escrow', 'EQ', false), { escrow: true }, false],
    // Sums and percents are compared as they are written, not as binary fractions.
    [question('amount', 'GE', '50000'), { amount: '50000.00' }, true],
    [question('amount', 'GT', '9999999999999.98'), { amount: '9999999999999.99' }, true],
    [question('amount', 'LT', '100'), { amount: '99.99' }, true],
    [question('ltv', 'LE', '80.1'), { ltv: '80.1000' }, true],
    [question('ltv', 'GT', '9'), { ltv: '10' }, true],
    [question('childrenUnder18', 'GE', 3), { childrenUnder18: 2 }, false],
    [question('applicationDate', 'LT', '2026-03-01'), { applicationDate: '2026-02-28' }, true],
    [question('employer', 'EQ', 'ООО «Ромашка»'), { employer: 'ооо «ромашка»' }, true],
    // Known to be empty is an answer; not known is none.
    [question('sellerKind', 'IS_NULL'), { sellerKind: null }, true],
    [question('sellerKind', 'IS_NULL'), {}, null],
    [question('sellerKind', 'IS_NOT_NULL'), { sellerKind: null }, false],
    [question('sellerKind', 'EQ', 'LEGAL'), { sellerKind: null }, false],
    [question('sellerKind', 'NE', 'LEGAL'), { sellerKind: null }, true],
    [question('appraisalAgeMonths', 'LT', 6), { appraisalAgeMonths: null }, false],
  ] as const)('%j over %j is %s', (condition, facts, truth) => {
    expect(ask(condition, facts)).toBe(truth)
  })
})

describe('a group', () => {
  const yes = question('escrow', 'EQ', true)
  const no = question('escrow', 'EQ', false)
  const open = question('goal', 'EQ', 'REFINANCING')
  it.each([
    [all(yes, yes), true],
    [all(yes, no, open), false],
    [all(yes, open), null],
    [any(no, yes, open), true],
    [any(no, open), null],
    [any(no, no), false],
    [none(no, no), true],
    [none(yes, open), false],
    [none(no, open), null],
    [all(), true],
    [any(), false],
    [none(), true],
    [all(none(any(no, open)), yes), null],
    [null, true],
  ])('%j is %s', (condition, truth) => {
    expect(ask(condition, { escrow: true })).toBe(truth)
  })

  it('tells the facts that can still decide, and no others', () => {
    const condition = compile(any(all(no, question('amount', 'GT', '1')), all(yes, open)))
    expect(openFacts(condition, knownFacts({ escrow: true }))).toEqual(['goal'])
    expect(openFacts(condition, knownFacts({ escrow: true, goal: 'REFINANCING' }))).toEqual([])
  })
})

describe('why', () => {
  const why = (condition: Condition, facts: Facts) => explain(compile(condition), knownFacts(facts), names)

  it('names what decided, with the values that are known', () => {
    const married = question('maritalStatus', 'IN', ['MARRIED', 'SEPARATED'])
    expect(why(married, { maritalStatus: 'MARRIED' })).toBe('семейное положение — женат / замужем')
    expect(why(all(married, question('ltv', 'GT', '80')), { maritalStatus: 'MARRIED', ltv: '91.5' })).toBe(
      'семейное положение — женат / замужем и К/З больше 80\u00A0%',
    )
    expect(
      why(any(question('escrow', 'EQ', true), married), { maritalStatus: 'MARRIED', escrow: false }),
    ).toBe('семейное положение — женат / замужем')
    expect(
      why(none(question('escrow', 'EQ', true), question('ltv', 'GT', '80')), { escrow: false, ltv: '12' }),
    ).toBe('расчёты без счёта эскроу и К/З не больше 80\u00A0%')
    expect(why(question('sellerKind', 'IS_NULL'), { sellerKind: null })).toBe('продавец: нет')
    expect(why(question('escrow', 'EQ', true), {})).toBe('')
  })

  it('reads a whole condition aloud', () => {
    const condition = all(
      question('goal', 'EQ', 'REFINANCING'),
      any(question('ltv', 'GE', '80.5'), question('hasGuarantor', 'EQ', true)),
      none(question('maritalStatus', 'IN', ['MARRIED', 'SINGLE']), question('amount', 'LT', '1234567.5')),
    )
    expect(conditionText(condition, names)).toBe(
      'цель кредита — рефинансирование и (К/З не меньше 80,5\u00A0% или есть поручитель) и ' +
        '(семейное положение — не женат / замужем и не холост / не замужем и сумма кредита не меньше 1\u00A0234\u00A0567,50\u00A0₽)',
    )
    expect(conditionText(null, names)).toBe('всегда')
    expect(conditionText(question('partner', 'EQ', '2'), names)).toBe('партнёр — «2»')
    expect(conditionText(question('applicationDate', 'GE', '2026-11-21'), names)).toBe(
      'дата заявки не меньше 21.11.2026',
    )
  })
})

describe('the whole condition of a rule', () => {
  it('has its programmes and roles in it', () => {
    const content = { subject: 'PARTICIPANT', programmes: ['5'], roles: ['SPOUSE'], condition: null } as never
    expect(fullCondition(content)).toEqual(
      all(question('programme', 'IN', ['5']), question('participantRole', 'IN', ['SPOUSE'])),
    )
    expect(
      fullCondition({ subject: 'CASE', programmes: [], roles: ['SPOUSE'], condition: null } as never),
    ).toBe(null)
  })
})

describe('whatever the condition', () => {
  it('a fact that becomes known never turns an answer', () => {
    fc.assert(
      fc.property(conditions, knownCases, fc.nat(), (condition, facts, seed) => {
        const entries = Object.entries(facts)
        const fewer = Object.fromEntries(entries.filter((_, index) => ((seed >> index) & 1) === 1))
        const before = ask(condition, fewer)
        if (before !== null) expect(ask(condition, facts)).toBe(before)
      }),
      { numRuns: 2_000 },
    )
  })

  it('an answer is known exactly when no fact is open, and all facts answer everything', () => {
    fc.assert(
      fc.property(conditions, knownCases, fc.nat(), (condition, facts, seed) => {
        const entries = Object.entries(facts)
        const some = knownFacts(
          Object.fromEntries(entries.filter((_, index) => ((seed >> index) & 1) === 1)) as Facts,
        )
        const compiled = compile(condition)
        expect(openFacts(compiled, some).length === 0).toBe(evaluate(compiled, some) !== null)
        expect(openFacts(compiled, some).every((fact) => !some.has(fact))).toBe(true)
        expect(evaluate(compiled, knownFacts(facts))).not.toBeNull()
      }),
      { numRuns: 1_000 },
    )
  })

  it('the laws of three values hold', () => {
    const negated = { true: false, false: true, null: null } as const
    fc.assert(
      fc.property(conditions, conditions, knownCases, fc.nat(), (a, b, facts, seed) => {
        const some = Object.fromEntries(
          Object.entries(facts).filter((_, index) => ((seed >> index) & 1) === 1),
        ) as Facts
        const truth = (condition: Condition) => ask(condition, some)
        expect(truth(none(a))).toBe(negated[`${truth(a)}`])
        expect(truth(none(none(a)))).toBe(truth(a))
        expect(truth(all(a, b))).toBe(truth(all(b, a)))
        expect(truth(any(a, b))).toBe(truth(none(all(none(a), none(b)))))
        expect(truth(all(a, all(a, b)))).toBe(truth(all(a, b)))
        expect(truth(any(a, all(a, b)))).toBe(truth(a))
      }),
      { numRuns: 1_000 },
    )
  })

  it('a reason is given when there is an answer, and only then', () => {
    fc.assert(
      fc.property(conditions, knownCases, fc.nat(), (condition, facts, seed) => {
        const some = knownFacts(
          Object.fromEntries(
            Object.entries(facts).filter((_, index) => ((seed >> index) & 1) === 1),
          ) as Facts,
        )
        const compiled = compile(condition)
        expect(explain(compiled, some, names) !== '').toBe(evaluate(compiled, some) !== null)
      }),
      { numRuns: 1_000 },
    )
  })
})

it('the codes of the tests are those of the catalogue', () => {
  expect(codesOfTest('goal')).toContain('REFINANCING')
})
