import type { ItemsAnswer } from '@ipoteka-office/contract/common/items.ts'
import type { RecordProcess } from '@ipoteka-office/contract/common/process.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type * as api from '@ipoteka-office/contract/products/products.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { Product, ProductVersion } from '@ipoteka-office/contract/products/product-rows.ts'
import type { z } from 'zod'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { moveRecord, processOf } from '#features/machines/move-record.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { refuseUnknownCodes } from '#features/references/known-codes.service.ts'
import { ApiError, conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { requireRight } from './product-reader.ts'
import {
  findPrepared,
  findProduct,
  findVersion,
  insertProduct,
  insertVersion,
  isCodeTaken,
  writeContent,
} from './products.repo.ts'
import {
  presentProduct,
  presentVersion,
  readerOf,
  requireProduct,
  requireVersion,
} from './shown-product.service.ts'
import { startingContent } from './starting-content.rules.ts'
import type { StoredProduct, StoredVersion } from './stored-products.ts'
import { typesOf } from './version-codes.rules.ts'
import { versionKind } from './version-kind.ts'

export async function getProduct(
  parts: BankFigures,
  context: Context,
  id: number,
  number?: number,
): Promise<Product> {
  return presentProduct(
    parts,
    context,
    await requireProduct(context.db, readerOf(parts, context), id),
    number,
  )
}

export async function getVersion(
  parts: BankFigures,
  context: Context,
  id: number,
  number: number,
): Promise<ProductVersion> {
  const reader = readerOf(parts, context)
  const product = await requireProduct(context.db, reader, id)
  return presentVersion(parts, context, product, await requireVersion(context.db, reader, product, number))
}

const takenCode = () => invalid([{ path: 'code', message: 'Такой код уже есть: укажите другой' }])

const refuseType = (db: Context['db'], lending: Lending, typeCode: string) =>
  refuseUnknownCodes(db, [{ path: 'typeCode', dictionary: typesOf[lending], code: typeCode, label: 'Тип' }])

export async function createProduct(
  parts: BankFigures,
  context: Context,
  { kind, lending, typeCode, code, department, name }: ParsedRequest<typeof api.createProduct>['body'],
): Promise<Product> {
  const { db, actor } = context
  requireRight(actor, lending, 'Create')
  await refuseType(db, lending, typeCode)
  if (await isCodeTaken(db, code)) throw takenCode()
  const at = parts.clock.now()
  const ownerId = actor.employeeId
  const id = await insertProduct(db, { kind, lending, typeCode, code, department, ownerId, at })
  const content = startingContent(kind, { lending, name, today: bankDay(parts.clock) })
  await insertVersion(db, { productId: id, content, authorId: ownerId, at })
  return getProduct(parts, context, id)
}

/** «FAMILY» → «FAMILY-2», «FAMILY-2» → «FAMILY-3»: the first that nobody has. */
async function freeCode(db: Context['db'], code: string): Promise<string> {
  const [, stem = code] = /^(.*?)(?:-\d+)?$/.exec(code) ?? []
  for (let number = 2; number < 1_000; number += 1) {
    const next = `${stem.slice(0, 26)}-${number}`
    if (!(await isCodeTaken(db, next))) return next
  }
  throw conflict('Свободного кода для копии не нашлось: создайте продукт заново')
}

/** A copy of what is in force, or of the newest version, as another product of the type. */
export async function copyProduct(
  parts: BankFigures,
  context: Context,
  id: number,
  typeCode: string,
): Promise<Product> {
  const { db, actor } = context
  const reader = readerOf(parts, context)
  const product = await requireProduct(db, reader, id)
  requireRight(actor, product.lending, 'Create')
  await refuseType(db, product.lending, typeCode)
  const { content } = await requireVersion(db, reader, product)
  const { kind, lending, department, code } = product
  const at = parts.clock.now()
  const made = await insertProduct(db, {
    kind,
    lending,
    department,
    typeCode,
    code: await freeCode(db, code),
    ownerId: actor.employeeId,
    at,
  })
  const names = { ...content.names, staff: `${content.names.staff.slice(0, 110)} (копия)` }
  await insertVersion(db, {
    productId: made,
    content: { ...content, names },
    authorId: actor.employeeId,
    at,
  })
  return getProduct(parts, context, made)
}

/** The product held until the transaction ends, for whoever may do this with it. */
async function takeProduct(parts: BankFigures, context: Context, id: number): Promise<StoredProduct> {
  const product = await requireProduct(context.db, readerOf(parts, context), id)
  await findProduct(context.db, id, { lock: true })
  return product
}

export async function createVersion(
  parts: BankFigures,
  context: Context,
  id: number,
  from: number | null,
): Promise<Product> {
  const { db, actor } = context
  const product = await takeProduct(parts, context, id)
  requireRight(actor, product.lending, 'Update')
  const prepared = await findPrepared(db, id)
  if (prepared !== null)
    throw conflict(`Уже готовится выпуск ${prepared}: доведите его или откажитесь от него`)
  const base = await requireVersion(db, readerOf(parts, context), product, from ?? undefined)
  const number = await insertVersion(db, {
    productId: id,
    content: base.content,
    authorId: actor.employeeId,
    at: parts.clock.now(),
  })
  return presentProduct(parts, context, product, number)
}

/** The version of the product that the caller saw, held; 409 with it as it is where it has changed since. */
export async function takeVersion(
  parts: BankFigures,
  context: Context,
  product: StoredProduct,
  { number, version }: { readonly number: number; readonly version: number },
): Promise<StoredVersion> {
  const one = await findVersion(context.db, product.id, number)
  if (one === undefined) throw notFound('Такого выпуска нет')
  if (one.version !== version)
    throw stale(
      await presentVersion(parts, context, product, one),
      await findLastChangeOf(context.db, { objectType: 'productVersion', objectId: one.id }),
    )
  return one
}

type Saved = ParsedRequest<typeof api.saveVersion>['body']

export async function saveVersion(
  parts: BankFigures,
  context: Context,
  { id, number }: { readonly id: number; readonly number: number },
  { content, validFrom, validTo, version }: Saved,
): Promise<ProductVersion> {
  const product = await takeProduct(parts, context, id)
  requireRight(context.actor, product.lending, 'Update')
  const one = await takeVersion(parts, context, product, { number, version })
  const { editable } = await presentVersion(parts, context, product, one)
  if (!editable.enabled) throw conflict(editable.reasonDisabled ?? '')
  if (content.kind !== product.kind)
    throw invalid([{ path: 'content.kind', message: 'Содержание другого вида записи' }])
  if (validFrom !== null && validTo !== null && validTo < validFrom)
    throw invalid([{ path: 'validTo', message: 'Последний день раньше первого' }])
  const by = context.actor.employeeId
  await writeContent(context.db, one.id, { content, validFrom, validTo, by, at: parts.clock.now() })
  return getVersion(parts, context, id, number)
}

interface Move {
  readonly action: string
  readonly number: number
  readonly comment: string
}

const leadOn = (
  bank: BankFigures,
  { db, actor, requestId }: Context,
  record: StoredVersion & { readonly product: StoredProduct },
  { action, comment }: Omit<Move, 'number'>,
): Promise<void> =>
  moveRecord(versionKind(bank, record.product), { db, actor, requestId, clock: bank.clock }, record, {
    action,
    comment,
  })

/** Leads a version on; releases of one product go one after another. */
export async function moveVersion(
  parts: BankFigures,
  context: Context,
  id: number,
  { version, ...move }: Move & { readonly version: number },
): Promise<Product> {
  const product = await takeProduct(parts, context, id)
  const one = await takeVersion(parts, context, product, { number: move.number, version })
  await leadOn(parts, context, { ...one, product }, move)
  return presentProduct(parts, context, product, move.number)
}

async function moveOne(parts: BankFigures, context: Context, id: number, move: Omit<Move, 'number'>) {
  const product = await takeProduct(parts, context, id)
  const number = await findPrepared(context.db, id)
  const one = number === null ? undefined : await findVersion(context.db, id, number)
  if (one === undefined) throw conflict('Готовящегося выпуска нет')
  await leadOn(parts, context, { ...one, product }, move)
}

/** The prepared version of each led the same way; what is refused is told and keeps the others from nothing. */
export async function moveProducts(
  parts: BankFigures,
  context: Context,
  { ids, action, comment }: ParsedRequest<typeof api.bulkMoveProducts>['body'],
): Promise<ItemsAnswer> {
  const results: ItemsAnswer['results'] = []
  // In one order, so that two people who choose the same products do not wait for each other for ever.
  const order = [...new Set(ids)].toSorted((a, b) => a - b)
  for (const id of order) {
    try {
      await moveOne(parts, context, id, { action, comment })
      results.push({ id, done: true, reason: null })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      results.push({ id, done: false, reason: error.message })
    }
  }
  return { results }
}

export async function versionProcess(
  parts: BankFigures,
  context: Context,
  id: number,
  number: number,
): Promise<z.output<typeof RecordProcess>> {
  const { db } = context
  const reader = readerOf(parts, context)
  const product = await requireProduct(db, reader, id)
  // Who sent and approved it is the bank’s own.
  if (!reader.actor.isAhml) throw notFound('Такого выпуска нет')
  const version = await requireVersion(db, reader, product, number)
  const terms = await parts.parameters.figuresOn(reader.today)
  return processOf(versionKind(parts, product), { db, clock: parts.clock, terms }, { ...version, product })
}
