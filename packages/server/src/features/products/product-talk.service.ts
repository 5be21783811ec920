import { productColumns } from '@ipoteka-office/contract/products/product-rows.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { productDepartments } from '@ipoteka-office/contract/products/product-kinds.ts'
import { productVersionStates } from '@ipoteka-office/contract/products/product-version-machine.ts'
import type { ProductComment } from '@ipoteka-office/contract/products/products.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import { listCardHistory } from '#features/history/card-history.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { contentFields } from './content-words.rules.ts'
import { requireRight } from './product-reader.ts'
import { findComments, insertComment } from './product-talk.repo.ts'
import { findVersion } from './products.repo.ts'
import { readerOf, requireProduct } from './shown-product.service.ts'

/** What the bank’s people say of the product among themselves, the newest first. */
export async function listComments(
  parts: BankFigures,
  context: Context,
  id: number,
): Promise<ProductComment[]> {
  const { lending } = await requireProduct(context.db, readerOf(parts, context), id)
  requireRight(context.actor, lending, 'Comment')
  return findComments(context.db, id)
}

export async function addComment(
  parts: BankFigures,
  context: Context,
  id: number,
  { number, text }: { readonly number: number; readonly text: string },
): Promise<ProductComment[]> {
  const { db, actor } = context
  const { lending } = await requireProduct(db, readerOf(parts, context), id)
  requireRight(actor, lending, 'Comment')
  if ((await findVersion(db, id, number)) === undefined) throw notFound('Такого выпуска нет')
  await insertComment(db, { productId: id, number, authorId: actor.employeeId, at: parts.clock.now(), text })
  return findComments(db, id)
}

const day = (value: unknown) => dayText(String(value).slice(0, 10))
const labels: CardLabels = {
  product: {
    fields: {
      code: { label: productColumns.code },
      department: { label: 'Подразделение', names: productDepartments },
      owner_id: { label: productColumns.owner, table: 'employee' },
    },
  },
  productVersion: {
    title: 'Выпуск',
    subject: 'number',
    fields: {
      number: { label: productColumns.number },
      state: { label: 'Состояние', names: productVersionStates },
      name: { label: productColumns.name },
      valid_from: { label: productColumns.validFrom, text: day },
      valid_to: { label: productColumns.validTo, text: day },
      content: { label: 'Что говорит выпуск', parts: contentFields },
      sent_by: { label: 'На согласование отправил', table: 'employee' },
      approved_by: { label: 'Согласовал', table: 'employee' },
      released_by: { label: 'Выпустил', table: 'employee' },
    },
  },
}

/** Every change of the product and of its versions. */
export async function listAudit(
  parts: BankFigures,
  context: Context,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const { lending } = await requireProduct(context.db, readerOf(parts, context), id)
  requireRight(context.actor, lending, 'ReadAudit')
  return listCardHistory(context, { objectType: 'product', objectId: id }, labels, query)
}
