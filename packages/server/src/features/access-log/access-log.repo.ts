import type { Db } from '#db/database.ts'

/** Data that leaves the system: what is told of it. */
export interface ExportEvent {
  readonly actorId: number
  readonly requestId: string | null
  readonly objectType: string
  readonly rowCount: number
  readonly details: object
}

/** Adds an export to the log. */
export async function insertExport(db: Db, event: ExportEvent): Promise<void> {
  await db
    .insertInto('access_event')
    .values({
      actor_id: event.actorId,
      request_id: event.requestId,
      action: 'EXPORT',
      object_type: event.objectType,
      row_count: event.rowCount,
      details: JSON.stringify(event.details),
    })
    .execute()
}
