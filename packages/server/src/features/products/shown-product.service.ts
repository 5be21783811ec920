import { lowered } from '@ipoteka-office/contract/words.ts'
import type { Product, ProductVersion, VersionRow } from '@ipoteka-office/contract/products/product-rows.ts'
import { productVersionStates } from '@ipoteka-office/contract/products/product-version-machine.ts'
import type { Db } from '#db/database.ts'
import { allowedActions } from '#features/machines/move-record.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { nameOfCode } from '#features/references/known-codes.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { holds, kindNames, type ProductReader, refusalOf } from './product-reader.ts'
import { warningsOfCells } from './limits/cells-at-limit.rules.ts'
import { cellsOfVersion } from './limits/version-limits.service.ts'
import { findProduct, findVersion, findVersionRows } from './products.repo.ts'
import { findAdditions, findNamed, findOpenCases, findShownNumber } from './shown-product.repo.ts'
import { shownToPartners } from './shown-to-partners.rules.ts'
import type { StoredProduct, StoredVersion, StoredVersionRow } from './stored-products.ts'
import { typesOf } from './version-codes.rules.ts'
import { versionIssues } from './version-issues.service.ts'
import { versionKind } from './version-kind.ts'

export const absent = () => notFound('Такого продукта нет или он вам не предложен')

export const readerOf = (
  { clock }: Pick<BankFigures, 'clock'>,
  { actor }: Pick<Context, 'actor'>,
): ProductReader => ({
  actor,
  today: bankDay(clock),
})

/** The product that the person sees; 404 for any other. People of partners see what is in force and offered to them. */
export async function requireProduct(db: Db, reader: ProductReader, id: number): Promise<StoredProduct> {
  const product = await findProduct(db, id)
  if (product === undefined || !holds(reader.actor, product.lending, 'Read')) throw absent()
  if (!reader.actor.isAhml && (await findShownNumber(db, reader, id)) === null) throw absent()
  return product
}

/** The version that the person sees: the one named, or the one shown unasked. */
export async function requireVersion(
  db: Db,
  reader: ProductReader,
  { id }: StoredProduct,
  number?: number,
): Promise<StoredVersion> {
  const shown = number === undefined || !reader.actor.isAhml ? await findShownNumber(db, reader, id) : number
  const version = shown === null ? undefined : await findVersion(db, id, shown)
  if (version === undefined || (number !== undefined && version.number !== number))
    throw notFound('Такого выпуска нет')
  return version
}

const rowOf = (row: StoredVersionRow, today: string, openCases: ReadonlyMap<number, number>): VersionRow => ({
  number: row.number,
  state: row.state,
  validFrom: row.validFrom,
  validTo: row.validTo,
  inForceTo: row.inForceTo,
  inForce:
    row.inForceFrom !== null &&
    row.inForceFrom <= today &&
    (row.inForceTo === null || row.inForceTo >= today),
  author: row.author,
  createdAt: row.createdAt,
  sentBy: row.sentBy,
  approvedBy: row.approvedBy,
  releasedBy: row.releasedBy,
  releasedAt: row.releasedAt,
  openCases: openCases.get(row.number) ?? 0,
})

/** A row as people of partners read it: who of the bank worked on it is the bank’s own. */
const forPartners = (row: VersionRow, { owner }: StoredProduct): VersionRow => ({
  ...row,
  author: owner,
  sentBy: null,
  approvedBy: null,
  releasedBy: null,
})

function editableOf(
  { actor }: ProductReader,
  { kind, lending }: StoredProduct,
  { state }: StoredVersionRow,
): ProductVersion['editable'] {
  const isDraft = state === 'DRAFT' || state === 'CORRECTION'
  const reasonDisabled =
    refusalOf(actor, lending, 'Update') ??
    (isDraft
      ? null
      : `Меняют только черновик, а этот выпуск ${kindNames[kind]} — «${lowered(productVersionStates[state])}»: создайте следующий`)
  return { enabled: reasonDisabled === null, reasonDisabled }
}

const partsOf = (content: StoredVersion['content']): number[] =>
  content.kind === 'PRODUCT' ? [] : [...content.productIds, ...content.requires, ...content.excludes]

/** What whoever agrees to a version or releases it looks at first. */
async function warningsOf(
  bank: BankFigures,
  db: Db,
  product: StoredProduct,
  { state, content, validFrom }: StoredVersion,
): Promise<string[]> {
  if (state !== 'ON_APPROVAL' && state !== 'APPROVED') return []
  const firstDay = validFrom ?? bankDay(bank.clock)
  return warningsOfCells(await cellsOfVersion(bank, db, product, { content, firstDay }))
}

/** A version as the person reads it. */
export async function presentVersion(
  { clock, parameters }: BankFigures,
  { db, actor, requestId }: Context,
  product: StoredProduct,
  version: StoredVersion,
): Promise<ProductVersion> {
  const reader = { actor, today: bankDay(clock) }
  const row = rowOf(version, reader.today, await findOpenCases(db, reader, product))
  if (!actor.isAhml) {
    const { 'key-rate': keyRate } = await parameters.figuresOn(reader.today)
    const visible = new Set((await findNamed(db, reader, partsOf(version.content))).map(({ id }) => id))
    return {
      ...forPartners(row, product),
      content: shownToPartners(version.content, { keyRate, visible }),
      version: version.version,
      actions: [],
      editable: editableOf(reader, product, version),
      issues: [],
      warnings: [],
    }
  }
  const editable = editableOf(reader, product, version)
  return {
    ...row,
    content: version.content,
    version: version.version,
    actions: await allowedActions(
      versionKind({ clock, parameters }, product),
      { db, actor, requestId, clock },
      { ...version, product },
    ),
    editable,
    issues: editable.enabled ? await versionIssues(db, product, version.content) : [],
    warnings: await warningsOf({ clock, parameters }, db, product, version),
  }
}

/** Versions of the product that the person knows of, the newest first. */
export async function presentRows(
  db: Db,
  reader: ProductReader,
  product: StoredProduct,
): Promise<VersionRow[]> {
  const openCases = await findOpenCases(db, reader, product)
  const rows = (await findVersionRows(db, product.id)).map((row) => rowOf(row, reader.today, openCases))
  return reader.actor.isAhml
    ? rows
    : rows.filter(({ inForce }) => inForce).map((row) => forPartners(row, product))
}

/** The product with the version named, or the one shown unasked. */
export async function presentProduct(
  parts: BankFigures,
  context: Context,
  product: StoredProduct,
  number?: number,
): Promise<Product> {
  const { db } = context
  const reader = readerOf(parts, context)
  const version = await requireVersion(db, reader, product, number)
  const isAddition = product.kind !== 'PRODUCT'
  const { content } = version
  return {
    id: product.id,
    kind: product.kind,
    lending: product.lending,
    code: product.code,
    type: {
      code: product.typeCode,
      name: (await nameOfCode(db, typesOf[product.lending], product.typeCode)) ?? product.typeCode,
    },
    department: product.department,
    owner: product.owner,
    shown: await presentVersion(parts, context, product, version),
    versions: await presentRows(db, reader, product),
    options: isAddition ? [] : await findAdditions(db, reader, product, 'OPTION'),
    promotions: isAddition ? [] : await findAdditions(db, reader, product, 'PROMOTION'),
    products: content.kind === 'PRODUCT' ? [] : await findNamed(db, reader, content.productIds),
  }
}
