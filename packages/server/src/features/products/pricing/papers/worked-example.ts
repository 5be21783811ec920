import { PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import {
  ProductContent,
  PromotionContent,
} from '@ipoteka-office/contract/products/version/version-content.ts'

/*
 * The worked example of «Подобрать ставку»: a product and a promotion that nobody sells, priced by the same function as those
 * that are sold. The help shows it, the tests of the function begin with it.
 */

/** The day of the example: within the promotion, whatever day it is read on. */
export const exampleDay = '2026-11-24'

const names = (name: string) => ({ staff: name, client: name })

export const exampleProduct = (more: object = {}): ProductContent =>
  ProductContent.parse({
    kind: 'PRODUCT',
    names: names('Готовое жильё'),
    audience: {},
    limits: [
      {
        name: 'Все регионы',
        regions: [],
        minAmount: '500000',
        maxAmount: '30000000',
        minMonths: 12,
        maxMonths: 360,
        minAge: 21,
        maxAgeAtEnd: 75,
        downPayments: [{ share: '20' }],
      },
    ],
    rate: {
      type: 'FIXED',
      floor: '19.900',
      matrix: {
        axes: [
          { kind: 'NUMBER', code: 'downPaymentShare', from: ['20', '30'] },
          { kind: 'NUMBER', code: 'termMonths', from: ['12', '241'] },
        ],
        cells: ['21.400', '21.900', '20.900', '21.300'],
      },
    },
    changes: [
      {
        key: 'registration',
        name: 'Электронная регистрация',
        category: 'electronic_registration',
        effect: 'REBATE',
        points: '0.300',
        condition: { kind: 'fact', fact: 'electronicRegistration', predicate: 'EQ', value: true },
      },
      {
        key: 'salary',
        name: 'Зарплатный клиент',
        category: 'SALARY_CLIENT',
        effect: 'REBATE',
        points: '0.300',
        condition: { kind: 'fact', fact: 'salaryClient', predicate: 'EQ', value: true },
        bestOf: 'client',
      },
    ],
    schedule: {},
    insurance: [
      { type: 'LIFE', required: false, surcharge: '1.000' },
      { type: 'MORTGAGEDPROPERTY', required: true, sumShare: '110' },
    ],
    ...more,
  })

export const examplePromotion = (more: object = {}): PromotionContent =>
  PromotionContent.parse({
    kind: 'PROMOTION',
    names: names('Осень'),
    audience: {},
    effect: { points: '-0.500', bestOf: 'client' },
    period: { from: '2026-09-01', to: '2026-11-30' },
    stacking: 'STACKABLE',
    ...more,
  })

/** What the client of the example wishes. */
export const exampleFacts = {
  amount: '7500000',
  propertyPrice: '10000000',
  termMonths: 240,
  region: '77',
  goal: 'SECONDARY_MARKET',
  salaryClient: true,
  electronicRegistration: true,
  lifeInsurance: false,
}
export const exampleQuestion = (): PriceQuestion => PriceQuestion.parse({ facts: exampleFacts })
