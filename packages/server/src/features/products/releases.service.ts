import type { VersionRow } from '@ipoteka-office/contract/products/product-rows.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { Context } from '#http/route.ts'
import { presentRows, readerOf, requireProduct } from './shown-product.service.ts'

/** Versions that have been released, the newest first; people of partners are told of the one in force. */
export async function listReleases(parts: BankFigures, context: Context, id: number): Promise<VersionRow[]> {
  const reader = readerOf(parts, context)
  const product = await requireProduct(context.db, reader, id)
  return (await presentRows(context.db, reader, product)).filter(({ releasedAt }) => releasedAt !== null)
}
