import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { literal } from '#db/like.ts'
import { type Identity, identityOf } from '#db/person-columns.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

/** What is known of a person beside the questionnaire. */
export interface PersonFields extends Identity {
  /** Digits with the country in front. */
  readonly phone: string | null
  readonly email: string | null
  readonly inn: string | null
  readonly snils: string | null
}

/**
 * The same person among those of the partner: by a passport, present or past, СНИЛС or ИНН, else by the whole name and the
 * birth date where no other passport speaks against it.
 */
export async function findSamePerson(
  db: Db,
  partnerId: number,
  p: PersonFields,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM person WHERE partner_id = ${partnerId} AND passport = ${p.passport}::text
    UNION ALL
    SELECT id FROM person WHERE partner_id = ${partnerId} AND past_passports && ARRAY[${p.passport}::text]
    UNION ALL
    SELECT id FROM person WHERE partner_id = ${partnerId} AND (snils = ${p.snils}::text OR inn = ${p.inn}::text)
      AND (birth_date = ${p.birthDate}::date) IS NOT FALSE
    UNION ALL
    SELECT id FROM person WHERE partner_id = ${partnerId} AND birth_date = ${p.birthDate}::date
      AND search_form(last_name || ' ' || first_name || ' ' || middle_name)
        = search_form(${`${p.lastName} ${p.firstName} ${p.middleName}`})
      AND (passport IS NULL OR ${p.passport}::text IS NULL)
    LIMIT 1`.execute(db)
  return rows[0]?.id
}

export async function insertPerson(
  db: Db,
  partnerId: number,
  p: PersonFields,
  actorId: number | null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO person AS o (partner_id, last_name, first_name, middle_name, sex, birth_date, passport, phone, email,
      inn, snils, created_by)
    VALUES (${partnerId}, ${p.lastName}, ${p.firstName}, ${p.middleName}, ${p.sex}, ${p.birthDate}, ${p.passport}, ${p.phone},
      ${p.email}, ${p.inn}, ${p.snils}, ${actorId})
    ON CONFLICT (passport, partner_id) WHERE passport IS NOT NULL DO UPDATE SET version = o.version + 1
    RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The person was not written')
  return row.id
}

/**
 * Writes what differs; what is not known now stays as it was. A passport that is another person's is not taken over, a
 * replaced one is kept among the past.
 */
export async function updatePerson(db: Db, id: number, p: PersonFields): Promise<void> {
  await sql`
    UPDATE person o SET last_name = n.last_name, first_name = n.first_name, middle_name = n.middle_name,
      sex = n.sex, birth_date = n.birth_date, passport = n.passport,
      past_passports = CASE WHEN o.passport <> n.passport THEN array_append(array_remove(o.past_passports, o.passport), o.passport)
        ELSE o.past_passports END,
      phone = n.phone, email = n.email, inn = n.inn, snils = n.snils, version = o.version + 1
    FROM (
      SELECT w.last_name, w.first_name, w.middle_name, coalesce(w.sex, x.sex) AS sex,
        coalesce(w.birth_date, x.birth_date) AS birth_date,
        CASE WHEN w.passport IS NULL OR EXISTS (SELECT FROM person y WHERE y.passport = w.passport
          AND y.partner_id = x.partner_id AND y.id <> x.id) THEN x.passport ELSE w.passport END AS passport,
        coalesce(w.phone, x.phone) AS phone, coalesce(w.email, x.email) AS email, coalesce(w.inn, x.inn) AS inn,
        coalesce(w.snils, x.snils) AS snils
      FROM person x, (SELECT ${p.lastName}::text, ${p.firstName}::text, ${p.middleName}::text, ${p.sex}::text,
        ${p.birthDate}::date, ${p.passport}::text, ${p.phone}::text, ${p.email}::text, ${p.inn}::text, ${p.snils}::text)
        AS w (last_name, first_name, middle_name, sex, birth_date, passport, phone, email, inn, snils)
      WHERE x.id = ${id}) n
    WHERE o.id = ${id} AND (o.last_name, o.first_name, o.middle_name, o.sex, o.birth_date, o.passport, o.phone, o.email,
        o.inn, o.snils) IS DISTINCT FROM (n.last_name, n.first_name, n.middle_name, n.sex, n.birth_date, n.passport, n.phone,
        n.email, n.inn, n.snils)`.execute(db)
}

/** Whose cases a reader may learn of a person from, for a case of which partner. */
export interface PersonReach {
  readonly actor: Actor
  /** Types of cases that the reader may read. */
  readonly types: readonly CaseType[]
  /** What is told in a case of a partner comes from cases that this partner itself sees; null: it is told to the bank alone. */
  readonly partnerId: number | null
}

const within = ({ actor, types, partnerId }: PersonReach) => sql`f.type = ANY(${types}::text[])
  AND ${visibleTo(actor, 'f.partner_id')}
  AND ${partnerId === null ? sql`true` : visibleTo({ isAhml: false, partnerId }, 'f.partner_id')}`

/** Cases of the persons of `ids`, as the client or as a participant. */
const casesOf = (ids: RawBuilder<unknown>, reach: PersonReach) => sql`
  SELECT f.id, f.type, f.number, f.created_at FROM case_file f WHERE f.person_id IN (${ids}) AND ${within(reach)}
  UNION
  SELECT f.id, f.type, f.number, f.created_at FROM case_participant c JOIN case_file f ON f.id = c.case_id
  WHERE c.person_id IN (${ids}) AND c.removed_at IS NULL AND ${within(reach)}`

/** A person with the newest case that the reader knows them from. */
export interface ReachedPerson extends PersonFields {
  readonly id: number
  readonly partnerId: number
  readonly caseId: number
  readonly caseType: CaseType
}

/** The person, when the reader sees one of the person's cases. */
export async function findPerson(db: Db, reach: PersonReach, id: number): Promise<ReachedPerson | undefined> {
  const { rows } = await sql<ReachedPerson>`
    SELECT p.id, p.partner_id AS "partnerId", ${identityOf('p')}, p.phone, p.email, p.inn, p.snils,
      t.id AS "caseId", t.type AS "caseType"
    FROM person p, LATERAL (SELECT * FROM (${casesOf(sql`p.id`, reach)}) f ORDER BY f.created_at DESC, f.id DESC LIMIT 1) t
    WHERE p.id = ${id}`.execute(db)
  return rows[0]
}

/** A section as it stands in an earlier case of the person. */
export interface EarlierSection {
  readonly section: SectionCode
  readonly data: SectionValues
  readonly savedAt: string
  readonly caseId: number
  readonly caseType: CaseType
  readonly caseNumber: string
  readonly caseCreatedAt: string
}

/** Of each section the newest that other cases of the same human being have; before a case: opened earlier than it. */
export async function findEarlierSections(
  db: Db,
  reach: PersonReach,
  personId: number,
  { exceptId, isBefore }: { readonly exceptId: number; readonly isBefore: boolean },
): Promise<EarlierSection[]> {
  const { rows } = await sql<EarlierSection>`
    WITH alike AS MATERIALIZED (SELECT same_people(${personId}) AS id),
    place AS (
      SELECT f.id, f.type, f.number, f.created_at, c.id AS participant_id
      FROM alike JOIN case_participant c ON c.person_id = alike.id AND c.removed_at IS NULL
      JOIN case_file f ON f.id = c.case_id
      WHERE f.id <> ${exceptId} AND ${within(reach)}
        AND (NOT ${isBefore} OR (f.created_at, f.id) < (SELECT x.created_at, x.id FROM case_file x WHERE x.id = ${exceptId})))
    SELECT DISTINCT ON (s.section) s.section, s.data, s.saved_at AS "savedAt", f.id AS "caseId", f.type AS "caseType",
      f.number AS "caseNumber", f.created_at AS "caseCreatedAt"
    FROM place f JOIN case_section s ON s.case_id = f.id AND s.participant_id = f.participant_id
    WHERE s.data <> '{}' ORDER BY s.section, f.created_at DESC, f.id DESC`.execute(db)
  return rows
}

/** A person for the list of those who are known. */
export interface KnownPersonRow {
  readonly id: number
  readonly fullName: string
  readonly birthDate: string | null
  readonly passport: string | null
  readonly phone: string | null
  readonly latestAt: string | null
  readonly cases: number
}

/** By words of the name, or by a whole passport or phone; only those of whom the reader sees a case. */
export async function findPersons(
  db: Db,
  reach: PersonReach & { readonly partnerId: number },
  search: string,
): Promise<KnownPersonRow[]> {
  const digits = search.replace(/\D/g, '')
  const phone = digits.length === 11 && digits.startsWith('8') ? `7${digits.slice(1)}` : digits
  const byNumber = sql`(p.passport = ${digits} OR p.past_passports && ARRAY[${digits}::text] OR p.phone = ${phone})`
  const words = search.split(/\s+/).filter(Boolean).slice(0, 5)
  const byWords = sql.join(
    words.map((word) => sql`search_form(p.full_name) LIKE '%' || search_form(${literal(word)}) || '%'`),
    sql` AND `,
  )
  const { rows } = await sql<KnownPersonRow>`
    SELECT p.id, p.full_name AS "fullName", p.birth_date::text AS "birthDate", p.passport, p.phone,
      (SELECT max(s.saved_at) FROM case_participant c JOIN case_section s ON s.participant_id = c.id
        WHERE c.person_id = p.id AND c.removed_at IS NULL) AS "latestAt", t.cases
    FROM person p, LATERAL (SELECT count(*)::int AS cases FROM (${casesOf(sql`p.id`, reach)}) f) t
    WHERE ${digits.length >= 10 ? byNumber : byWords} AND ${visibleTo(reach.actor, 'p.partner_id')}
      AND ${visibleTo({ isAhml: false, partnerId: reach.partnerId }, 'p.partner_id')} AND t.cases > 0
    ORDER BY p.partner_id <> ${reach.partnerId}, "latestAt" DESC NULLS LAST, p.id DESC LIMIT 20`.execute(db)
  return rows
}
