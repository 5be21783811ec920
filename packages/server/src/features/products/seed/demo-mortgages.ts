import { ProductContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import type { z } from 'zod'
import { mortgageEligibility } from './mortgage-eligibility.ts'
import type { SeedRecord } from './seed-record.ts'
import { familyTerms, farEastTerms, itTerms, marketTerms, ruralTerms, savingsTerms } from './state-terms.ts'

type Input = z.input<typeof ProductContent>
type Limits = Input['limits'][number]
type Change = NonNullable<Input['changes']>[number]

const limits = (more: Partial<Limits> = {}): Limits => ({
  name: 'Все регионы',
  regions: [],
  minAmount: '500000',
  maxAmount: marketTerms.limit,
  minMonths: 12,
  maxMonths: 360,
  downPayments: [{ share: marketTerms.downPayment }],
  maxLoanToValue: '80',
  minAge: 21,
  maxAgeAtEnd: Number(marketTerms.oldestAtEnd),
  maxDebtors: 4,
  ...more,
})
/** By down payment and term: the more is paid at once and the shorter the term, the lower the rate. */
const byDownPayment = (base: number, step = 0.5, long = 0.3): Input['rate']['matrix'] => ({
  axes: [
    { kind: 'NUMBER', code: 'downPaymentShare', from: ['0', '30', '50'] },
    { kind: 'NUMBER', code: 'termMonths', from: ['1', '241'] },
  ],
  cells: [0, 1, 2].flatMap((row) =>
    [base - row * step, base - row * step + long].map((rate) => rate.toFixed(3)),
  ),
})
const single = (rate: string): Input['rate']['matrix'] => ({ axes: [], cells: [rate] })
const subsidised = (rate: string): Input['rate'] => ({
  type: 'SUBSIDIZED',
  matrix: single(rate),
  floor: rate,
  margin: '2.500',
})

const registration: Change = {
  key: 'e-registration',
  name: 'Электронная регистрация',
  category: 'electronic_registration',
  effect: 'REBATE',
  points: '0.300',
  condition: { kind: 'fact', fact: 'electronicRegistration', predicate: 'EQ', value: true },
}
const salary: Change = {
  key: 'salary',
  name: 'Зарплатный клиент',
  category: 'SALARY_CLIENT',
  effect: 'REBATE',
  points: '0.300',
  bestOf: 'season',
}
const noPapers: Change = {
  key: 'no-income',
  name: 'Без подтверждения дохода',
  category: 'NO_INCOME_CONFIRM',
  effect: 'SURCHARGE',
  points: '0.700',
}
const market = [registration, salary]
const insured: Input['insurance'] = [
  { type: 'MORTGAGEDPROPERTY', required: true, sumShare: '110' },
  { type: 'LIFE', required: false, sumShare: '110', surcharge: '1.000' },
]
const papers: Input['documents'] = [
  { code: 'KOD_KD_MORTGAGE' },
  { code: 'KOD_INDIVIDUAL_TERMS' },
  { code: 'KOD_SCHEDULE' },
  { code: 'KOD_PSK' },
  {
    code: 'KOD_MORTGAGE_AGREEMENT',
    condition: { kind: 'fact', fact: 'market', predicate: 'EQ', value: 'SECONDARY' },
  },
  { code: 'KOD_PLEDGE_RIGHTS', condition: { kind: 'fact', fact: 'escrow', predicate: 'EQ', value: true } },
  { code: 'KOD_SURETY', condition: { kind: 'fact', fact: 'hasGuarantor', predicate: 'EQ', value: true } },
]

const product = (
  code: string,
  typeCode: string,
  name: string,
  {
    client = name,
    about = '',
    ...content
  }: Partial<Omit<Input, 'kind' | 'names'>> & {
    rate: Input['rate']
    client?: string
    about?: string
  },
  more: Partial<SeedRecord> = {},
): SeedRecord => ({
  kind: 'PRODUCT',
  lending: 'MORTGAGE',
  code,
  typeCode,
  content: ProductContent.parse({
    kind: 'PRODUCT',
    names: { staff: name, client, about },
    audience: { pledges: ['BANK'] },
    limits: [limits()],
    changes: market,
    schedule: {},
    insurance: insured,
    documents: papers,
    eligibility: [...(mortgageEligibility[typeCode] ?? [])],
    ...content,
  }),
  ...more,
})

const metropolitan = [...familyTerms.metropolitan]
const paid = (share: string) => ({ downPayments: [{ share }] })
const familyLimits = [
  limits({
    name: 'Москва, Санкт-Петербург и их области',
    regions: metropolitan,
    maxAmount: familyTerms.metropolitanLimit,
    ...paid(familyTerms.downPayment),
  }),
  limits({ name: 'Остальные регионы', maxAmount: familyTerms.limit, ...paid(familyTerms.downPayment) }),
]
/** Above the state's share the bank lends at a rate of its own. */
const withSecondRate = (typeCode: string) =>
  (mortgageEligibility[typeCode] ?? []).filter(({ asker }) => asker !== 'maxRate')
const primary = ['PRIMARY_MARKET', 'PRIMARY_MARKET_FINISHED']
const newHomes = {
  goals: primary,
  objectTypes: ['FLAT', 'DDU_RIGHT', 'HOUSE_WITH_LAND'],
  pledges: ['BANK' as const],
}
const readyHomes = { goals: ['SECONDARY_MARKET', 'PRIMARY_MARKET_FINISHED'], pledges: ['BANK' as const] }
const savings = limits({
  maxMonths: 300,
  maxAgeAtEnd: Number(savingsTerms.oldest),
  // The savings pay the down payment, whatever its share is.
  downPayments: [],
  maxLoanToValue: null,
})
const fixed = (base: number, floor: string): Input['rate'] => ({
  type: 'FIXED',
  matrix: byDownPayment(base),
  floor,
  margin: '2.100',
})

/** The mortgages of the demo bank: every type of the dictionary, the main ones more than once. */
export const demoMortgages: readonly SeedRecord[] = [
  product(
    'NEW-BUILD',
    '1',
    'Новостройка',
    {
      rate: fixed(21, '19.500'),
      audience: newHomes,
      about: 'Квартира в строящемся доме по договору долевого участия.',
    },
    { versions: 4 },
  ),
  product('NEW-BUILD-DEV', '1', 'Новостройка с субсидией застройщика', {
    client: 'Новостройка: ставка ниже первые два года',
    rate: {
      ...fixed(21, '12.000'),
      type: 'DEVELOPER_SUBSIDIZED',
      subsidized: { rate: '12.000', months: 24 },
    },
    audience: { ...newHomes, partnerIds: [4, 5] },
  }),
  product(
    'READY',
    '2',
    'Готовое жильё',
    {
      rate: fixed(21.4, '19.900'),
      audience: readyHomes,
      about: 'Квартира или дом на вторичном рынке и готовое жильё от застройщика.',
    },
    { versions: 5, ahead: 'FUTURE' },
  ),
  product(
    'READY-TWO-PAPERS',
    '2',
    'Готовое жильё по двум документам',
    {
      rate: fixed(22.1, '20.900'),
      audience: readyHomes,
      limits: [limits({ downPayments: [{ share: '30' }], maxLoanToValue: '70', maxAmount: '15000000' })],
      changes: [...market, noPapers],
    },
    { ahead: 'ON_APPROVAL' },
  ),
  product(
    'COUNTRY-HOUSE',
    '3',
    'Загородный дом',
    {
      rate: fixed(21.8, '20.400'),
      audience: { ...readyHomes, objectTypes: ['HOUSE', 'HOUSE_WITH_LAND', 'BLOCKED_HOUSE'] },
      limits: [limits({ downPayments: [{ share: '25' }], maxLoanToValue: '75' })],
    },
    { ahead: 'DRAFT' },
  ),
  product('OWN-BUILDING', '4', 'Строительство дома (ИЖС)', {
    rate: fixed(22, '20.900'),
    audience: { goals: primary, objectTypes: ['HOUSE', 'HOUSE_WITH_LAND', 'LAND'] },
    limits: [limits({ maxAmount: '20000000', downPayments: [{ share: '30' }], maxLoanToValue: '70' })],
  }),
  product(
    'MILITARY',
    '5',
    'Военная ипотека',
    {
      rate: { type: 'FIXED', matrix: single('17.900'), floor: '17.900', margin: '1.400' },
      limits: [savings],
      changes: [],
    },
    { department: 'NIS', versions: 4 },
  ),
  product(
    'MILITARY-FAMILY',
    '6',
    'Семейная военная ипотека',
    {
      rate: subsidised(`${familyTerms.rate}.000`),
      limits: familyLimits.map(({ name, regions, maxAmount }) => ({ ...savings, name, regions, maxAmount })),
      changes: [],
      audience: newHomes,
    },
    { department: 'NIS' },
  ),
  product(
    'MILITARY-SPECIAL',
    '7',
    'Военная ипотека с нестандартным взносом',
    {
      rate: { type: 'FIXED', matrix: single('18.400'), floor: '18.400', margin: '1.400' },
      limits: [savings],
      changes: [],
    },
    { department: 'NIS', ahead: 'CORRECTION' },
  ),
  product(
    'REFINANCE',
    '9',
    'Рефинансирование ипотеки',
    {
      rate: { ...fixed(19.8, '18.900') },
      audience: { goals: ['REFINANCING'] },
      limits: [limits({ downPayments: [], maxLoanToValue: marketTerms.refinancingLoanToValue })],
    },
    { versions: 4 },
  ),
  product(
    'REFINANCE-PLUS',
    '9',
    'Рефинансирование с суммой на личные цели',
    {
      rate: fixed(20.6, '19.600'),
      audience: { goals: ['REFINANCING'] },
      limits: [limits({ downPayments: [], maxLoanToValue: '70' })],
    },
    { ahead: 'APPROVED' },
  ),
  product('PLEDGE', '10', 'Целевой под залог имеющегося жилья', {
    rate: fixed(21.9, '20.900'),
    audience: { goals: ['COLLATERAL_AVAILABLE'] },
    limits: [limits({ downPayments: [], maxLoanToValue: marketTerms.pledgeLoanToValue, maxMonths: 240 })],
  }),
  product('PLEDGE-PREMIUM', '10', 'Под залог премиального жилья', {
    rate: { ...fixed(3.5, '18.000'), type: 'VARIABLE', basis: 'KEY_RATE_PLUS' },
    audience: { goals: ['COLLATERAL_AVAILABLE'], channels: ['RETAIL'] },
    limits: [limits({ downPayments: [], minAmount: '10000000', maxLoanToValue: '60', maxMonths: 240 })],
  }),
  product(
    'FAMILY',
    '105',
    'Семейная ипотека',
    {
      rate: subsidised(`${familyTerms.rate}.000`),
      limits: familyLimits,
      changes: [],
      audience: newHomes,
      about: `Для семей с детьми, ${familyTerms.act}.`,
    },
    { versions: 5 },
  ),
  product('FAMILY-ABOVE', '105', 'Семейная ипотека со второй ставкой', {
    rate: { ...subsidised(`${familyTerms.rate}.000`), type: 'COMBINED', secondRate: '21.400' },
    limits: familyLimits.map((one) => ({ ...one, subsidizedAmount: one.maxAmount, maxAmount: '30000000' })),
    eligibility: withSecondRate('105'),
    changes: [],
    audience: newHomes,
  }),
  product(
    'FAMILY-BUILDING',
    '105',
    'Семейная ипотека: строительство дома',
    {
      rate: subsidised(`${familyTerms.rate}.000`),
      limits: familyLimits,
      changes: [],
      audience: { goals: primary, objectTypes: ['HOUSE', 'HOUSE_WITH_LAND'] },
    },
    { ended: true },
  ),
  product(
    'IT',
    '106',
    'IT-ипотека',
    {
      rate: subsidised(`${itTerms.rate}.000`),
      limits: [limits({ maxAmount: itTerms.limit, ...paid(itTerms.downPayment) })],
      changes: [],
      audience: newHomes,
    },
    { ahead: 'ON_APPROVAL' },
  ),
  product('IT-ABOVE', '106', 'IT-ипотека со второй ставкой', {
    rate: { ...subsidised(`${itTerms.rate}.000`), type: 'COMBINED', secondRate: '21.400' },
    limits: [
      limits({ subsidizedAmount: itTerms.limit, maxAmount: '18000000', ...paid(itTerms.downPayment) }),
    ],
    eligibility: withSecondRate('106'),
    changes: [],
    audience: newHomes,
  }),
  product(
    'FAR-EAST',
    '107',
    'Дальневосточная ипотека',
    {
      rate: subsidised(`${farEastTerms.rate}.000`),
      limits: [
        limits({ maxAmount: farEastTerms.largeLimit, maxMonths: 240, ...paid(farEastTerms.downPayment) }),
      ],
      changes: [],
      audience: { ...newHomes, regions: ['03', '14', '25', '27', '28', '41', '49', '65', '75', '79', '87'] },
    },
    { versions: 4 },
  ),
  product('ARCTIC', '107', 'Арктическая ипотека', {
    rate: subsidised(`${farEastTerms.rate}.000`),
    limits: [
      limits({ maxAmount: farEastTerms.largeLimit, maxMonths: 240, ...paid(farEastTerms.downPayment) }),
    ],
    changes: [],
    audience: { ...newHomes, regions: ['51', '83', '89', '10', '11', '29'] },
  }),
  product('RURAL', '108', 'Сельская ипотека', {
    rate: subsidised('3.000'),
    limits: [limits({ maxAmount: ruralTerms.limit, maxMonths: 300, ...paid(ruralTerms.downPayment) })],
    changes: [],
    audience: {
      goals: ['PRIMARY_MARKET_FINISHED', 'SECONDARY_MARKET'],
      objectTypes: ['HOUSE_WITH_LAND', 'HOUSE'],
    },
  }),
  product('APARTMENTS', '109', 'Апартаменты', {
    rate: fixed(22.4, '21.400'),
    audience: { objectTypes: ['APARTMENT'] },
    limits: [limits({ downPayments: [{ share: '30' }], maxLoanToValue: '70' })],
  }),
  product('PARKING', '110', 'Машино-место', {
    rate: fixed(23.4, '22.400'),
    audience: { objectTypes: ['PARKING'] },
    limits: [
      limits({ minAmount: '300000', maxAmount: '5000000', maxMonths: 180, downPayments: [{ share: '25' }] }),
    ],
  }),
  product('COMMERCIAL', '111', 'Коммерческая недвижимость', {
    rate: fixed(23.9, '22.900'),
    audience: { objectTypes: ['UNINHABITED_PREMISE'] },
    limits: [limits({ maxMonths: 180, downPayments: [{ share: '35' }], maxLoanToValue: '65' })],
  }),
]
