import type { Context } from '#http/route.ts'
import { insertExport } from './access-log.repo.ts'

/** Writes down an export before its first row leaves: who, how many rows of what, by which filter, in which columns. */
export async function recordExport(
  { db, actor, requestId }: Pick<Context, 'db' | 'actor' | 'requestId'>,
  objectType: string,
  rowCount: number,
  details: object,
): Promise<void> {
  await insertExport(db, { actorId: actor.employeeId, requestId, objectType, rowCount, details })
}
