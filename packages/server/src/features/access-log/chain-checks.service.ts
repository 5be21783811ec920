import type { ChainVerdict } from '@ipoteka-office/contract/cases/case-changes.ts'
import type { ObjectType } from '@ipoteka-office/contract/operations.ts'
import type { Db } from '#db/database.ts'
import { writeReading } from '#db/readings.ts'
import type { Context } from '#http/route.ts'
import { findChainCheck, insertChainCheck } from './chain-checks.repo.ts'

interface Checked {
  readonly type: ObjectType
  readonly id: number
}
type Found = Pick<ChainVerdict, 'isWhole' | 'text' | 'records' | 'decisions' | 'seals' | 'unsealed'>

/** Writes down that somebody checked the chains of a case and what came of it. */
export async function recordChainCheck(
  { db, actor, requestId }: Pick<Context, 'db' | 'actor' | 'requestId'>,
  object: Checked,
  found: Found,
): Promise<ChainVerdict> {
  await writeReading(db, (to) =>
    insertChainCheck(to, { actorId: actor.employeeId, requestId, object, found }),
  )
  const written = await findChainCheck(db, object)
  if (written === null) throw new Error('The check was not written down')
  return written
}

/** The last check of the chains of a case; null: there was none. */
export const findLastCheck = (db: Db, object: Checked): Promise<ChainVerdict | null> =>
  findChainCheck(db, object)
