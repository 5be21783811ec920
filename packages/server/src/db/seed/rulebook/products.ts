/** What a mortgage programme of the demo bank asks, as far as made-up cases have to meet it. */
export interface SeedProgramme {
  /** Of `product/type`. */
  readonly code: string
  readonly name: string
  /** How often it is asked for; where it is given at all. */
  readonly weight: number
  /** `loanGoals`. */
  readonly goal:
    | 'PRIMARY_MARKET'
    | 'SECONDARY_MARKET'
    | 'PRIMARY_MARKET_FINISHED'
    | 'REFINANCING'
    | 'COLLATERAL_AVAILABLE'
  readonly rate: string
  /** Hundredths of a percent of the price that the family pays itself. */
  readonly leastDown: number
  /** Roubles, by the region and the square metres of the home. */
  readonly most: (region: string, area: number) => number
  /** Codes of professions of the borrower; none: any. */
  readonly professions: readonly string[]
  /** Oldest at the end of the term. */
  readonly ageAtEnd: number
  /** Oldest borrower now. */
  readonly oldest: number
  /** Months, in whole years. */
  readonly months: readonly [least: number, most: number]
  readonly fits: (region: string) => boolean
  /** The family has a child of up to five. */
  readonly withChild: boolean
  /** Married people owe together. */
  readonly spouseOwes: boolean
  /** A participant of НИС pays the first share out of the savings. */
  readonly savings: boolean
  readonly object: 'FLAT' | 'HOUSE_WITH_LAND'
}

const capitals = ['77', '78']
const metropolitan = ['77', '50', '78', '47']
/** The regions of the Far East in which the demo bank has partners. */
const farEast = ['25', '27']
const million = 1_000_000
const everywhere = () => true
const market = {
  rate: '19.900',
  leastDown: 2_010,
  most: () => 30 * million,
  professions: [],
  ageAtEnd: 75,
  oldest: 58,
  months: [10, 30],
  fits: everywhere,
  withChild: false,
  spouseOwes: false,
  savings: false,
  object: 'FLAT',
} as const
const family = {
  ...market,
  rate: '6.000',
  most: (region: string) => (metropolitan.includes(region) ? 12 : 6) * million,
  oldest: 44,
  months: [15, 30],
  withChild: true,
  spouseOwes: true,
} as const
const military = {
  ...market,
  professions: ['military'],
  ageAtEnd: 50,
  oldest: 36,
  months: [10, 20],
  savings: true,
} as const

/** The mortgage programmes of the demo bank: the state's ones are for homes bought of a developer. */
export const seedProgrammes: readonly SeedProgramme[] = [
  {
    ...market,
    code: '1',
    name: 'Приобретение строящегося жилья',
    weight: 12,
    goal: 'PRIMARY_MARKET',
    rate: '19.500',
  },
  { ...market, code: '2', name: 'Приобретение готового жилья', weight: 26, goal: 'SECONDARY_MARKET' },
  { ...military, code: '5', name: 'Военная ипотека', weight: 11, goal: 'SECONDARY_MARKET', rate: '17.900' },
  {
    ...military,
    code: '6',
    name: 'Семейная военная ипотека',
    weight: 5,
    goal: 'PRIMARY_MARKET',
    rate: '6.000',
    most: family.most,
    withChild: true,
    spouseOwes: true,
  },
  {
    ...market,
    code: '9',
    name: 'Рефинансирование',
    weight: 6,
    goal: 'REFINANCING',
    rate: '18.900',
    leastDown: 2_500,
  },
  {
    ...market,
    code: '10',
    name: 'Целевой под залог имеющегося жилья',
    weight: 3,
    goal: 'COLLATERAL_AVAILABLE',
    rate: '20.900',
    leastDown: 3_500,
    months: [5, 20],
  },
  { ...family, code: '105', name: 'Семейная ипотека', weight: 26, goal: 'PRIMARY_MARKET' },
  {
    ...market,
    code: '106',
    name: 'IT-ипотека',
    weight: 7,
    goal: 'PRIMARY_MARKET',
    rate: '6.000',
    most: () => 9 * million,
    professions: ['it'],
    oldest: 43,
    fits: (region) => !capitals.includes(region),
  },
  {
    ...market,
    code: '107',
    name: 'Дальневосточная и арктическая ипотека',
    weight: 45,
    goal: 'PRIMARY_MARKET',
    rate: '2.000',
    most: (_, area) => (area > 60 ? 9 : 6) * million,
    professions: ['medicine', 'teaching', 'engineer', 'worker'],
    oldest: 33,
    months: [10, 20],
    fits: (region) => farEast.includes(region),
    spouseOwes: true,
  },
  {
    ...market,
    code: '108',
    name: 'Сельская ипотека',
    weight: 5,
    goal: 'PRIMARY_MARKET_FINISHED',
    rate: '3.000',
    most: () => 6 * million,
    professions: ['farm', 'teaching', 'medicine', 'driver'],
    oldest: 48,
    months: [10, 25],
    fits: (region) => !capitals.includes(region),
    object: 'HOUSE_WITH_LAND',
  },
]

/** A kind of consumer loan. */
export interface SeedLoan {
  /** Of `cashLoan/productType`. */
  readonly code: string
  readonly name: string
  readonly weight: number
  readonly rate: string
  /** Codes of professions; none: any. */
  readonly professions: readonly string[]
  readonly salaryClient: boolean
}

/** The consumer loans of the demo bank. */
export const seedLoans: readonly SeedLoan[] = [
  {
    code: 'CASH_BASE',
    name: 'Наличными — базовый',
    weight: 6,
    rate: '27.900',
    professions: [],
    salaryClient: false,
  },
  {
    code: 'CASH_SALARY',
    name: 'Наличными — зарплатный',
    weight: 3,
    rate: '24.900',
    professions: [],
    salaryClient: true,
  },
  {
    code: 'CASH_STATE',
    name: 'Наличными — бюджетникам',
    weight: 2,
    rate: '25.900',
    professions: ['medicine', 'teaching', 'state'],
    salaryClient: false,
  },
]

/** One of a list by its weight, for a number from 0 up to 1. */
export function weighed<T extends { readonly weight: number }>(list: readonly T[], at: number): T {
  let left = at * list.reduce((sum, { weight }) => sum + weight, 0)
  for (const one of list) {
    left -= one.weight
    if (left < 0) return one
  }
  const [last] = list.slice(-1)
  if (last === undefined) throw new Error('Nothing to choose from')
  return last
}
