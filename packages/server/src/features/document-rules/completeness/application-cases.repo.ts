import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'
import type { QueueCase } from './application-case.rules.ts'

const select = (actor: Actor, timeZone: string, where: RawBuilder<unknown>) => sql<
  QueueCase & { isWritten: boolean }
>`
  SELECT a.id, a.number, a.client_name AS "clientName", a.programme, a.level_code AS "levelCode",
    f.stage, a.region_code AS "regionCode", a.partner_id AS "partnerId",
    (a.received_at AT TIME ZONE ${timeZone})::date::text AS "receivedOn",
    EXISTS (SELECT FROM case_section s WHERE s.case_id = a.id) AS "isWritten"
  FROM application a JOIN case_file f ON f.id = a.id WHERE ${visibleTo(actor, 'a.partner_id')} AND ${where}`

/** An application that the caller may see. */
export async function findCase(
  db: Db,
  actor: Actor,
  timeZone: string,
  id: number,
): Promise<QueueCase | undefined> {
  const { rows } = await select(actor, timeZone, sql`a.id = ${id}`).execute(db)
  return rows[0]
}

/** The id behind a number, when the caller may see the application. */
export async function findIdByNumber(db: Db, actor: Actor, number: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM application a WHERE a.number = ${number} AND ${visibleTo(actor, 'a.partner_id')}`.execute(
    db,
  )
  return rows[0]?.id
}

/** Open applications that the caller may see, the newest first, with how many there are. */
export async function findOpenCases(
  db: Db,
  actor: Actor,
  timeZone: string,
  limit: number,
): Promise<{ rows: (QueueCase & { isWritten: boolean })[]; total: number }> {
  const open = sql`a.closed_at IS NULL`
  const { rows } = await select(actor, timeZone, sql`${open} ORDER BY a.id DESC LIMIT ${limit}`).execute(db)
  const counted = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM application a
    WHERE ${visibleTo(actor, 'a.partner_id')} AND ${open}`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}
