import type { ReleasedVersion } from '#features/products/stored-products.ts'
import {
  OptionContent,
  ProductContent,
  PromotionContent,
} from '@ipoteka-office/contract/products/version/version-content.ts'
import { catalogueOf, readyVersion } from '#features/products/pricing/catalogue.ts'

const names = (name: string) => ({ staff: name, client: name })
const salary = { kind: 'fact', fact: 'salaryClient', predicate: 'EQ', value: true } as const

/** Rates of 5 000 cells: ten down payments, ten terms, ten sums, five ways of confirming income. */
function bigMatrix(at: number) {
  const tens = Array.from({ length: 10 }, (_, part) => part)
  return {
    axes: [
      { kind: 'NUMBER', code: 'downPaymentShare', from: tens.map((part) => String(15 + part * 5)) },
      { kind: 'NUMBER', code: 'termMonths', from: tens.map((part) => String(12 + part * 36)) },
      { kind: 'NUMBER', code: 'amount', from: tens.map((part) => String(part * 2_000_000)) },
      {
        kind: 'CODE',
        code: 'incomeVerification',
        groups: ['1', '2', '3', '4', ''].map((code) => ({
          name: `Группа ${code}`,
          codes: code === '' ? [] : [code],
        })),
      },
    ],
    cells: Array.from({ length: 5_000 }, (_, cell) =>
      ((18_000 + at * 7 + (cell % 97) * 10) / 1000).toFixed(3),
    ),
  }
}

export const bigProduct = (at: number) =>
  ProductContent.parse({
    kind: 'PRODUCT',
    names: names(`Продукт ${at}`),
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
        downPayments: [{ share: '15' }],
      },
    ],
    rate: { type: 'FIXED', floor: '10', matrix: bigMatrix(at) },
    changes: Array.from({ length: 8 }, (_, change) => ({
      key: `change-${change}`,
      name: `Скидка ${change}`,
      category: 'SALARY_CLIENT',
      effect: change % 4 === 3 ? 'SURCHARGE' : 'REBATE',
      points: `0.${change + 1}`,
      condition: salary,
      bestOf: change < 3 ? 'client' : null,
    })),
    schedule: {},
    insurance: [{ type: 'LIFE', required: false, surcharge: '1' }],
  })

const fits = (at: number, count: number) => [1 + (at % count), 1 + ((at * 7) % count)]

/** What a big bank sells: products of 5 000 cells, options and promotions of some of them. */
export function bigCatalogue({
  products,
  options,
  promotions,
}: Record<'products' | 'options' | 'promotions', number>) {
  const versions: ReleasedVersion[] = []
  const add = (content: ReleasedVersion['content']) => {
    const id = versions.length + 1
    versions.push({
      id,
      productId: id,
      code: `P-${id}`,
      typeCode: '2',
      lending: 'MORTGAGE',
      number: 1,
      validFrom: '2026-01-01',
      inForceTo: null,
      oldTermsDays: content.oldTermsDays,
      content,
    })
  }
  for (let at = 0; at < products; at += 1) add(bigProduct(at))
  for (let at = 0; at < options; at += 1)
    add(
      OptionContent.parse({
        kind: 'OPTION',
        names: names(`Опция ${at}`),
        audience: {},
        effect: { points: '-0.1' },
        productIds: fits(at, products),
      }),
    )
  for (let at = 0; at < promotions; at += 1)
    add(
      PromotionContent.parse({
        kind: 'PROMOTION',
        names: names(`Акция ${at}`),
        audience: {},
        effect: { points: '-0.2', bestOf: 'client' },
        productIds: fits(at, products),
        condition: salary,
        period: { from: '2026-01-01', to: '2026-12-31' },
      }),
    )
  return catalogueOf(versions.map((one) => ({ ...one, ...readyVersion(one.content) })))
}

/** What a client asks for whose sum and term are not those of the client before. */
export const wishedFacts = (at: number, amount: number) => ({
  amount: String(amount),
  propertyPrice: '10000000',
  termMonths: 120 + (at % 200),
  region: '77',
  salaryClient: at % 2 === 0,
  lifeInsurance: true,
  incomeVerification: '2',
})
