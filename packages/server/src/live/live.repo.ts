import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

/** One row of the outbox of live events. */
export interface StoredEvent {
  readonly topic: string
  readonly payload: {
    readonly ids?: number[]
    /** Dictionaries that were changed. */
    readonly codes?: string[]
    readonly partnerIds?: number[]
    readonly employeeId?: number
  }
}

/** Puts an event into the outbox within the caller's transaction. */
export async function insertEvent(db: Db, event: StoredEvent): Promise<void> {
  await sql`INSERT INTO live_event (topic, payload)
    VALUES (${event.topic}, ${JSON.stringify(event.payload)}::text::jsonb)`.execute(db)
}

/** Takes committed events out; rows that another instance is taking are left to it. */
export async function takeEvents(db: Db, limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    DELETE FROM live_event WHERE id IN (
      SELECT id FROM live_event ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING topic, payload`.execute(db)
  return rows
}

/** For each approver the partners that may see it: its own and those above. */
export async function findApproverAudience(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; partners: number[] }[]> {
  const { rows } = await sql<{ id: number; partners: number[] }>`
    SELECT a.id, p.ancestor_ids AS partners FROM approver a JOIN partner p ON p.id = a.partner_id
    WHERE a.id = ANY(${ids}::int[])`.execute(db)
  return rows
}

/** The named partners and all above them. */
export async function findPartnersAbove(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT unnest(ancestor_ids) AS id FROM partner WHERE id = ANY(${ids}::int[])`.execute(db)
  return rows.map((row) => row.id)
}

/** Whether the person may see this approver: by department and by partner. */
export async function isApproverVisible(
  db: Db,
  actor: Actor,
  types: readonly ApproverType[],
  id: number,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM approver a
    WHERE a.id = ${id} AND a.type = ANY(${types}::text[]) AND ${visibleTo(actor, 'a.partner_id')}`.execute(db)
  return rows.length > 0
}

/** Sends texts (each under 8 000 bytes) to the listeners of a channel when the transaction commits. */
export async function notifyChannel(db: Db, channel: string, texts: readonly string[]): Promise<void> {
  await sql`SELECT pg_notify(${channel}, t) FROM unnest(${texts}::text[]) t`.execute(db)
}

/** Whether the person may see this case: by its type and by partner. */
export async function isCaseVisible(
  db: Db,
  actor: Actor,
  types: readonly string[],
  id: number,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM case_file f
    WHERE f.id = ${id} AND f.type = ANY(${types}::text[]) AND ${visibleTo(actor, 'f.partner_id')}`.execute(db)
  return rows.length > 0
}

/** Whether the person may see the employee. */
export async function isEmployeeVisible(db: Db, actor: Actor, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM employee e WHERE e.id = ${id} AND ${visibleTo(actor, 'e.partner_id')}`.execute(db)
  return rows.length > 0
}

/** Whether the person may see the partner. */
export async function isPartnerVisible(db: Db, actor: Actor, id: number): Promise<boolean> {
  const { rows } = await sql<{ visible: boolean }>`
    SELECT EXISTS (SELECT FROM partner p WHERE p.id = ${id} AND ${visibleTo(actor, 'p.id')}) AS visible`.execute(
    db,
  )
  return rows[0]?.visible ?? false
}

/** Whether the person may see what the documents belong to. */
export async function isDocumentOwnerVisible(
  db: Db,
  actor: Actor,
  ownerType: string,
  id: number,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM document_owner o
    WHERE o.owner_type = ${ownerType} AND o.owner_id = ${id} AND ${visibleTo(actor, 'o.partner_id')}`.execute(
    db,
  )
  return rows.length > 0
}
