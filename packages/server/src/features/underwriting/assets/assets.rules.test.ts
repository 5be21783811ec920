import { describe, expect, it } from 'vitest'
import { assetsSheet, type AssetsQuestion, proofOf } from './assets.rules.ts'

const paper = (code: string, status: 'ACCEPTED' | 'UPLOADED' | 'REJECTED', more: object = {}) => ({
  id: 1,
  type: { code, name: code, categoryCode: 'ASSETS' },
  title: '',
  files: [],
  status,
  validity: 'NONE' as const,
  ...more,
})
const question = (more: Partial<AssetsQuestion> = {}): AssetsQuestion => ({
  section: {
    noAssets: false,
    assets: [
      { type: 'DEPOSIT', value: '1500000.50', share: 'WHOLE' },
      { type: 'FLAT', value: '7000000', share: 'JOINT', description: 'г. Самара' },
      { type: 'CAR', value: '900000', encumbered: true },
      { type: 'LAND', value: '400000' },
    ],
  },
  credit: { downPayment: '1000000', downPaymentSource: 'SAVINGS' },
  papers: [paper('ACCOUNT_STATEMENT', 'ACCEPTED'), paper('ASSET_REALTY', 'UPLOADED')],
  payment: '100000.00',
  nameOf: (_, code) => code,
  ...more,
})

describe('property of a participant', () => {
  it('is worth to the deal what is theirs alone and free', () => {
    const sheet = assetsSheet(question())
    expect(sheet.rows.map(({ type, use, worth, proof }) => [type, use, worth, proof])).toEqual([
      ['DEPOSIT', 'MONEY', '1500000.50', 'CONFIRMED'],
      ['FLAT', 'SHARED', null, 'BROUGHT'],
      ['CAR', 'PLEDGED', null, 'NONE'],
      ['LAND', 'SALE', '400000', 'BROUGHT'],
    ])
    expect(sheet).toMatchObject({
      total: '9800000.50',
      worth: '1900000.50',
      money: '1500000.50',
      confirmed: '1500000.50',
    })
  })

  it('covers the down payment by what its source is, and the rest lasts for some payments', () => {
    expect(assetsSheet(question())).toMatchObject({
      downPayment: { amount: '1000000', sourceName: 'Накопления', covered: '1000000' },
      reserveMonths: 5,
    })
    const sold = assetsSheet(
      question({ credit: { downPayment: '1000000', downPaymentSource: 'PROPERTY_SALE' } }),
    )
    expect(sold).toMatchObject({ downPayment: { covered: '400000' }, reserveMonths: 15 })
    const given = assetsSheet(question({ credit: { downPayment: '1000000', downPaymentSource: 'GIFT' } }))
    expect(given.downPayment?.covered).toBeNull()
    expect(assetsSheet(question({ credit: undefined, payment: null }))).toMatchObject({
      downPayment: null,
      reserveMonths: null,
    })
  })

  it('may be none, or not asked for yet', () => {
    const none = (section: AssetsQuestion['section']) => assetsSheet(question({ section })).none
    expect([none({ noAssets: true }), none(undefined), none(question().section)]).toEqual([true, null, false])
  })
})

it.each([
  [[], 'NONE'],
  [[{ status: 'REJECTED' }], 'REFUSED'],
  [[{ status: 'REJECTED' }, { status: 'CHECKING' }], 'BROUGHT'],
  [[{ status: 'UPLOADED' }, { status: 'ACCEPTED' }], 'CONFIRMED'],
  [[{ status: 'ACCEPTED', expired: true }], 'NONE'],
] as const)('papers %j confirm: %s', (papers, proof) => {
  expect(proofOf(papers.map((one) => ({ id: 1, title: '', expired: false, ...one })))).toBe(proof)
})
