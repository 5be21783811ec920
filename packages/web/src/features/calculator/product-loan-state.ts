import type { calculateByProduct } from '@ipoteka-office/contract/calculator/by-product.ts'
import type { ProductLoan } from '@ipoteka-office/contract/calculator/by-product.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import type { OfferValues } from './calculator-state.ts'

export type ProductLoanInput = RequestOf<typeof calculateByProduct>['body']
type Category = NonNullable<ProductLoanInput['clientCategory']>

/** What is told of a client and a deal when the loan is by a product; an empty product: the terms are typed. */
export interface ByProduct {
  productId: string
  lending: 'MORTGAGE' | 'CASH_LOAN'
  propertyPrice: string | null
  region: string
  goal: string
  objectType: string
  age: number | null
  clientCategory: Category | ''
  incomeVerification: string
  lifeInsurance: boolean | null
  electronicRegistration: boolean | null
  optionIds: number[]
  /** Rebates that the client alone can tell of, by their categories. */
  choices: Record<string, boolean>
}

export const noProduct: ByProduct = {
  productId: '',
  lending: 'MORTGAGE',
  propertyPrice: null,
  region: '',
  goal: '',
  objectType: '',
  age: null,
  clientCategory: '',
  incomeVerification: '',
  lifeInsurance: null,
  electronicRegistration: null,
  optionIds: [],
  choices: {},
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** What is told of the deal whichever way it is counted. */
interface Told {
  readonly by: ByProduct
  readonly amount: string | null
  readonly months: number | null
}

/** The product that is chosen with what is known, as every calculator asks of it. */
export function askedOf({ by, amount, months }: Told) {
  const said = {
    amount,
    termMonths: months,
    age: by.age,
    lifeInsurance: by.lifeInsurance,
    region: by.region,
    incomeVerification: by.incomeVerification,
    [by.lending === 'MORTGAGE' ? 'goal' : 'loanGoal']: by.goal,
    salaryClient: by.clientCategory === '' ? null : by.clientCategory === 'SALARY',
    ...(by.lending === 'MORTGAGE' && {
      propertyPrice: by.propertyPrice,
      electronicRegistration: by.electronicRegistration,
    }),
  }
  return {
    lending: by.lending,
    productId: Number(by.productId),
    facts: Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null && value !== '')),
    clientCategory: by.clientCategory === '' ? null : by.clientCategory,
    objectType: by.objectType === '' ? null : by.objectType,
    optionIds: by.optionIds,
    choices: by.choices,
  }
}

/** What the server is asked of the product that is chosen; null: none is, or there is no day of issue. */
export function toProductLoan(values: OfferValues): ProductLoanInput | null {
  const { by, issueDate, paymentDay } = values
  if (by.productId === '' || !isDay(issueDate)) return null
  return {
    ...askedOf(values),
    issueDate,
    paymentDay,
    earlyRepayments: values.earlyRepayments.flatMap(({ date, amount: sum, mode, source }) =>
      sum !== null && isDay(date) ? [{ date, amount: sum, mode, source }] : [],
    ),
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** What every calculator by a product was asked. */
type Kept = Pick<
  ProductLoan,
  'lending' | 'productId' | 'facts' | 'clientCategory' | 'objectType' | 'optionIds' | 'choices'
>

/** What a kept calculation was told of the deal: the way back from {@link askedOf}. */
export function toldIn(loan: Kept): Told {
  const { facts, lending } = loan
  return {
    amount: textOf(facts['amount']),
    months: numberOf(facts['termMonths']),
    by: {
      productId: String(loan.productId),
      lending: lending === 'MORTGAGE' ? 'MORTGAGE' : 'CASH_LOAN',
      propertyPrice: textOf(facts['propertyPrice']),
      region: textOf(facts['region']) ?? '',
      goal: textOf(facts[lending === 'MORTGAGE' ? 'goal' : 'loanGoal']) ?? '',
      objectType: loan.objectType ?? '',
      age: numberOf(facts['age']),
      clientCategory: loan.clientCategory ?? '',
      incomeVerification: textOf(facts['incomeVerification']) ?? '',
      lifeInsurance: flagOf(facts['lifeInsurance']),
      electronicRegistration: flagOf(facts['electronicRegistration']),
      optionIds: loan.optionIds,
      choices: loan.choices,
    },
  }
}

/** The form of a loan by a product that was kept. */
export const ofProductLoan = (loan: ProductLoan, empty: OfferValues): OfferValues => ({
  ...empty,
  ...toldIn(loan),
  issueDate: loan.issueDate,
  paymentDay: loan.paymentDay,
  earlyRepayments: loan.earlyRepayments,
})
