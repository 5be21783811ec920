import type { Db } from '#db/database.ts'
import { findPublicProducts, type PublicProduct } from './partner-offer.repo.ts'

/** Codes of `creditProductQr` behind which something is sold on a day: by the partner, or by anybody. */
export async function sellableQrCodes(
  db: Db,
  asked: { readonly day: string; readonly partnerId: number | null },
): Promise<ReadonlySet<string>> {
  return new Set((await findPublicProducts(db, asked)).map(({ qrCode }) => qrCode))
}

/** The programme of a mortgage that all products behind a code share; null: they are of several, or no mortgages. */
export function sharedProgramme(products: readonly PublicProduct[]): string | null {
  const types = new Set(products.map(({ typeCode }) => typeCode))
  const [only = null] = types
  return types.size === 1 && products.every(({ lending }) => lending === 'MORTGAGE') ? only : null
}

/** What is behind a code on the page of a partner. */
export const publicProducts = (
  db: Db,
  asked: { readonly day: string; readonly partnerId: number; readonly qrCode: string },
): Promise<PublicProduct[]> => findPublicProducts(db, asked)
