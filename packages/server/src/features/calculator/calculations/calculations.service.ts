import { savedCalculationFields as fields } from '@ipoteka-office/contract/calculator/calculations.ts'
import {
  CalculationContent,
  type getCalculation,
  type recheckCalculation,
  type SavedCalculation,
  type saveCalculation,
} from '@ipoteka-office/contract/calculator/calculations.ts'
import type { ProductCalculation, ProductLoan } from '@ipoteka-office/contract/calculator/by-product.ts'
import type {
  ProductBorrower,
  ProductBorrowerAnswer,
} from '@ipoteka-office/contract/calculator/product-borrower.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import type { Db } from '#db/database.ts'
import { calculate, evaluateBorrower } from '#features/calculator/calculators.service.ts'
import { withBounds } from '#features/calculator/borrower.rules.ts'
import { methodVersion } from '#features/calculator/loan.rules.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import * as repo from './calculations.repo.ts'
import { differencesOf, figuresOf } from './figures.rules.ts'

const objectType = 'calculation'
const labels: CardLabels = {
  [objectType]: {
    fields: {
      title: told(fields.title),
      comment: told(fields.comment),
      deleted_at: { label: 'Удалён', text: (value) => (value === null ? 'нет' : 'да') },
    },
  },
}

type NewCalculation = ParsedRequest<typeof saveCalculation>['body']

const present = (row: repo.StoredCalculation): SavedCalculation => ({
  ...row,
  outdated: row.methodVersion !== methodVersion,
})

async function find(db: Db, actor: Actor, id: number): Promise<repo.StoredCalculation> {
  const row = await repo.findCalculation(db, actor, id)
  if (row === undefined) throw notFound('Расчёт не найден')
  return row
}

type Reader = Pick<Context, 'db' | 'actor'>

/** What keeping needs beside the database: products are priced by those who sell them. */
export interface CalculationParts extends BankFigures {
  /** With the day whose versions are asked. */
  readonly byProduct: {
    readonly dayOf: (reader: Reader, loan: Pick<ProductLoan, 'day'>) => string
    readonly calculate: (reader: Reader, loan: ProductLoan) => Promise<ProductCalculation>
    readonly borrower: (reader: Reader, asked: ProductBorrower) => Promise<ProductBorrowerAnswer>
  }
}

/** The result of the inputs by the present method. */
async function compute(
  { db, actor }: Reader,
  bank: CalculationParts,
  asked: NewCalculation['calculation'],
): Promise<CalculationContent> {
  if (asked.kind === 'LOAN')
    return { kind: 'LOAN', inputs: asked.inputs, result: await calculate(db, asked.inputs) }
  if (asked.kind === 'PRODUCT') {
    const inputs = asked.inputs
    return { kind: 'PRODUCT', inputs, result: await bank.byProduct.calculate({ db, actor }, inputs) }
  }
  if (asked.kind === 'PRODUCT_BORROWER') {
    const inputs = asked.inputs
    return { kind: 'PRODUCT_BORROWER', inputs, result: await bank.byProduct.borrower({ db, actor }, inputs) }
  }
  const inputs = withBounds(asked.inputs, await figuresToday(bank))
  return { kind: 'BORROWER', inputs, result: await evaluateBorrower(db, bank, inputs) }
}

/** A calculation by a product keeps the day whose versions it was made by. */
const dated = (
  reader: Reader,
  { byProduct }: CalculationParts,
  asked: NewCalculation['calculation'],
): NewCalculation['calculation'] => {
  if (asked.kind === 'LOAN' || asked.kind === 'BORROWER') return asked
  const day = byProduct.dayOf(reader, asked.inputs)
  return asked.kind === 'PRODUCT'
    ? { ...asked, inputs: { ...asked.inputs, day } }
    : { ...asked, inputs: { ...asked.inputs, day } }
}

/** Whether there is anything to keep. */
function isCounted(content: CalculationContent): boolean {
  if (content.kind === 'PRODUCT') return content.result.calculation !== null
  return content.kind !== 'PRODUCT_BORROWER' || content.result.result !== null
}

const refusalOf = ({ misfit }: Pick<ProductCalculation, 'misfit'>): string =>
  misfit === null
    ? 'Укажите сумму и срок: без них сохранять нечего'
    : `Продукт не подходит: ${misfit.reasons.map(({ reason }) => reason).join('; ')}`

export async function keepCalculation(
  { db, actor }: Context,
  { title, comment, calculation }: NewCalculation,
  bank: CalculationParts,
): Promise<SavedCalculation> {
  const content = await compute({ db, actor }, bank, dated({ db, actor }, bank, calculation))
  if ('misfit' in content.result && !isCounted(content))
    throw invalid([{ path: 'calculation.inputs', message: refusalOf(content.result) }])
  const id = await repo.insertCalculation(db, actor, {
    title,
    comment,
    content,
    figures: figuresOf(content),
    methodVersion,
  })
  return present(await find(db, actor, id))
}

export async function listCalculations(
  db: Db,
  actor: Actor,
  query: repo.CalculationFilter & PageQuery,
): Promise<Page<SavedCalculation>> {
  const page = await repo.findCalculations(db, actor, query, query)
  return { ...page, content: page.content.map(present) }
}

async function contentOf(db: Db, { id, kind }: repo.StoredCalculation): Promise<CalculationContent> {
  const content = await repo.findContent(db, id)
  if (content === undefined) throw new Error(`The calculation ${id} has no content`)
  // What has been added to the inputs since has its default, as in a request that does not name it.
  return CalculationContent.parse({ kind, ...content })
}

export async function openCalculation(
  db: Db,
  actor: Actor,
  id: number,
): Promise<ReplyOf<typeof getCalculation>> {
  const row = await find(db, actor, id)
  return { ...present(row), content: await contentOf(db, row) }
}

/** The kept result beside what the present method and calendar give for the same inputs. */
export async function recheck(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  id: number,
  bank: CalculationParts,
): Promise<ReplyOf<typeof recheckCalculation>> {
  const kept = await contentOf(db, await find(db, actor, id))
  const differences = differencesOf(kept, await compute({ db, actor }, bank, kept))
  return { methodVersion, same: differences.length === 0, differences }
}

/** One's own calculation, locked; 409 when it has been changed since. */
async function lockOwn({ db, actor }: Context, id: number, version: number): Promise<repo.StoredCalculation> {
  await repo.lockCalculation(db, id)
  const row = await find(db, actor, id)
  if (row.author.id !== actor.employeeId) throw forbidden('Изменить расчёт может только его автор')
  if (row.version !== version)
    throw stale(present(row), await findLastChangeOf(db, { objectType, objectId: id }))
  return row
}

async function write(
  { db, actor }: Context,
  before: repo.StoredCalculation,
  after: Pick<SavedCalculation, 'title' | 'comment' | 'deleted'>,
): Promise<SavedCalculation> {
  const same = (['title', 'comment', 'deleted'] as const).every((field) => before[field] === after[field])
  if (!same) await repo.updateCalculation(db, before.id, after)
  return present(await find(db, actor, before.id))
}

export async function describeCalculation(
  context: Context,
  id: number,
  { version, ...words }: { title: string; comment: string; version: number },
): Promise<SavedCalculation> {
  const before = await lockOwn(context, id, version)
  return write(context, before, { ...words, deleted: before.deleted })
}

export async function markDeleted(
  context: Context,
  id: number,
  { version, deleted }: { deleted: boolean; version: number },
): Promise<SavedCalculation> {
  const before = await lockOwn(context, id, version)
  return write(context, before, { title: before.title, comment: before.comment, deleted })
}

export async function listHistory(
  db: Db,
  actor: Actor,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  await find(db, actor, id)
  return listCardHistory({ db, actor }, { objectType, objectId: id }, labels, query)
}
