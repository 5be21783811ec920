import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { DocumentAccess } from '@ipoteka-office/contract/documents/document-access.ts'
import { sql } from 'kysely'
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

/** Objects that somebody opened or took out. */
export interface OpeningEvent {
  readonly actorId: number
  readonly requestId: string | null
  readonly action: DocumentAccess['action']
  readonly objectType: string
  /** Each object with the number of its files that went out; `storageId` when it was but one. */
  readonly objects: readonly { readonly id: number; readonly files: number; readonly storageId?: string }[]
}

export async function insertOpenings(db: Db, event: OpeningEvent): Promise<void> {
  if (event.objects.length === 0) return
  await db
    .insertInto('access_event')
    .values(
      event.objects.map(({ id, files, storageId = null }) => ({
        actor_id: event.actorId,
        request_id: event.requestId,
        action: event.action,
        object_type: event.objectType,
        object_id: id,
        storage_id: storageId,
        row_count: files,
        details: '{}',
      })),
    )
    .execute()
}

/** Personal numbers that somebody saw whole. */
export interface UnmaskingEvent {
  readonly actorId: number
  readonly requestId: string | null
  readonly objectType: string
  readonly objectId: number
  readonly persons: number
  /** In Russian: «Клиент и созаёмщики», «Раздел «Личные данные»». */
  readonly what: string
  /** Minutes in which the same showing is not written again. */
  readonly unlessSince: number
}

export async function insertUnmasking(db: Db, event: UnmaskingEvent): Promise<void> {
  await sql`
    INSERT INTO access_event (actor_id, request_id, action, object_type, object_id, row_count, details)
    SELECT ${event.actorId}::int, ${event.requestId}::text, 'UNMASK', ${event.objectType}::text,
      ${event.objectId}::int, ${event.persons}::int, jsonb_build_object('what', ${event.what}::text)
    WHERE ${event.unlessSince}::int = 0 OR NOT EXISTS (SELECT FROM access_event e WHERE e.object_type = ${event.objectType}
      AND e.object_id = ${event.objectId} AND e.actor_id = ${event.actorId} AND e.action = 'UNMASK'
      AND e.details ->> 'what' = ${event.what} AND e.at > now() - make_interval(mins => ${event.unlessSince}::int))`.execute(
    db,
  )
}

/** Reasons that somebody read. */
export interface ReasonEvent {
  readonly actorId: number
  readonly requestId: string
  readonly objectType: string
  readonly objectId: number
  /** In Russian: «Карточка записи». */
  readonly what: string
}

export async function insertReasonReading(
  db: Db,
  { actorId, requestId, objectType, objectId, what }: ReasonEvent,
): Promise<void> {
  await sql`INSERT INTO access_event (actor_id, request_id, action, object_type, object_id, row_count, details)
    VALUES (${actorId}, ${requestId}, 'REASON', ${objectType}, ${objectId}, 1,
      jsonb_build_object('what', ${what}::text))`.execute(db)
}

export async function insertReportReading(
  db: Db,
  {
    actorId,
    requestId,
    objectType,
    objectId,
    what,
  }: Omit<ReasonEvent, 'requestId'> & Pick<OpeningEvent, 'requestId'>,
): Promise<void> {
  await sql`INSERT INTO access_event (actor_id, request_id, action, object_type, object_id, row_count, details)
    VALUES (${actorId}, ${requestId}, 'VIEW', ${objectType}, ${objectId}, 1,
      jsonb_build_object('what', ${what}::text))`.execute(db)
}

/** Blacklists that somebody asked outside any application. */
export interface ListsEvent {
  readonly actorId: number
  readonly requestId: string
  readonly objectType: string
  /** How many entries agreed. */
  readonly found: number
  readonly purpose: string
}

export async function insertListsAsked(
  db: Db,
  { actorId, requestId, objectType, found, purpose }: ListsEvent,
): Promise<void> {
  await sql`INSERT INTO access_event (actor_id, request_id, action, object_type, row_count, details)
    VALUES (${actorId}, ${requestId}, 'LISTS', ${objectType}, ${found},
      jsonb_build_object('what', ${purpose}::text))`.execute(db)
}

/** Whether the person opened the file in the same way since so many minutes. */
export async function hasOpened(
  db: Db,
  { actorId, action, objectType }: Pick<OpeningEvent, 'actorId' | 'action' | 'objectType'>,
  object: { id: number; storageId: string },
  minutes: number,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM access_event WHERE object_type = ${objectType} AND object_id = ${object.id}
      AND storage_id = ${object.storageId}::uuid AND actor_id = ${actorId} AND action = ${action}
      AND at > now() - make_interval(mins => ${minutes}) LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Who opened a document, newest first. */
export async function findOpenings(
  db: Db,
  object: { type: string; id: number },
  { page, size }: PageQuery,
): Promise<{ rows: DocumentAccess[]; total: number }> {
  const { rows } = await sql<DocumentAccess>`
    SELECT a.id::text AS id, a.at, a.action, e.full_name AS employee, p.short_name AS partner,
      f.name AS "fileName", a.request_id AS "requestId"
    FROM access_event a JOIN employee e ON e.id = a.actor_id JOIN partner p ON p.id = e.partner_id
    LEFT JOIN document_file f ON f.storage_id = a.storage_id
    WHERE a.object_type = ${object.type} AND a.object_id = ${object.id}
    ORDER BY a.id DESC LIMIT ${size} OFFSET ${page * size}`.execute(db)
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM access_event
    WHERE object_type = ${object.type} AND object_id = ${object.id}`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}
