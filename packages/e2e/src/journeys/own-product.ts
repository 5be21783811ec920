import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import type { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import type { Bank } from '../bank.ts'

let made = 0

/** A code that no other test uses. */
export function freeCode(): string {
  made += 1
  return `E2E-${Date.now()}-${made}`
}

/** Terms of a mortgage by down payment and term: two rows of two rates. */
export const terms = (
  name: string,
  cells: readonly (string | null)[] = ['21.4', '21.9', '20.9', '21.4'],
) => ({
  kind: 'PRODUCT',
  names: { staff: name, client: name, about: '' },
  audience: {},
  limits: [
    {
      name: 'Все регионы',
      regions: [],
      minAmount: '500000',
      maxAmount: '30000000',
      minMonths: 36,
      maxMonths: 360,
      minAge: 21,
      maxAgeAtEnd: 75,
    },
  ],
  rate: {
    type: 'FIXED',
    matrix: {
      axes: [
        { kind: 'NUMBER', code: 'downPaymentShare', from: ['20', '30'] },
        { kind: 'NUMBER', code: 'termMonths', from: ['1', '121'] },
      ],
      cells,
    },
    floor: '19.9',
  },
  changes: [
    {
      key: 'salary',
      name: 'Зарплатный клиент',
      category: 'SALARY_CLIENT',
      effect: 'REBATE',
      points: '0.3',
    },
  ],
  schedule: {},
})

/** A promotion of half a point for so many loans, with some products or with any. */
export const promotionTerms = (name: string, productIds: readonly number[] = [], count = 2) => ({
  kind: 'PROMOTION',
  names: { staff: name, client: name, about: '' },
  audience: {},
  effect: { points: '-0.5' },
  period: { from: '2026-09-01', to: '2030-12-31' },
  productIds,
  cap: { kind: 'COUNT', count },
})

/** A draft that «product» has written. */
export async function ownDraft(
  bank: Bank,
  content: Pick<VersionContent, 'kind'> | ReturnType<typeof terms> | ReturnType<typeof promotionTerms>,
  validFrom: string | null,
): Promise<Product> {
  const code = freeCode()
  const start = {
    kind: content.kind,
    lending: 'MORTGAGE',
    typeCode: '1',
    code,
    department: 'OIC',
    name: code,
  }
  const product = await bank.call<Product>('POST', '/product', start, 'product')
  const { number, version } = product.shown
  const body = { content, validFrom, validTo: null, version }
  await bank.call('PUT', `/product/${product.id}/versions/${number}`, body, 'product')
  return bank.call<Product>('GET', `/product/${product.id}`, undefined, 'product')
}

/** Leads the version shown on: «product» sends, «product-head» decides. */
export async function moveOwn(
  bank: Bank,
  { id }: Pick<Product, 'id'>,
  action: 'submit' | 'approve' | 'release',
): Promise<Product> {
  const who = action === 'submit' ? 'product' : 'product-head'
  const { shown } = await bank.call<Product>('GET', `/product/${id}`, undefined, who)
  const body = { number: shown.number, version: shown.version, comment: '' }
  return bank.call<Product>('POST', `/product/${id}/${action}`, body, who)
}
