import type {
  LinkedCase,
  ShortApplication,
} from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

/** An application without what lies in other tables. */
export type ShortRow = Omit<ShortApplication, 'locked' | 'consents' | 'links' | 'preDecisions'> & {
  readonly personId: number | null
  readonly responsibleId: number | null
  readonly programme: string | null
  readonly sourceId: number | null
  readonly archived: boolean
}

const shape = sql`f.id, f.number, f.programme_code AS "programmeCode", f.programme, s.goal_code AS "goalCode",
  s.object_price AS "objectPrice", s.down_payment AS "downPayment", f.amount, s.months, trim_scale(s.rate)::text AS rate,
  s.object_type_code AS "objectTypeCode", s.life_insurance AS "lifeInsurance",
  s.electronic_registration AS "electronicRegistration", s.income_verification AS "incomeVerification",
  s.salary_client AS "salaryClient",
  s.last_name AS "lastName", s.first_name AS "firstName", s.middle_name AS "middleName", s.sex,
  s.birth_date::text AS "birthDate", s.passport, s.phone, s.email, s.passport_issued_on::text AS "passportIssuedOn",
  s.passport_unit_code AS "passportUnitCode", s.passport_issuer AS "passportIssuer", s.birth_place AS "birthPlace",
  s.address, s.income, s.obligations, s.employer_name AS "employerName", s.employer_inn AS "employerInn",
  s.salary_bank AS "salaryBank", s.salary_bank_bic AS "salaryBankBic", f.region_code AS "regionCode",
  f.channel AS "channelCode", s.source_code AS "sourceCode", s.initial_source_code AS "initialSourceCode",
  s.co_borrowers AS "coBorrowers", s.comment, f.stage, json_build_object('id', p.id, 'shortName', p.short_name) AS partner,
  f.created_at AS "createdAt",
  CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS "createdBy", s.version,
  f.person_id AS "personId", f.responsible_id AS "responsibleId", f.source_id AS "sourceId",
  f.archived_at IS NOT NULL AS archived`

/** An application; of an actor only what they see. */
export async function findShort(db: Db, actor: Actor | null, id: number): Promise<ShortRow | undefined> {
  const { rows } = await sql<ShortRow>`
    SELECT ${shape} FROM short_application s JOIN case_file f ON f.id = s.id JOIN partner p ON p.id = f.partner_id
    LEFT JOIN employee e ON e.id = f.created_by
    WHERE s.id = ${id} AND ${actor === null ? sql`true` : visibleTo(actor, 'f.partner_id')}`.execute(db)
  return rows[0]
}

/** Cases that somebody tied this one to, and the one it was made of, as far as the caller sees them. */
export async function findLinks(
  db: Db,
  actor: Actor,
  id: number,
  sourceId: number | null,
): Promise<(Omit<LinkedCase, 'stageName'> & { stage: string })[]> {
  const { rows } = await sql<Omit<LinkedCase, 'stageName'> & { stage: string }>`
    SELECT f.id, f.type, f.number, f.stage, f.client_name AS "clientName", x.relation FROM (
      SELECT ${sourceId}::int AS id, 'SOURCE' AS relation
      UNION ALL SELECT CASE WHEN k.case_id = ${id} THEN k.other_id ELSE k.case_id END, 'SAME_CLIENT'
        FROM case_link k WHERE k.case_id = ${id} OR k.other_id = ${id}) x
    JOIN case_file f ON f.id = x.id WHERE ${visibleTo(actor, 'f.partner_id')} ORDER BY f.id DESC LIMIT 50`.execute(
    db,
  )
  return rows
}

/** Writes the rate of a price: the card is of a later version. */
export async function writeRate(db: Db, id: number, rate: string): Promise<void> {
  await sql`UPDATE short_application SET rate = ${rate}::numeric, version = version + 1 WHERE id = ${id}`.execute(
    db,
  )
}

export async function insertLink(db: Db, one: number, other: number, actorId: number): Promise<void> {
  await sql`INSERT INTO case_link (case_id, other_id, created_by)
    VALUES (${Math.min(one, other)}, ${Math.max(one, other)}, ${actorId}) ON CONFLICT DO NOTHING`.execute(db)
}
export async function deleteLink(db: Db, one: number, other: number): Promise<void> {
  await sql`DELETE FROM case_link
    WHERE case_id = ${Math.min(one, other)} AND other_id = ${Math.max(one, other)}`.execute(db)
}

/** What a form made of a lead begins with. */
export interface LeadForForm {
  readonly id: number
  readonly number: string
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
  readonly sex: 'MALE' | 'FEMALE' | null
  readonly birthDate: string | null
  readonly passport: string | null
  readonly phone: string | null
  readonly email: string | null
  readonly programmeCode: string | null
  readonly amount: string | null
  readonly regionCode: string | null
  readonly channelCode: string | null
  readonly sourceCode: string | null
  readonly comment: string
  readonly partner: { id: number; shortName: string }
}

export async function findLeadForForm(
  db: Db,
  actor: Actor,
  leadId: number,
): Promise<LeadForForm | undefined> {
  const { rows } = await sql<LeadForForm>`
    SELECT f.id, f.number, l.last_name AS "lastName", l.first_name AS "firstName", l.middle_name AS "middleName", l.sex,
      l.birth_date::text AS "birthDate", l.passport, l.phone, l.email, f.programme_code AS "programmeCode", f.amount,
      f.region_code AS "regionCode", f.channel AS "channelCode", coalesce(l.source_code, 'LEAD') AS "sourceCode",
      l.comment, json_build_object('id', p.id, 'shortName', p.short_name) AS partner
    FROM lead l JOIN case_file f ON f.id = l.id JOIN partner p ON p.id = f.partner_id
    WHERE l.id = ${leadId} AND f.archived_at IS NULL AND ${visibleTo(actor, 'f.partner_id')}`.execute(db)
  return rows[0]
}

export async function findPartnerName(db: Db, id: number): Promise<{ id: number; shortName: string }> {
  const { rows } = await sql<{ id: number; shortName: string }>`
    SELECT id, short_name AS "shortName" FROM partner WHERE id = ${id}`.execute(db)
  return rows[0] ?? { id, shortName: '' }
}

/** Full applications made of this one, the newest first. */
export async function findFullApplication(
  db: Db,
  id: number,
): Promise<{ id: number; number: string } | undefined> {
  const { rows } = await sql<{ id: number; number: string }>`
    SELECT id, number FROM case_file WHERE source_id = ${id} AND type = 'FULL_APPLICATION'
    ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** The application made of a case that is not in the archive; undefined: none was made. */
export async function findMadeOf(db: Db, sourceId: number): Promise<{ number: string } | undefined> {
  const { rows } = await sql<{ number: string }>`
    SELECT number FROM case_file WHERE source_id = ${sourceId} AND archived_at IS NULL ORDER BY id DESC LIMIT 1`.execute(
    db,
  )
  return rows[0]
}

/** Whether a lead is closed. */
export async function findLeadStage(db: Db, leadId: number): Promise<{ closed: boolean } | undefined> {
  const { rows } = await sql<{ closed: boolean }>`SELECT closed FROM case_file WHERE id = ${leadId}`.execute(
    db,
  )
  return rows[0]
}
