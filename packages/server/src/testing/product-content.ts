import type { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'

/** The content of one kind of product. */
export type Content<K extends VersionContent['kind']> = Extract<VersionContent, { kind: K }>

/** Whole terms of a product; `more` takes the place of parts of them. */
export const productContent = (more: Partial<Content<'PRODUCT'>> = {}): Content<'PRODUCT'> =>
  ({
    kind: 'PRODUCT',
    names: { staff: 'Готовое жильё', client: 'Квартира на вторичном рынке', about: '' },
    audience: {
      channels: [],
      regions: [],
      partnerIds: [],
      clientCategories: [],
      goals: ['SECONDARY_MARKET'],
      objectTypes: ['FLAT'],
      pledges: ['BANK'],
      qrCode: null,
    },
    limits: [
      {
        name: 'Все регионы',
        regions: [],
        minAmount: '500000',
        maxAmount: '30000000',
        subsidizedAmount: null,
        minMonths: 12,
        maxMonths: 360,
        monthsStep: 1,
        downPayments: [{ objectTypes: [], incomeVerifications: [], share: '20' }],
        maxLoanToValue: '80',
        minAge: 21,
        maxAgeAtEnd: 75,
        maxDebtLoad: null,
        maxDebtors: 4,
      },
    ],
    rate: {
      type: 'FIXED',
      basis: 'RATE',
      matrix: {
        axes: [
          { kind: 'NUMBER', code: 'downPaymentShare', from: ['20', '30'] },
          { kind: 'NUMBER', code: 'termMonths', from: ['1', '241'] },
        ],
        cells: ['21.400', '21.700', '20.900', '21.200'],
      },
      floor: '19.900',
      margin: '2.345',
      subsidized: null,
      secondRate: null,
    },
    changes: [],
    schedule: {
      kind: 'ANNUITY',
      dayCount: 'ACT_ACT',
      rounding: 'TO_COINS',
      firstPayment: 'AUTO',
      paymentDays: [],
      nonWorkingDays: 'KEEP',
    },
    fees: [],
    insurance: [],
    eligibility: [],
    conditions: [],
    fields: [],
    documents: [],
    card: null,
    oldTermsDays: 90,
    ...more,
  }) satisfies Content<'PRODUCT'>
