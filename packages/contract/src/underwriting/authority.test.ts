import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Approvable, type AuthorityBounds, bestAuthority, lacksOf } from './authority.ts'

const authority: AuthorityBounds = {
  product: 'MORTGAGE',
  regions: [],
  maxExposure: '10000000.00',
  maxLoanToValue: '80',
  maxDebtLoad: '50',
  deviations: [],
  validFrom: '2026-01-01',
  validTo: null,
}
const approval: Approvable = {
  product: 'MORTGAGE',
  regionCode: '77',
  exposure: '10000000',
  loanToValue: '80.00',
  debtLoad: '50',
  deviations: [],
}

describe('an authority', () => {
  it.for<[string, Partial<AuthorityBounds>, Partial<Approvable>, string[]]>([
    ['suffices at its very bounds', {}, {}, []],
    ['is exceeded by a kopeck', {}, { exposure: '10000000.01' }, ['экспозиция']],
    ['is exceeded by a hundredth of a percent', {}, { debtLoad: '50.01' }, ['ПДН 50,01 %']],
    ['does not cover what is not known', {}, { loanToValue: null, debtLoad: null }, ['К/З не', 'ПДН не']],
    ['without a bound covers what is not known', { maxDebtLoad: null }, { debtLoad: null }, []],
    ['of some regions holds in no other', { regions: ['16'] }, {}, ['регион']],
    [
      'of some regions does not hold where none is known',
      { regions: ['77'] },
      { regionCode: null },
      ['регион'],
    ],
    ['of another product holds for none', { product: 'CASH_LOAN' }, {}, ['полномочия даны']],
    [
      'covers only its deviations',
      { deviations: ['PROGRAMME'] },
      { deviations: ['PROGRAMME', 'STOP_FACTOR'] },
      ['отклонение «Стоп'],
    ],
  ])('%s', ([, bounds, asked, lacks]) => {
    const found = lacksOf({ ...authority, ...bounds }, { ...approval, ...asked })
    expect(found).toEqual(lacks.map((begins) => expect.stringMatching(new RegExp(`^${begins}`))))
  })

  it('asks no К/З of a loan without collateral', () => {
    const loan = { ...approval, product: 'CASH_LOAN', loanToValue: null } as const
    expect(lacksOf({ ...authority, product: 'CASH_LOAN' }, loan)).toEqual([])
  })

  const money = fc
    .integer({ min: 1, max: 2_000_000_000 })
    .map((kopecks) => `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`)
  const share = fc
    .integer({ min: 0, max: 20_000 })
    .map((part) => `${Math.floor(part / 100)}.${String(part % 100).padStart(2, '0')}`)

  it('that suffices suffices for less too, whatever the sums', () => {
    fc.assert(
      fc.property(money, money, share, share, (bound, asked, load, bar) => {
        const bounds = { ...authority, maxExposure: bound, maxDebtLoad: bar }
        const holds = (exposure: string) =>
          lacksOf(bounds, { ...approval, exposure, debtLoad: load }).length === 0
        if (holds(asked)) expect(holds('0.01')).toBe(true)
        else expect(Number(asked) > Number(bound) || Number(load) > Number(bar)).toBe(true)
      }),
    )
  })

  it('is the one that lacks the least of several of the product', () => {
    const wide = { ...authority, maxExposure: null }
    expect(bestAuthority([authority, wide], { ...approval, exposure: '99000000' })).toEqual({
      authority: wide,
      lacks: [],
    })
    expect(bestAuthority([{ ...authority, product: 'CASH_LOAN' }], approval)).toBe(null)
  })
})
