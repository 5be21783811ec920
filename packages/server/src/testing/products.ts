import type { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import type { ProductKind } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import * as api from '@ipoteka-office/contract/products/products.ts'
import { seedDemoProducts } from '#features/products/seed/demo-products.ts'
import { type Content, productContent } from './product-content.ts'
import type { TestApp } from './test-app.ts'
import type { Login } from './test-tokens.ts'

export { productContent }

const addition = {
  audience: productContent().audience,
  productIds: [],
  effect: {
    points: '-0.300',
    rate: null,
    maxAmount: null,
    maxMonths: null,
    minDownPayment: null,
    fees: [],
    bestOf: null,
  },
  condition: null,
  requires: [],
  excludes: [],
  oldTermsDays: 90,
}
const anyone = { ...addition.audience, goals: [], objectTypes: [], pledges: [] }

export const optionContent = (more: Partial<Content<'OPTION'>> = {}): Content<'OPTION'> => ({
  kind: 'OPTION',
  ...addition,
  audience: anyone,
  names: { staff: 'Электронная регистрация', client: 'Электронная регистрация', about: '' },
  ...more,
})

export const promotionContent = (more: Partial<Content<'PROMOTION'>> = {}): Content<'PROMOTION'> => ({
  kind: 'PROMOTION',
  ...addition,
  audience: anyone,
  names: { staff: 'Осень', client: 'Осень', about: '' },
  period: { from: '2020-01-01', to: '2199-01-01' },
  cap: null,
  stacking: 'BEST_OF',
  ...more,
})

/** Days of a version; open where they are not given. */
export interface Days {
  readonly validFrom?: string | null
  readonly validTo?: string | null
}
export interface NewProduct extends Days {
  readonly kind?: ProductKind
  readonly lending?: Lending
  readonly typeCode?: string
}

const contents = { PRODUCT: productContent, OPTION: optionContent, PROMOTION: promotionContent }

/** The catalogue as its people work with it; the writer is `product`, the head `product-head`. */
export const cataloguing = (bank: TestApp) => {
  const get = async (id: number, as: Login = 'product') =>
    (await bank.call(api.getProduct, { params: { id: String(id) } }, { as })).body
  const create = async (
    code: string,
    content: VersionContent | null = null,
    {
      kind = 'PRODUCT',
      lending = 'MORTGAGE',
      typeCode = '2',
      validFrom = null,
      validTo = null,
    }: NewProduct = {},
  ) => {
    const body = { kind, lending, typeCode, code, department: 'OIC' as const, name: code }
    const made = await bank.call(api.createProduct, { body }, { as: 'product' })
    if (made.status !== 200) throw new Error(made.raw.body)
    await save(made.body.id, content ?? contents[kind](), { validFrom, validTo })
    return made.body.id
  }
  const save = async (
    id: number,
    content: VersionContent,
    { validFrom = null, validTo = null }: Days = {},
  ) => {
    const { shown } = await get(id)
    return bank.call(
      api.saveVersion,
      {
        params: { id: String(id), number: String(shown.number) },
        body: { content, validFrom, validTo, version: shown.version },
      },
      { as: 'product' },
    )
  }
  const moves = {
    submit: api.submitVersion,
    approve: api.approveVersion,
    correction: api.correctVersion,
    release: api.releaseVersion,
    withdraw: api.withdrawVersion,
    archive: api.archiveVersion,
    discard: api.discardVersion,
  }
  const move = async (
    id: number,
    action: keyof typeof moves,
    as: Login,
    { number, comment = 'Проверено' }: { readonly number?: number; readonly comment?: string } = {},
  ) => {
    const product = await get(id)
    const shown =
      number === undefined
        ? product.shown
        : (
            await bank.call(
              api.getProductVersion,
              { params: { id: String(id), number: String(number) } },
              { as: 'product' },
            )
          ).body
    return bank.call(
      moves[action] as typeof api.submitVersion,
      {
        params: { id: String(id) },
        body: { number: shown.number, version: shown.version, comment },
      },
      { as },
    )
  }
  const must = async (answer: Promise<{ status: number; raw: { body: string } }>) => {
    const { status, raw } = await answer
    if (status !== 200) throw new Error(raw.body)
  }
  /** A draft led all the way by those whose work it is. */
  const release = async (id: number) => {
    await must(move(id, 'submit', 'product'))
    await must(move(id, 'approve', 'product-head'))
    await must(move(id, 'release', 'product-head'))
  }
  const released = async (code: string, content: VersionContent | null = null, more: NewProduct = {}) => {
    const id = await create(code, content, more)
    await release(id)
    return id
  }
  /** The next version with other words or days. */
  const next = async (id: number, content: VersionContent | null = null, days: Days = {}) => {
    await must(
      bank.call(api.createVersion, { params: { id: String(id) }, body: { from: null } }, { as: 'product' }),
    )
    const { shown } = await get(id)
    await must(save(id, content ?? shown.content, days))
    return shown.number
  }
  return { get, create, save, move, release, released, next }
}

/** The mortgages of the demo bank, released: applications have terms to be held by. */
export const sellMortgages = ({ db }: TestApp): Promise<void> =>
  db.transaction().execute((tx) => seedDemoProducts(tx, { now: new Date(), timeZone: 'Europe/Moscow' }))
