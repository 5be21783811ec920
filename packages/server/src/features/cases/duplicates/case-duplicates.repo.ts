import type { DuplicateReason, DuplicateWish } from '@ipoteka-office/contract/cases/case-duplicates.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

/** A case that may be of the same client, with what it was found by. */
export interface DuplicateRow {
  readonly id: number
  readonly type: CaseType
  readonly number: string
  readonly stage: string
  readonly closed: boolean
  readonly createdAt: string
  readonly clientName: string
  readonly birthDate: string | null
  readonly passport: string | null
  readonly phone: string | null
  readonly programme: string | null
  readonly amount: string | null
  readonly partner: { id: number; shortName: string }
  readonly responsible: { id: number; fullName: string } | null
  readonly reasons: DuplicateReason[]
}

/** Tables that keep a client beside a case; a person's cases are found by the person. */
const clients = ['lead', 'short_application'] as const
const maxFound = 20

function branches(
  { passport, birthDate, phone, inn, snils, ...name }: DuplicateWish,
  phoneDays: number,
): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = []
  if (passport !== null) {
    for (const table of clients)
      found.push(sql`SELECT x.id, 'PASSPORT' FROM ${sql.table(table)} x WHERE x.passport = ${passport}`)
    found.push(
      sql`SELECT c.id, 'PASSPORT' FROM person x JOIN case_file c ON c.person_id = x.id WHERE x.passport = ${passport}`,
      sql`SELECT c.id, 'PASSPORT' FROM person x JOIN case_file c ON c.person_id = x.id WHERE x.past_passports && ARRAY[${passport}::text]`,
    )
  }
  for (const [column, value] of Object.entries({ snils, inn }))
    if (value !== null)
      found.push(sql`SELECT c.id, ${column.toUpperCase()}::text FROM person x JOIN case_file c ON c.person_id = x.id
        WHERE ${sql.ref(`x.${column}`)} = ${value}`)
  if (birthDate !== null && name.lastName !== '' && name.firstName !== '') {
    const key = sql`search_form(${name.lastName} || ' ' || ${name.firstName} || ' ' || ${name.middleName})`
    for (const table of clients)
      found.push(sql`SELECT x.id, 'NAME_AND_BIRTH' FROM ${sql.table(table)} x
        WHERE x.birth_date = ${birthDate}::date AND x.name_key = ${key}`)
    found.push(sql`SELECT c.id, 'NAME_AND_BIRTH' FROM person x JOIN case_file c ON c.person_id = x.id
      WHERE x.birth_date = ${birthDate}::date
        AND search_form(x.last_name || ' ' || x.first_name || ' ' || x.middle_name) = ${key}`)
  }
  if (phone !== null)
    found.push(sql`SELECT x.id, 'PHONE' FROM case_file x WHERE x.client_phone = ${phone}
      AND x.created_at >= now() - ${phoneDays}::int * interval '1 day'`)
  return found
}

/** Where duplicates are looked for. */
export interface DuplicateScope {
  /** That the caller may read. */
  readonly types: readonly CaseType[]
  /** How long ago the same phone still speaks for the same client. */
  readonly phoneDays: number
}

/** Cases of the same client that the caller sees, of the types they may read; the newest first. */
export async function findDuplicateCases(
  db: Db,
  actor: Actor,
  { types, phoneDays }: DuplicateScope,
  wish: DuplicateWish,
): Promise<DuplicateRow[]> {
  const parts = branches(wish, phoneDays)
  if (parts.length === 0) return []
  const { rows } = await sql<DuplicateRow>`
    WITH found AS MATERIALIZED (
      SELECT b.id, array_agg(DISTINCT b.reason) AS reasons FROM (${sql.join(parts, sql` UNION ALL `)}) b (id, reason)
      WHERE b.id IS DISTINCT FROM ${wish.exceptId}::int GROUP BY b.id)
    SELECT f.id, f.type, f.number, f.stage, f.closed, f.created_at AS "createdAt", f.client_name AS "clientName",
      coalesce(l.birth_date, s.birth_date, h.birth_date)::text AS "birthDate",
      coalesce(l.passport, s.passport, h.passport) AS passport, f.client_phone AS phone, f.programme, f.amount,
      json_build_object('id', p.id, 'shortName', p.short_name) AS partner,
      CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS responsible,
      found.reasons
    FROM found JOIN case_file f ON f.id = found.id JOIN partner p ON p.id = f.partner_id
    LEFT JOIN lead l ON l.id = f.id LEFT JOIN short_application s ON s.id = f.id LEFT JOIN person h ON h.id = f.person_id
    LEFT JOIN employee e ON e.id = f.responsible_id
    WHERE ${visibleTo(actor, 'f.partner_id')} AND f.type = ANY(${types}::text[])
    ORDER BY f.id DESC LIMIT ${maxFound}`.execute(db)
  return rows
}

/** Numbers of the client of a case. */
export type StoredNumbers = Pick<DuplicateWish, 'passport' | 'phone' | 'inn' | 'snils'>

/** The numbers that stand behind masks of a case that is being filled in, and those that its form does not ask. */
export async function findStoredNumbers(
  db: Db,
  actor: Actor,
  caseId: number,
): Promise<StoredNumbers | undefined> {
  const { rows } = await sql<StoredNumbers>`
    SELECT coalesce(l.passport, s.passport) AS passport, coalesce(l.phone, s.phone) AS phone, h.inn, h.snils
    FROM case_file f LEFT JOIN lead l ON l.id = f.id LEFT JOIN short_application s ON s.id = f.id
    LEFT JOIN person h ON h.id = f.person_id
    WHERE f.id = ${caseId} AND ${visibleTo(actor, 'f.partner_id')}`.execute(db)
  return rows[0]
}
