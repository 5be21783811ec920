import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import type { Db } from '#db/database.ts'
import { invalid } from '#http/errors.ts'
import { findUnknownCodes } from './partner-card.repo.ts'

/** 400 on the field when the code is not in force in the dictionary; the present value always passes. */
export async function requireCode(
  db: Db,
  dictionary: string,
  path: string,
  code: string,
  present?: string,
): Promise<void> {
  if (code === present) return
  const unknown = await findUnknownCodes(db, [{ dictionary, code }])
  if (unknown.length > 0) throw invalid([{ path, message: messages.unknownCode }])
}
