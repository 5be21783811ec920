import type { AccessFilter } from '@ipoteka-office/contract/access-log/access-log.ts'
import type { UnmaskedPerson } from '@ipoteka-office/contract/access-log/unmask.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { countByValues, queryByValues } from '#db/large-totals.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'
import type { EventRow } from './journal.rules.ts'

const caseObjects = ['Lead', 'ShortApplication', 'FullApplication', 'LoanApplication']

/** Whose events the person sees: those of employees of their own partner and of what is under it. */
function conditions(actor: Actor, { actions, search, from, to }: AccessFilter, timeZone: string) {
  const pattern = anywhere(search)
  return sql.join(
    [
      visibleTo(actor, 'e.partner_id'),
      ...(actions.length > 0 ? [sql`a.action = ANY(${actions}::text[])`] : []),
      ...(from === undefined ? [] : [sql`a.at >= ${from}::date::timestamp AT TIME ZONE ${timeZone}`]),
      ...(to === undefined ? [] : [sql`a.at < (${to}::date + 1)::timestamp AT TIME ZONE ${timeZone}`]),
      ...(search === ''
        ? []
        : [
            sql`(a.actor_id IN (SELECT x.id FROM employee x WHERE search_form(x.full_name) LIKE search_form(${pattern}))
              OR (a.object_type = ANY(${caseObjects}::text[]) AND a.object_id IN (SELECT c.id FROM case_file c WHERE c.number = ${search})))`,
          ]),
    ],
    sql` AND `,
  )
}

const shape = sql`a.id::text AS id, a.at, a.action, json_build_object('id', e.id, 'fullName', e.full_name) AS employee,
  json_build_object('id', p.id, 'shortName', p.short_name) AS partner, a.object_type AS "objectType",
  a.object_id AS "objectId", a.row_count AS "rowCount", a.details, a.request_id AS "requestId",
  c.type AS "caseType", c.number AS "caseNumber", coalesce(nullif(d.title, ''), dt.name) AS "documentTitle"`
const events = sql`access_event a JOIN employee e ON e.id = a.actor_id JOIN partner p ON p.id = e.partner_id
  LEFT JOIN case_file c ON c.id = a.object_id AND a.object_type = ANY(${caseObjects}::text[])
  LEFT JOIN document d ON d.id = a.object_id AND a.object_type IN ('document', 'Document')
  LEFT JOIN reference_item dt ON dt.dictionary = 'docType' AND dt.code = d.type_code`

/** A page of events, newest first. */
export async function findEvents(
  db: Db,
  actor: Actor,
  filter: AccessFilter,
  { page, size }: PageQuery,
  timeZone: string,
): Promise<EventRow[]> {
  return queryByValues<EventRow>(
    db,
    sql`SELECT ${shape} FROM ${events}
      WHERE ${conditions(actor, filter, timeZone)} ORDER BY a.id DESC LIMIT ${size} OFFSET ${page * size}`,
  )
}

/** Ids of all of the filter, newest first. */
export async function findEventIds(
  db: Db,
  actor: Actor,
  filter: AccessFilter,
  timeZone: string,
): Promise<string[]> {
  const rows = await queryByValues<{ id: string }>(
    db,
    sql`SELECT a.id::text AS id FROM access_event a JOIN employee e ON e.id = a.actor_id
      WHERE ${conditions(actor, filter, timeZone)} ORDER BY a.id DESC`,
  )
  return rows.map(({ id }) => id)
}

/** Events of these ids, newest first; the ids are of what the person sees. */
export async function findEventsByIds(db: Db, ids: readonly string[]): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${shape} FROM ${events} WHERE a.id = ANY(${ids}::bigint[]) ORDER BY a.id DESC`.execute(db)
  return rows
}

export async function countEvents(
  db: Db,
  actor: Actor,
  filter: AccessFilter,
  timeZone: string,
): Promise<number> {
  const { count } = await countByValues<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM access_event a JOIN employee e ON e.id = a.actor_id
    WHERE ${conditions(actor, filter, timeZone)}`,
  )
  return count
}

/** The client of a case and its participants with their numbers. */
export async function findPersons(db: Db, caseId: number): Promise<UnmaskedPerson[]> {
  const { rows } = await sql<UnmaskedPerson>`
    SELECT p.id AS "personId", coalesce(p.full_name, f.client_name) AS name, NULL AS role, p.passport,
      coalesce(p.phone, f.client_phone) AS phone, p.inn, p.snils
    FROM case_file f LEFT JOIN person p ON p.id = f.person_id WHERE f.id = ${caseId}
    UNION ALL
    SELECT p.id, p.full_name, t.role, p.passport, p.phone, p.inn, p.snils
    FROM (SELECT DISTINCT ON (person_id) person_id, role, sort FROM case_participant
      WHERE case_id = ${caseId} AND removed_at IS NULL ORDER BY person_id, sort) t
    JOIN person p ON p.id = t.person_id
    WHERE p.id IS DISTINCT FROM (SELECT person_id FROM case_file WHERE id = ${caseId})`.execute(db)
  return rows
}

/** The phone of the client of a case, as its list shows it. */
export async function findPhone(db: Db, caseId: number): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`
    SELECT client_phone AS phone FROM case_file WHERE id = ${caseId}`.execute(db)
  return rows[0]?.phone ?? null
}
