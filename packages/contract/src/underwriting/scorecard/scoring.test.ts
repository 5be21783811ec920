import { describe, expect, it } from 'vitest'
import type { ScorecardFacts } from './characteristics.ts'
import { type ScorecardContent, scorecardIssues } from './content.ts'
import { betterText, binText, partText } from './score-words.ts'
import { adviceOf, oddsOf, scaleOf, scoreOf, scoreOfOdds } from './scoring.ts'

const nobody: ScorecardFacts = {
  AGE: null,
  SENIORITY: null,
  EDUCATION: null,
  MARITAL: null,
  DEPENDANTS: null,
  OWNERSHIP: null,
  DEBT_LOAD: null,
  LOAN_TO_VALUE: null,
  HISTORY_DEPTH: null,
  DELAYS: null,
  ENQUIRIES: null,
  INCOME_SOURCE: null,
  REGION: null,
}
const bin = (from: string | null, points: number) => ({ from, codes: [], points })
const card: ScorecardContent = {
  pdo: 20,
  targetScore: 600,
  targetOdds: 50,
  base: 500,
  characteristics: [
    {
      code: 'SENIORITY',
      bins: [bin(null, 0), bin('6', 12), bin('12', 24), bin('36', 40)],
      missing: 5,
      other: 0,
    },
    { code: 'DEBT_LOAD', bins: [bin(null, 60), bin('50', 30), bin('80.01', 0)], missing: 10, other: 0 },
    {
      code: 'EDUCATION',
      bins: [
        { from: null, codes: ['HIGHER_MASTER', 'HIGHER_SPECIALIST'], points: 30 },
        { from: null, codes: ['VOCATIONAL'], points: 15 },
      ],
      missing: 3,
      other: 8,
    },
  ],
  bands: [
    { from: 620, advice: 'APPROVE' },
    { from: 560, advice: 'REVIEW' },
    { from: null, advice: 'REJECT' },
  ],
}
const known = (more: Partial<ScorecardFacts>): ScorecardFacts => ({ ...nobody, ...more })
const name = (_: string, code: string) => `«${code}»`

describe('the scale', () => {
  it('of 600 at 50 to 1 with 20 to double is the one of the handbook', () => {
    expect(scaleOf(card)).toEqual({ factor: 28.8539, offset: 487.1229 })
  })
  it.each([
    [50, 600],
    [100, 620],
    [25, 580],
    [1, 487.1229],
  ])('puts odds of %i to the score %d and back', (odds, score) => {
    expect(scoreOfOdds(card, odds)).toBe(score)
    expect(oddsOf(card, score)).toBeCloseTo(odds, 2)
  })
})

describe('points', () => {
  it.each([
    ['SENIORITY', '0', 0],
    ['SENIORITY', '5', 0],
    ['SENIORITY', '6', 12],
    ['SENIORITY', '11', 12],
    ['SENIORITY', '12', 24],
    ['SENIORITY', '400', 40],
    ['SENIORITY', null, 5],
    ['SENIORITY', 'мусор', 5],
    ['DEBT_LOAD', '49.99', 60],
    ['DEBT_LOAD', '50', 30],
    // Beyond what a float tells apart.
    ['DEBT_LOAD', '80.0099999999999999999', 30],
    ['DEBT_LOAD', '80.01', 0],
    ['EDUCATION', 'HIGHER_SPECIALIST', 30],
    ['EDUCATION', 'VOCATIONAL', 15],
    ['EDUCATION', 'SOMETHING_ELSE', 8],
    ['EDUCATION', null, 3],
  ] as const)('of %s %s are %i', (code, value, points) => {
    const { parts } = scoreOf(card, known({ [code]: value }))
    expect(parts.find((one) => one.code === code)?.points).toBe(points)
  })

  it('add up with the base, and the band of the sum advises', () => {
    const { total, advice } = scoreOf(
      card,
      known({ SENIORITY: '40', DEBT_LOAD: '30', EDUCATION: 'HIGHER_MASTER' }),
    )
    expect([total, advice]).toEqual([630, 'APPROVE'])
    expect(scoreOf(card, nobody)).toMatchObject({ total: 518, advice: 'REJECT' })
  })

  it.each([
    [620, 'APPROVE'],
    [619, 'REVIEW'],
    [560, 'REVIEW'],
    [559, 'REJECT'],
  ])('at %i it advises %s', (score, advice) => {
    expect(adviceOf(card, score)).toBe(advice)
  })
})

describe('words', () => {
  it('say the value, its points and what would raise them', () => {
    const { parts } = scoreOf(card, known({ SENIORITY: '7', DEBT_LOAD: '55', EDUCATION: 'VOCATIONAL' }))
    expect(parts.map((part) => partText(part, name).replaceAll('\u00a0', ' '))).toEqual([
      'Стаж на последнем месте 7 месяцев: 12 из 40 баллов',
      'ПДН 55 %: 30 из 60 баллов',
      'Образование «VOCATIONAL»: 15 из 30 баллов',
    ])
    // Of education nobody is told to get another one.
    expect(parts.map((part) => betterText(card, part, name))).toEqual([
      'от 12 до 36: +12',
      'меньше 50: +30',
      null,
    ])
    expect(binText(card.characteristics[2] as never, 0, name)).toBe('«HIGHER_MASTER», «HIGHER_SPECIALIST»')
  })
})

describe('a scorecard that cannot be used', () => {
  const [seniority, , education] = card.characteristics
  const issues = (more: Partial<ScorecardContent>) =>
    scorecardIssues({ ...card, ...more }).map(({ path }) => path)
  it.each([
    [{}, []],
    [{ characteristics: [seniority, seniority] }, ['characteristics.1.code']],
    [
      { characteristics: [{ ...seniority, bins: [bin('1', 1), bin(null, 2), bin('1', 3)] }] },
      ['characteristics.0.bins.0.from', 'characteristics.0.bins.1.from'],
    ],
    [
      { characteristics: [{ ...seniority, bins: [bin(null, 1), bin('5', 2), bin('5', 3)] }] },
      ['characteristics.0.bins.2.from'],
    ],
    [
      { characteristics: [{ ...education, bins: [{ from: null, codes: [], points: 1 }] }] },
      ['characteristics.0.bins.0.codes'],
    ],
    [{ bands: [{ from: 500, advice: 'REVIEW' }] }, ['bands.0.from']],
    [
      {
        bands: [
          { from: 500, advice: 'APPROVE' },
          { from: 600, advice: 'REVIEW' },
          { from: null, advice: 'REJECT' },
        ],
      },
      ['bands.1.from'],
    ],
  ])('%j is told of by its path', (more, paths) => {
    expect(issues(more as Partial<ScorecardContent>)).toEqual(paths)
  })
})
