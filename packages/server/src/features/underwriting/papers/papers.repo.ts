import type { Db } from '#db/database.ts'

/** Whether a document is the bank's own, of which partners are told nothing. */
export async function isInternal(db: Db, documentId: number): Promise<boolean> {
  const row = await db
    .selectFrom('document')
    .select('internal')
    .where('id', '=', documentId)
    .executeTakeFirst()
  return row?.internal === true
}
