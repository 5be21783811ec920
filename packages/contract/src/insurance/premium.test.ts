import { describe, expect, it } from 'vitest'
import {
  linesOverlap,
  percentOf,
  premiumOf,
  type RiskFacts,
  sumToInsure,
  type TariffLine,
} from './premium.ts'

const line = (more: Partial<TariffLine> = {}): TariffLine => ({
  line: 2,
  type: 'LIFE',
  product: null,
  ageFrom: null,
  ageTo: null,
  sex: null,
  occupation: null,
  object: null,
  builtFrom: null,
  builtTo: null,
  material: null,
  rate: '0.21',
  minPremium: null,
  from: '2026-01-01',
  to: null,
  ...more,
})
const facts = (more: Partial<RiskFacts> = {}): RiskFacts => ({
  type: 'LIFE',
  product: '105',
  age: 35,
  sex: 'MALE',
  occupation: null,
  object: null,
  builtIn: null,
  material: null,
  sum: '5500000',
  day: '2026-11-24',
  ...more,
})

describe('a percent of a sum', () => {
  it.each([
    ['5500000', '0.21', '11550.00'],
    ['0.05', '10', '0.01'],
    ['0.04', '10', '0.00'],
    ['1000000.01', '0.1234', '1234.00'],
    ['9999999999999.99', '1000', '99999999999999.90'],
  ])('%s × %s %% is %s', (sum, percent, answer) => expect(percentOf(sum, percent)).toBe(answer))

  it('above the debt is insured too', () => expect(sumToInsure('5000000', '10')).toBe('5500000.00'))
})

describe('the premium of a year', () => {
  it('is the sum by the rate of the line that fits, with its steps', () => {
    const lines = [line({ ageTo: 30, rate: '0.1' }), line({ line: 3, ageFrom: 31, ageTo: 40, rate: '0.21' })]
    expect(premiumOf(lines, facts())).toEqual({
      state: 'PREMIUM',
      premium: '11550.00',
      line: 3,
      steps: [
        { label: 'Страховая сумма', value: '5\u00a0500\u00a0000\u00a0₽', source: 'долг и запас' },
        { label: 'Тариф', value: '0,21\u00a0% в год', source: 'строка 3: возраст 31–40' },
        { label: 'Премия по тарифу', value: '11\u00a0550,00\u00a0₽', source: 'сумма × тариф' },
      ],
    })
  })

  it('is never below the least one', () => {
    const answer = premiumOf([line({ minPremium: '20000' })], facts())
    expect(answer).toMatchObject({ premium: '20000.00' })
    expect(answer.state === 'PREMIUM' && answer.steps.at(-1)?.label).toBe('Минимальная премия')
  })

  it('is not known while something that a line asks is not', () => {
    const lines = [line({ sex: 'MALE' }), line({ line: 3, sex: 'FEMALE', rate: '0.1' })]
    expect(premiumOf(lines, facts({ sex: null }))).toEqual({
      state: 'UNKNOWN',
      reason: 'Чтобы посчитать премию, укажите: пол',
      lacks: ['пол'],
    })
  })

  it.each([
    ['another kind', { type: 'OWNERSHIP' as const }],
    ['a day before the line', { day: '2025-12-31' }],
    ['an age that nobody takes', { age: 71 }],
  ])('of %s there is none', (_, more) =>
    expect(premiumOf([line({ ageTo: 70 })], facts(more)).state).toBe('NONE'),
  )

  it('ends with the last day of its line, that day included', () => {
    const lines = [line({ to: '2026-11-24' })]
    expect(premiumOf(lines, facts()).state).toBe('PREMIUM')
    expect(premiumOf(lines, facts({ day: '2026-11-25' })).state).toBe('NONE')
  })
})

describe('two lines', () => {
  it.each<[string, Partial<TariffLine>, Partial<TariffLine>, boolean]>([
    ['of neighbouring ages', { ageTo: 30 }, { ageFrom: 31 }, false],
    ['that share an age', { ageTo: 30 }, { ageFrom: 30 }, true],
    ['of a programme and of all', { product: '105' }, {}, true],
    ['of two sexes', { sex: 'MALE' }, { sex: 'FEMALE' }, false],
    ['of two kinds', { type: 'LIFE' }, { type: 'OWNERSHIP' }, false],
    ['that follow each other by days', { to: '2026-06-30' }, { from: '2026-07-01' }, false],
    ['that share a day', { to: '2026-07-01' }, { from: '2026-07-01' }, true],
    ['of a range and of another thing', { builtTo: 1960 }, { object: 'HOUSE', builtFrom: 1961 }, false],
  ])('%s overlap: see the last column', (_, one, other, answer) => {
    expect(linesOverlap(line(one), line(other))).toBe(answer)
    expect(linesOverlap(line(other), line(one))).toBe(answer)
  })
})
