import { ProductContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import type { z } from 'zod'
import type { SeedRecord } from './seed-record.ts'

type Input = z.input<typeof ProductContent>

const content = (
  name: string,
  rate: Input['rate'],
  more: Partial<Input> = {},
  amounts: readonly [string, string] = ['50000', '5000000'],
) =>
  ProductContent.parse({
    kind: 'PRODUCT',
    names: { staff: name, client: name },
    audience: {},
    limits: [
      {
        name: 'Все регионы',
        regions: [],
        minAmount: amounts[0],
        maxAmount: amounts[1],
        minMonths: 6,
        maxMonths: 84,
        minAge: 21,
        maxAgeAtEnd: 70,
        maxDebtors: 1,
      },
    ],
    rate,
    changes: [
      {
        key: 'insured',
        name: 'Личное страхование',
        category: 'LIFE_INSURANCE',
        effect: 'REBATE',
        points: '2.000',
        condition: { kind: 'fact', fact: 'loanInsurance', predicate: 'EQ', value: true },
      },
    ],
    schedule: {},
    insurance: [{ type: 'LIFE', required: false, sumShare: '100' }],
    documents: [{ code: 'KOD_INDIVIDUAL_TERMS' }, { code: 'KOD_SCHEDULE' }, { code: 'KOD_PSK' }],
    ...more,
  })
const byAmount = (base: number, floor: string): Input['rate'] => ({
  type: 'FIXED',
  matrix: {
    axes: [
      { kind: 'NUMBER', code: 'amount', from: ['0', '300000', '1000000'] },
      { kind: 'NUMBER', code: 'termMonths', from: ['1', '37'] },
    ],
    cells: [0, 1, 2].flatMap((row) => [base - row, base - row + 0.5].map((rate) => rate.toFixed(3))),
  },
  floor,
  margin: '6.400',
})
const card = (rate: string, more: Partial<NonNullable<Input['card']>> = {}): Partial<Input> => ({
  rate: { type: 'FIXED', matrix: { axes: [], cells: [rate] }, floor: rate, margin: '9.100' },
  changes: [],
  insurance: [],
  card: {
    productType: 'CREDIT',
    tariff: 'BASE',
    level: 'CLASSIC',
    paymentSystem: 'MIR',
    creditType: 'REVOLVING',
    graceDays: 100,
    minFullCost: '24.900',
    maxFullCost: '39.900',
    ...more,
  },
})
const cash = (
  [code, typeCode, name]: readonly [code: string, type: string, name: string],
  rate: Input['rate'],
  more: Partial<Input> = {},
  rest: Partial<SeedRecord> = {},
): SeedRecord => ({
  kind: 'PRODUCT',
  lending: 'CASH_LOAN',
  code,
  typeCode,
  content: content(name, rate, more),
  ...rest,
})

/** Cash loans and cards of the demo bank. */
export const demoLoans: readonly SeedRecord[] = [
  cash(
    ['CASH-BASE', 'CASH_BASE', 'Кредит наличными'],
    byAmount(29.9, '24.900'),
    {},
    { versions: 4, ahead: 'ON_APPROVAL' },
  ),
  cash(['CASH-SALARY', 'CASH_SALARY', 'Кредит наличными зарплатным клиентам'], byAmount(26.9, '22.900'), {
    audience: { clientCategories: ['SALARY'] },
    eligibility: [{ asker: 'salaryClient', values: {} }],
  }),
  cash(['CASH-STATE', 'CASH_STATE', 'Кредит наличными бюджетникам'], byAmount(27.9, '23.900'), {
    audience: { clientCategories: ['STATE'] },
  }),
  cash(
    ['CASH-REFINANCE', 'CASH_REFINANCE', 'Рефинансирование кредитов'],
    byAmount(25.9, '21.900'),
    { audience: { goals: ['REFINANCING'] } },
    { ahead: 'DRAFT' },
  ),
  cash(['CASH-MORTGAGE', 'CASH_MORTGAGE_CLIENT', 'Кредит клиентам с ипотекой'], byAmount(24.9, '20.900'), {
    audience: { clientCategories: ['REPEAT'] },
  }),
  cash(['CASH-PENSION', 'CASH_PENSIONER', 'Кредит пенсионерам'], byAmount(26.4, '22.400'), {
    audience: { clientCategories: ['PENSIONER'] },
    eligibility: [
      {
        asker: 'employmentOnly',
        values: { types: ['PENSIONER', 'PENSIONER_WORKING'], words: 'Заёмщик — пенсионер' },
      },
    ],
  }),
  {
    kind: 'PRODUCT',
    lending: 'CREDIT_CARD',
    code: 'CARD-100',
    typeCode: 'CREDIT',
    content: content('Карта «100 дней»', byAmount(34.9, '34.900'), card('34.900'), ['10000', '1000000']),
  },
  {
    kind: 'PRODUCT',
    lending: 'CREDIT_CARD',
    code: 'CARD-INSTALMENT',
    typeCode: 'INSTALLMENT',
    content: content(
      'Карта рассрочки',
      byAmount(32.9, '32.900'),
      card('32.900', { productType: 'INSTALLMENT', creditType: 'INSTALLMENT', graceDays: 365 }),
      ['10000', '300000'],
    ),
  },
]
