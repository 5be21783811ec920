import type {
  PartnerNotification,
  PartnerNotificationInput,
} from '@ipoteka-office/contract/partner-work/partner-notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

/** A partner that the caller may see, with what decides here; null otherwise. */
export interface SeenPartner {
  readonly id: number
  readonly shortName: string
  readonly roles: string[]
  readonly notActive: boolean
}

export async function findSeenPartner(db: Db, actor: Actor, id: number): Promise<SeenPartner | null> {
  const { rows } = await sql<SeenPartner>`
    SELECT p.id, p.short_name AS "shortName", p.roles, p.not_active AS "notActive" FROM partner p
    WHERE p.id = ${id} AND ${visibleTo(actor, 'p.id')}`.execute(db)
  return rows[0] ?? null
}

const columns = sql`n.id, n.event_code AS "eventCode", n.channel, n.address, n.not_used AS "notUsed", n.version,
  CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS employee`

async function findWhere(db: Db, where: RawBuilder<unknown>): Promise<PartnerNotification[]> {
  const { rows } = await sql<PartnerNotification>`
    SELECT ${columns} FROM partner_notification n LEFT JOIN employee e ON e.id = n.employee_id
    WHERE ${where} ORDER BY n.event_code, n.channel, n.id`.execute(db)
  return rows
}

export const findNotifications = (db: Db, partnerId: number) =>
  findWhere(db, sql`n.partner_id = ${partnerId}`)

export async function findNotification(
  db: Db,
  partnerId: number,
  id: number,
): Promise<PartnerNotification | null> {
  return (await findWhere(db, sql`n.id = ${id} AND n.partner_id = ${partnerId}`))[0] ?? null
}

/** What is in force for an event of the partner. */
export const findInForce = (db: Db, partnerId: number, event: string) =>
  findWhere(
    db,
    sql`n.partner_id = ${partnerId} AND n.event_code = ${event} AND NOT n.not_used
      AND (e.id IS NULL OR NOT e.not_active)`,
  )

export async function lockNotification(db: Db, partnerId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT id FROM partner_notification WHERE id = ${id} AND partner_id = ${partnerId} FOR UPDATE`.execute(db)
  return rows.length > 0
}

/** Whether the employee works for the partner or for one under it, and the caller may see them. */
export async function isEmployeeWithin(
  db: Db,
  actor: Actor,
  employeeId: number,
  partnerId: number,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT e.id FROM employee e JOIN partner p ON p.id = e.partner_id
    WHERE e.id = ${employeeId} AND NOT e.not_active AND p.ancestor_ids @> ARRAY[${partnerId}::int]
      AND ${visibleTo(actor, 'e.partner_id')}`.execute(db)
  return rows.length > 0
}

const values = (input: PartnerNotificationInput) => ({
  event_code: input.eventCode,
  channel: input.channel,
  address: input.address,
  employee_id: input.employeeId,
  not_used: input.notUsed,
})

export async function insertNotification(
  db: Db,
  partnerId: number,
  input: PartnerNotificationInput,
): Promise<number> {
  const { id } = await db
    .insertInto('partner_notification')
    .values({ partner_id: partnerId, ...values(input) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateNotification(db: Db, id: number, input: PartnerNotificationInput): Promise<void> {
  await db
    .updateTable('partner_notification')
    .set((eb) => ({ ...values(input), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Answers which were there. */
export async function deleteNotifications(
  db: Db,
  partnerId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    DELETE FROM partner_notification WHERE partner_id = ${partnerId} AND id = ANY(${ids}::int[]) RETURNING id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Who changed the part of a card last, and when. */
export async function findLastChange(
  db: Db,
  objectType: 'partner_notification' | 'partner_reassignment',
  id: number,
): Promise<{ descriptor: string; at: string } | undefined> {
  const { rows } = await sql<{ descriptor: string; at: string }>`
    SELECT coalesce(e.full_name, 'Система') AS descriptor, h.at FROM change_history h
    LEFT JOIN employee e ON e.id = h.actor_id
    WHERE h.object_type = ${objectType} AND h.object_id = ${id} ORDER BY h.id DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** Writes an event down; null when one with the key already happened. */
export async function insertEvent(
  db: Db,
  event: { partnerId: number; code: string; key: string | null; text: string; link: string | null },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO partner_event (partner_id, event_code, key, text, link)
    VALUES (${event.partnerId}, ${event.code}, ${event.key}, ${event.text}, ${event.link})
    ON CONFLICT (key) DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

/** Accreditations in force that end within the days, and when. */
export async function findEndingAccreditations(db: Db, today: string, days: number) {
  const { rows } = await sql<{
    id: number
    partnerId: number
    roleName: string
    dateTo: string
    left: number
  }>`
    SELECT a.id, a.partner_id AS "partnerId", coalesce(i.name, r.role_code) AS "roleName", a.date_to::text AS "dateTo",
      a.date_to - ${today}::date AS left
    FROM accreditation a JOIN partner_role r ON r.id = a.partner_role_id JOIN partner p ON p.id = a.partner_id
    LEFT JOIN reference_item i ON i.dictionary = 'partnerRole' AND i.code = r.role_code
    WHERE a.status = 'ACTIVE' AND NOT p.not_active AND NOT r.not_active
      AND a.date_to BETWEEN ${today}::date AND ${today}::date + ${days}::int
    ORDER BY a.id`.execute(db)
  return rows
}
