import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import { conditionText } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import { creditDocuments } from '@ipoteka-office/contract/products/credit-documents.ts'
import type * as api from '@ipoteka-office/contract/products/offered-products.ts'
import type {
  OptionContent,
  ProductContent,
} from '@ipoteka-office/contract/products/version/version-content.ts'
import { loadNames } from '#features/document-rules/rule-names.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { ApiError, invalid, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { holds } from '../product-reader.ts'
import type { StoredProduct } from '../stored-products.ts'
import { absent, readerOf, requireProduct, requireVersion } from '../shown-product.service.ts'
import { findVersionRows, findVersion } from '../products.repo.ts'
import { combinedParameters, type Versioned } from './combined.rules.ts'
import { largestAmount, sourceText } from './largest.rules.ts'
import { findOffered, type OfferedRow, type OfferedWish } from './offered.repo.ts'

export type OfferedParts = BankFigures & { readonly references: ReferenceReader }

/** A rate over the key rate is not told to people of partners. */
const shown =
  ({ actor }: Context) =>
  ({ isOverKey, ...row }: OfferedRow): api.OfferedProduct =>
    isOverKey && !actor.isAhml ? { ...row, rateFrom: null, rateTo: null } : row

const lendings = ['MORTGAGE', 'CASH_LOAN', 'CREDIT_CARD'] as const
const wishOf = (
  { actor }: Context,
  { review, revisions }: api.WantedRevisions,
): Pick<OfferedWish, 'isAll' | 'reviewed'> => ({
  isAll: revisions === 'ALL',
  // Those whose work it is to write them or to agree to them.
  reviewed: review
    ? lendings.filter((one) =>
        (['Update', 'Approve', 'Release'] as const).some((right) => holds(actor, one, right)),
      )
    : [],
})

const inForce = { review: false, revisions: 'LAST' } as const

/** Products that the person is offered. */
export async function listOffered(
  parts: BankFigures,
  context: Context,
  wanted: api.WantedRevisions = inForce,
): Promise<api.OfferedProduct[]> {
  const wish = { kind: 'PRODUCT' as const, ...wishOf(context, wanted) }
  return (await findOffered(context.db, readerOf(parts, context), wish)).map(shown(context))
}

/** Options that may be taken with the product. */
export async function listOptions(
  parts: BankFigures,
  context: Context,
  id: number,
  wanted: api.WantedRevisions = inForce,
): Promise<api.OfferedProduct[]> {
  const reader = readerOf(parts, context)
  const { lending } = await requireProduct(context.db, reader, id)
  const wish = { kind: 'OPTION' as const, withProduct: { id, lending }, ...wishOf(context, wanted) }
  return (await findOffered(context.db, reader, wish)).map(shown(context))
}

/** The version by which a product is sold today; where nothing is in force, the one shown unasked. */
async function soldVersion(parts: BankFigures, context: Context, product: StoredProduct) {
  const reader = readerOf(parts, context)
  const rows = await findVersionRows(context.db, product.id)
  const sold = rows.find(
    ({ inForceFrom, inForceTo }) =>
      inForceFrom !== null &&
      inForceFrom <= reader.today &&
      (inForceTo === null || inForceTo >= reader.today),
  )
  const version =
    sold === undefined
      ? await requireVersion(context.db, reader, product)
      : await findVersion(context.db, product.id, sold.number)
  if (version === undefined) throw absent()
  return version
}

async function productOf(
  parts: BankFigures,
  context: Context,
  id: number,
): Promise<Versioned<ProductContent> & { readonly product: StoredProduct }> {
  const product = await requireProduct(context.db, readerOf(parts, context), id)
  const { number, content } = await soldVersion(parts, context, product)
  if (content.kind !== 'PRODUCT') throw notFound('Это опция или акция, а нужен продукт')
  return { id, number, content, product }
}

/** The options named, where they may be taken with the product and with each other. */
async function optionsOf(
  parts: BankFigures,
  context: Context,
  product: StoredProduct,
  ids: readonly number[],
): Promise<Versioned<OptionContent>[]> {
  const wrong = (message: string) => invalid([{ path: 'optionIds', message }])
  const options: Versioned<OptionContent>[] = []
  for (const id of ids) {
    const option = await requireProduct(context.db, readerOf(parts, context), id)
    const { number, content } = await soldVersion(parts, context, option)
    if (content.kind !== 'OPTION') throw wrong('Это не опция')
    const goesWith = content.productIds.length === 0 || content.productIds.includes(product.id)
    if (!goesWith || option.lending !== product.lending)
      throw wrong(`Опция «${content.names.staff}» к этому продукту не подходит`)
    options.push({ id, number, content })
  }
  for (const { content } of options) {
    const other = options.find(({ id }) => content.excludes.includes(id))
    if (other !== undefined)
      throw wrong(`«${content.names.staff}» и «${other.content.names.staff}» вместе не берут`)
    if (content.requires.some((id) => !ids.includes(id)))
      throw wrong(`К опции «${content.names.staff}» нужны другие: добавьте их`)
  }
  return options
}

/** Whether all the options may be taken with the product. */
async function fits(...asked: Parameters<typeof optionsOf>): Promise<boolean> {
  try {
    await optionsOf(...asked)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return false
    throw error
  }
}

type Papers = ReplyOf<typeof api.listCreditDocuments>

async function papersOf(
  { references }: OfferedParts,
  { db }: Context,
  versions: readonly Versioned<ProductContent>[],
): Promise<Papers> {
  const { ofFact } = await loadNames(db, references, {})
  const papers = new Map<string, Papers[number]>()
  for (const { id, content } of versions)
    for (const { code, required, condition } of content.documents) {
      const words = condition === null ? null : conditionText(condition, ofFact)
      const key = JSON.stringify([code, required, words])
      const paper = papers.get(key) ?? {
        code,
        name: creditDocuments[code as keyof typeof creditDocuments] ?? code,
        required,
        condition: words,
        products: [],
      }
      papers.set(key, { ...paper, products: [...paper.products, { id, name: content.names.staff }] })
    }
  return [...papers.values()]
}

export const listPapers = async (parts: OfferedParts, context: Context, id: number): Promise<Papers> =>
  papersOf(parts, context, [await productOf(parts, context, id)])

/** Papers of every product of the type that is sold today; with options, of those that all of them go with. */
export async function listPapersOfType(
  parts: OfferedParts,
  context: Context,
  { type, optionIds }: ParsedRequest<typeof api.listCreditDocumentsOfType>['query'],
): Promise<Papers> {
  const wish = { kind: 'PRODUCT' as const, isAll: false, reviewed: [] }
  const sold = (await findOffered(context.db, readerOf(parts, context), wish)).filter(
    (one) => one.type.code === type,
  )
  const versions: Versioned<ProductContent>[] = []
  for (const { id } of sold) {
    const version = await productOf(parts, context, id)
    if (await fits(parts, context, version.product, optionIds)) versions.push(version)
  }
  return papersOf(parts, context, versions)
}

interface Combination {
  readonly productId: number
  readonly optionIds: readonly number[]
  readonly regionCode?: string | undefined
}

export async function combine(
  parts: BankFigures,
  context: Context,
  { productId, optionIds, regionCode }: Combination,
): Promise<api.ShownParameter[]> {
  const { product, ...version } = await productOf(parts, context, productId)
  const options = await optionsOf(parts, context, product, optionIds)
  return combinedParameters(version, options, regionCode)
}

export async function maxAmount(
  parts: BankFigures,
  context: Context,
  { productId, optionIds, regionCode, ...known }: ParsedRequest<typeof api.getMaxCreditAmount>['query'],
): Promise<ReplyOf<typeof api.getMaxCreditAmount>> {
  const parameters = await combine(parts, context, { productId, optionIds, regionCode })
  const figures = await parts.parameters.figuresOn(readerOf(parts, context).today)
  return largestAmount(parameters, known, figures['calculator-debt-load'])
}

/** What of a loan is lent at the subsidised rate: its own limit, or the whole loan where it has none. */
export async function maxSubsidised(
  parts: BankFigures,
  context: Context,
  asked: Combination,
): Promise<ReplyOf<typeof api.getMaxSubsidizedAmount>> {
  const parameters = await combine(parts, context, asked)
  const { content } = await productOf(parts, context, asked.productId)
  const isSubsidised = content.rate.type.includes('SUBSIDIZED') || content.rate.secondRate !== null
  if (!isSubsidised && content.rate.subsidized === null)
    return {
      amount: null,
      steps: [{ title: 'Субсидии нет', formula: `ставка «${content.names.staff}» рыночная`, result: '—' }],
    }
  const own = parameters.find(({ code }) => code === 'subsidizedAmount')
  const whole = parameters.find(({ code }) => code === 'maxAmount')
  const found = own ?? whole
  if (found === undefined)
    return { amount: null, steps: [{ title: 'Регион', formula: 'продукт здесь не выдают', result: '—' }] }
  return {
    amount: found.value,
    steps: [
      {
        title: own === undefined ? 'Льготна вся сумма кредита' : 'Сумма по субсидируемой ставке',
        formula: sourceText(found),
        result: roublesText(found.value),
      },
    ],
  }
}
