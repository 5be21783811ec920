import type { SectionCode } from '@ipoteka-office/contract/case-sections.ts'
import type { SectionValues } from '@ipoteka-office/contract/sections/fields.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { literal } from '#db/like.ts'

/** What is known of a person beside the questionnaire. */
export interface PersonFields {
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
  readonly sex: string | null
  readonly birthDate: string | null
  /** Ten digits. */
  readonly passport: string | null
  /** Digits with the country in front. */
  readonly phone: string | null
  readonly email: string | null
  readonly inn: string | null
  readonly snils: string | null
}

/** The partner at the root of the tree, to whom the person belongs. */
export async function findRootPartner(db: Db, partnerId: number): Promise<number> {
  const { rows } = await sql<{ root: number }>`
    SELECT ancestor_ids[1] AS root FROM partner WHERE id = ${partnerId}`.execute(db)
  return rows[0]?.root ?? partnerId
}

/** The same person by the passport, else by the whole name and the birth date where no other passport speaks against it. */
export async function findSamePerson(db: Db, root: number, p: PersonFields): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM person WHERE root_partner_id = ${root} AND passport = ${p.passport}::text
    UNION ALL
    SELECT id FROM person WHERE root_partner_id = ${root} AND birth_date = ${p.birthDate}::date
      AND search_form(last_name || ' ' || first_name || ' ' || middle_name)
        = search_form(${`${p.lastName} ${p.firstName} ${p.middleName}`})
      AND (passport IS NULL OR ${p.passport}::text IS NULL)
    LIMIT 1`.execute(db)
  return rows[0]?.id
}

export async function insertPerson(
  db: Db,
  root: number,
  p: PersonFields,
  actorId: number | null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO person AS o (root_partner_id, last_name, first_name, middle_name, sex, birth_date, passport, phone, email,
      inn, snils, created_by)
    VALUES (${root}, ${p.lastName}, ${p.firstName}, ${p.middleName}, ${p.sex}, ${p.birthDate}, ${p.passport}, ${p.phone},
      ${p.email}, ${p.inn}, ${p.snils}, ${actorId})
    ON CONFLICT (passport, root_partner_id) WHERE passport IS NOT NULL DO UPDATE SET version = o.version + 1
    RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The person was not written')
  return row.id
}

/** Writes what differs; what is not known now stays as it was. A passport that is another person's is not taken over. */
export async function updatePerson(db: Db, id: number, p: PersonFields): Promise<void> {
  await sql`
    UPDATE person o SET last_name = n.last_name, first_name = n.first_name, middle_name = n.middle_name,
      sex = coalesce(n.sex, o.sex), birth_date = coalesce(n.birth_date, o.birth_date),
      passport = CASE WHEN n.passport IS NULL OR EXISTS (SELECT FROM person x WHERE x.passport = n.passport
        AND x.root_partner_id = o.root_partner_id AND x.id <> o.id) THEN o.passport ELSE n.passport END,
      phone = coalesce(n.phone, o.phone), email = coalesce(n.email, o.email), inn = coalesce(n.inn, o.inn),
      snils = coalesce(n.snils, o.snils), version = o.version + 1
    FROM (SELECT ${p.lastName}::text, ${p.firstName}::text, ${p.middleName}::text, ${p.sex}::text, ${p.birthDate}::date,
      ${p.passport}::text, ${p.phone}::text, ${p.email}::text, ${p.inn}::text, ${p.snils}::text)
      AS n (last_name, first_name, middle_name, sex, birth_date, passport, phone, email, inn, snils)
    WHERE o.id = ${id} AND (o.last_name, o.first_name, o.middle_name, o.sex, o.birth_date, o.passport, o.phone, o.email,
        o.inn, o.snils) IS DISTINCT FROM (n.last_name, n.first_name, n.middle_name, coalesce(n.sex, o.sex),
        coalesce(n.birth_date, o.birth_date), coalesce(n.passport, o.passport), coalesce(n.phone, o.phone),
        coalesce(n.email, o.email), coalesce(n.inn, o.inn), coalesce(n.snils, o.snils))`.execute(db)
}

/** Remembers the section as the person's latest word. */
export async function writeLatest(
  db: Db,
  id: number,
  section: SectionCode,
  data: SectionValues,
): Promise<void> {
  await sql`
    UPDATE person SET latest = latest || jsonb_build_object(${section}::text, ${JSON.stringify(data)}::jsonb),
      latest_at = clock_timestamp() WHERE id = ${id}`.execute(db)
}

/** The person's last questionnaire; undefined for a person of another root. */
export async function findLatest(
  db: Db,
  root: number,
  id: number,
): Promise<
  | { latest: Partial<Record<SectionCode, SectionValues>>; latestAt: string | null; fullName: string }
  | undefined
> {
  const { rows } = await sql<{
    latest: Partial<Record<SectionCode, SectionValues>>
    latestAt: string | null
    fullName: string
  }>`
    SELECT latest, latest_at AS "latestAt", full_name AS "fullName" FROM person
    WHERE id = ${id} AND root_partner_id = ${root}`.execute(db)
  return rows[0]
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

/** By words of the name, or by a whole passport or phone; of one root alone. */
export async function findPersons(db: Db, root: number, search: string): Promise<KnownPersonRow[]> {
  const digits = search.replace(/\D/g, '')
  const phone = digits.length === 11 && digits.startsWith('8') ? `7${digits.slice(1)}` : digits
  const byNumber = sql`p.passport = ${digits} OR p.phone = ${phone}`
  const words = search.split(/\s+/).filter(Boolean).slice(0, 5)
  const byWords = sql.join(
    words.map((word) => sql`search_form(p.full_name) LIKE '%' || search_form(${literal(word)}) || '%'`),
    sql` AND `,
  )
  const { rows } = await sql<KnownPersonRow>`
    SELECT p.id, p.full_name AS "fullName", p.birth_date::text AS "birthDate", p.passport, p.phone,
      p.latest_at AS "latestAt",
      (SELECT count(*)::int FROM case_participant c WHERE c.person_id = p.id AND c.removed_at IS NULL) AS cases
    FROM person p WHERE p.root_partner_id = ${root} AND (${digits.length >= 10 ? byNumber : byWords})
    ORDER BY p.latest_at DESC NULLS LAST, p.id DESC LIMIT 20`.execute(db)
  return rows
}
