import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { ContactAttempt, Lead } from '@ipoteka-office/contract/leads/leads.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { countByValues, queryByValues } from '#db/large-totals.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'

/** A lead without the words of its status. */
export type LeadRow = Omit<Lead, 'statusName'> & {
  readonly responsibleId: number | null
  readonly closed: boolean
}

const shape = sql`f.id, f.number, l.sex, l.last_name AS "lastName", l.first_name AS "firstName",
  l.middle_name AS "middleName", l.birth_date::text AS "birthDate", l.passport, l.phone, l.email, l.city,
  f.region_code AS "regionCode", f.programme_code AS "programmeCode", f.amount, l.source_code AS "sourceCode",
  f.channel AS "channelCode", l.comment, f.stage AS status, f.due_at AS "dueDate", l.next_contact_at AS "nextContactAt",
  json_build_object('id', p.id, 'shortName', p.short_name) AS partner, f.archived_at IS NOT NULL AS archived,
  f.created_at AS "createdAt", l.version, f.responsible_id AS "responsibleId", f.closed`
const tables = sql`lead l JOIN case_file f ON f.id = l.id JOIN partner p ON p.id = f.partner_id`

/** A lead that the caller sees. */
export async function findLead(db: Db, actor: Actor, id: number): Promise<LeadRow | undefined> {
  const { rows } = await sql<LeadRow>`
    SELECT ${shape} FROM ${tables} WHERE l.id = ${id} AND ${visibleTo(actor, 'f.partner_id')}`.execute(db)
  return rows[0]
}

function conditions(actor: Actor, status: string | undefined, search: string): RawBuilder<unknown> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, 10)
  return sql.join(
    [
      sql`f.type = 'LEAD' AND f.archived_at IS NULL`,
      visibleTo(actor, 'f.partner_id'),
      ...(status === undefined ? [] : [sql`f.stage = ${status}`]),
      ...words.map((word) => sql`f.search_text LIKE search_form(${anywhere(word)})`),
    ],
    sql` AND `,
  )
}

/** A page of leads that are not in the archive, the newest first, with the total. */
export async function findLeads(
  db: Db,
  actor: Actor,
  { status, search, page, size }: PageQuery & { status?: string | undefined; search: string },
): Promise<{ rows: LeadRow[]; total: number }> {
  refuseDeepPage({ page, size })
  const where = conditions(actor, status, search)
  const rows = await queryByValues(
    db,
    sql<LeadRow>`SELECT ${shape} FROM ${tables} WHERE ${where} ORDER BY f.id DESC LIMIT ${size} OFFSET ${page * size}`,
  )
  const { count } = await countByValues(
    db,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM case_file f WHERE ${where}`,
  )
  return { rows, total: count }
}

/** When the client is to be called next; the version covers it. */
export async function setNextContact(db: Db, id: number, at: string | null): Promise<void> {
  await sql`UPDATE lead SET next_contact_at = ${at}, version = version + 1
    WHERE id = ${id} AND next_contact_at IS DISTINCT FROM ${at}::timestamptz`.execute(db)
}

/** When the client is to be called next; null: nothing was agreed, or the lead is closed. */
export async function findAgreedContact(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    SELECT l.next_contact_at AS at FROM lead l JOIN case_file f ON f.id = l.id WHERE l.id = ${id} AND NOT f.closed`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

export async function findAttempts(db: Db, leadId: number): Promise<ContactAttempt[]> {
  const { rows } = await sql<ContactAttempt>`
    SELECT c.id, c.at, json_build_object('id', e.id, 'fullName', e.full_name) AS author, c.kind, c.outcome, c.comment,
      c.next_contact_at AS "nextContactAt", c.cancelled
    FROM lead_contact c JOIN employee e ON e.id = c.author_id WHERE c.lead_id = ${leadId} ORDER BY c.id DESC LIMIT 200`.execute(
    db,
  )
  return rows
}

export async function insertAttempt(
  db: Db,
  leadId: number,
  authorId: number,
  attempt: Pick<ContactAttempt, 'kind' | 'outcome' | 'comment' | 'nextContactAt'>,
): Promise<void> {
  await sql`INSERT INTO lead_contact (lead_id, author_id, kind, outcome, comment, next_contact_at)
    VALUES (${leadId}, ${authorId}, ${attempt.kind}, ${attempt.outcome}, ${attempt.comment}, ${attempt.nextContactAt})`.execute(
    db,
  )
}

/** False: the lead has no such attempt. */
export async function markAttempt(
  db: Db,
  leadId: number,
  attemptId: number,
  cancelled: boolean,
): Promise<boolean> {
  const { rows } = await sql`UPDATE lead_contact SET cancelled = ${cancelled}, version = version + 1
    WHERE id = ${attemptId} AND lead_id = ${leadId} RETURNING id`.execute(db)
  return rows.length > 0
}

/** Whether the lead is still to be called at this moment and nobody was reminded of it; says so from then on. */
export async function takeReminder(
  db: Db,
  leadId: number,
  at: string,
): Promise<{ number: string; clientName: string; responsibleId: number | null } | undefined> {
  const { rows } = await sql<{ number: string; clientName: string; responsibleId: number | null }>`
    UPDATE lead l SET reminded_for = l.next_contact_at FROM case_file f
    WHERE f.id = l.id AND l.id = ${leadId} AND l.next_contact_at = ${at}::timestamptz
      AND l.reminded_for IS DISTINCT FROM l.next_contact_at AND NOT f.closed AND f.archived_at IS NULL
    RETURNING f.number, f.client_name AS "clientName", f.responsible_id AS "responsibleId"`.execute(db)
  return rows[0]
}

/** Types of documents that a lead has to bring and has not: their names. */
export async function findMissingDocuments(db: Db, leadId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT i.name FROM reference_item i
    WHERE i.dictionary = 'docType' AND i.active AND i.attributes ->> 'leadUsageTypeCode' = 'REQUIRED'
      AND NOT EXISTS (SELECT FROM document d JOIN document_file x ON x.document_id = d.id
        WHERE d.owner_type = 'LEAD' AND d.owner_id = ${leadId} AND d.type_code = i.code AND d.deleted_at IS NULL
          AND d.status <> 'REJECTED' AND x.deleted_at IS NULL)
    ORDER BY i.sort_order`.execute(db)
  return rows.map(({ name }) => name)
}
