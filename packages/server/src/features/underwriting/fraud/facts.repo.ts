import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type {
  AgentRecord,
  EmployerAnswer,
  Median,
  PaperOrigin,
  PayoutAccount,
  ReadCertificate,
  SharedMark,
  SharedTie,
} from './fraud-facts.ts'

/** From which moment on connections are looked for. */
export interface Since {
  readonly caseId: number
  readonly since: Date
}

/** A tie that half the bank has tells nothing more by being counted to the end. */
const countedAtMost = 200
const casesTold = 12
/** Whoever leads many applications is no secret that people share. */
const ownKinds = ['PHONE', 'EMAIL', 'ADDRESS', 'EMPLOYER', 'ACCOUNT', 'OBJECT']

/** What people of the application have in common with other people. */
export async function findSharedTies(db: Db, { caseId, since }: Since): Promise<SharedTie[]> {
  const { rows } = await sql<SharedTie>`
    WITH own AS MATERIALIZED (
      SELECT t.kind, t.value, t.label, t.role, t.source, nullif(t.participant_id, 0) AS participant_id FROM case_tie t
      LEFT JOIN case_participant p ON p.id = t.participant_id
      WHERE t.case_id = ${caseId} AND t.kind = ANY(${ownKinds}::text[]) AND p.removed_at IS NULL)
    SELECT own.kind, own.value, own.label, own.role, own.source, own.participant_id AS "participantId", o.people,
      coalesce(o.case_ids, '{}') AS "caseIds", coalesce(o.roles, '{}') AS roles, o.employers
    FROM own CROSS JOIN LATERAL (
      SELECT count(DISTINCT c.who)::int AS people,
        (array_agg(c.case_id ORDER BY c.case_id DESC) FILTER (WHERE c.case_id <> ${caseId}))[1:${casesTold}::int] AS case_ids,
        array_agg(DISTINCT c.role ORDER BY c.role) FILTER (WHERE c.case_id <> ${caseId}) AS roles,
        count(DISTINCT c.employer) FILTER (WHERE own.role <> 'адрес работодателя' OR c.role = own.role)::int AS employers
      FROM (
        -- An application counts once, whoever of its people it is, and as what the tie is here where it is that there too.
        SELECT DISTINCT ON (x.case_id) x.case_id, x.role, coalesce(h.passport, h.snils, h.id::text, 'case ' || x.case_id) AS who,
          (SELECT min(w.value) FROM case_tie w WHERE w.case_id = x.case_id AND w.participant_id = x.participant_id
            AND w.kind = 'EMPLOYER' AND w.source = 'EMPLOYMENT') AS employer
        FROM (SELECT y.* FROM case_tie y WHERE y.kind = own.kind AND y.value = own.value
          ORDER BY y.case_id DESC LIMIT ${countedAtMost}::int) x
        JOIN case_file f ON f.id = x.case_id AND f.created_at >= ${since}
        LEFT JOIN case_participant p ON p.id = x.participant_id LEFT JOIN person h ON h.id = coalesce(p.person_id, f.person_id)
        WHERE p.removed_at IS NULL ORDER BY x.case_id, (x.role = own.role) DESC, h.passport) c) o
    ORDER BY o.people DESC, own.kind, own.value`.execute(db)
  return rows
}

/** From where partners' people filled the application in; null: nothing was written down. */
export async function findSharedMarks(db: Db, caseId: number): Promise<SharedMark[] | null> {
  const { rows: known } = await sql`SELECT FROM save_mark WHERE case_id = ${caseId} LIMIT 1`.execute(db)
  if (known.length === 0) return null
  const { rows } = await sql<SharedMark>`
    WITH outsider AS (
      SELECT e.id, e.partner_id FROM employee e JOIN partner p ON p.id = e.partner_id WHERE NOT 'Ahml' = ANY(p.roles)),
    own AS (
      SELECT DISTINCT t.kind, t.value, t.label FROM case_tie t WHERE t.case_id = ${caseId} AND t.source = 'MARK'
        AND EXISTS (SELECT FROM save_mark m JOIN outsider o ON o.id = m.employee_id WHERE m.case_id = t.case_id
          AND (t.kind = 'DEVICE' AND m.device = t.value OR t.kind = 'NETWORK' AND host(m.address) = t.value)))
    SELECT own.kind, own.label, o.people, o.partners, coalesce(o.case_ids, '{}') AS "caseIds"
    FROM own CROSS JOIN LATERAL (
      SELECT count(DISTINCT u.id)::int AS people, count(DISTINCT u.partner_id)::int AS partners,
        (array_agg(DISTINCT m.case_id) FILTER (WHERE m.case_id <> ${caseId}))[1:${casesTold}::int] AS case_ids
      FROM (
        (SELECT m.employee_id, m.case_id FROM save_mark m WHERE own.kind = 'DEVICE' AND m.device = own.value
          ORDER BY m.case_id DESC LIMIT 2000)
        UNION ALL
        (SELECT m.employee_id, m.case_id FROM save_mark m WHERE own.kind = 'NETWORK'
          AND m.address = CASE WHEN own.kind = 'NETWORK' THEN own.value::inet END ORDER BY m.case_id DESC LIMIT 2000)) m
      JOIN outsider u ON u.id = m.employee_id) o`.execute(db)
  return rows
}

/** How applications that the partner's people of this one lead were decided. */
export async function findAgentRecords(db: Db, { caseId, since }: Since): Promise<AgentRecord[]> {
  const { rows } = await sql<AgentRecord>`
    SELECT t.label AS name, count(d.outcome)::int AS decided, count(*) FILTER (WHERE d.outcome = 'REJECT')::int AS rejected
    FROM case_tie t
    LEFT JOIN LATERAL (
      SELECT (SELECT d.outcome FROM case_decision d WHERE d.case_id = o.case_id AND d.outcome IN ('APPROVE', 'REJECT')
        AND d.at >= ${since} ORDER BY d.id DESC LIMIT 1) AS outcome
      FROM (SELECT x.case_id FROM case_tie x WHERE x.kind = t.kind AND x.value = t.value AND x.case_id <> ${caseId}
        ORDER BY x.case_id DESC LIMIT 1000) o) d ON true
    WHERE t.case_id = ${caseId} AND t.kind = 'PARTNER_EMPLOYEE' GROUP BY t.value, t.label`.execute(db)
  return rows
}

/** A case in which a fraud was confirmed, and what it shares with this one. */
export interface ConfirmedRow {
  readonly caseId: number
  readonly number: string
  readonly saidAt: string
  readonly shared: string[]
}

/** A place where thousands work, or the person who leads every application, makes no two cases alike. */
const tellingTies = 300

/** Confirmed frauds of the last years that share a person or something of theirs with the application, the latest first. */
export async function findConfirmed(db: Db, { caseId, since }: Since): Promise<ConfirmedRow[]> {
  const { rows } = await sql<ConfirmedRow>`
    WITH own AS MATERIALIZED (
      SELECT DISTINCT t.kind, t.value, t.label, t.role FROM case_tie t LEFT JOIN case_participant p ON p.id = t.participant_id
      WHERE t.case_id = ${caseId} AND t.kind = ANY(${[...ownKinds, 'DEVICE']}::text[]) AND p.removed_at IS NULL),
    alike AS (
      SELECT o.case_id, own.role || CASE own.kind WHEN 'PHONE' THEN ' …' || right(own.value, 4) ELSE ': ' || own.label END AS shared FROM own CROSS JOIN LATERAL (
        SELECT x.case_id FROM case_tie x WHERE x.kind = own.kind AND x.value = own.value
        ORDER BY x.case_id DESC LIMIT ${tellingTies}::int) o
      UNION
      SELECT theirs.case_id, 'участник: ' || me.name FROM case_participant me CROSS JOIN LATERAL same_people(me.person_id) s (id)
      JOIN case_participant theirs ON theirs.person_id = s.id AND theirs.removed_at IS NULL
      WHERE me.case_id = ${caseId} AND me.removed_at IS NULL)
    SELECT f.id AS "caseId", f.number, v.said_at AS "saidAt", array_agg(DISTINCT a.shared ORDER BY a.shared) AS shared
    FROM alike a JOIN fraud_verdict v ON v.case_id = a.case_id AND v.verdict = 'CONFIRMED'
      AND NOT EXISTS (SELECT FROM fraud_verdict n WHERE n.replaces = v.id)
    JOIN case_file f ON f.id = a.case_id AND f.created_at >= ${since}
    WHERE a.case_id <> ${caseId} GROUP BY f.id, f.number, v.said_at ORDER BY v.said_at DESC LIMIT 20`.execute(
    db,
  )
  return rows
}

interface Owner {
  readonly ownerType: string
  readonly ownerId: number
}
const filesOf = ({ ownerType, ownerId }: Owner) => sql`document d
  JOIN document_file f ON f.document_id = d.id AND f.deleted_at IS NULL AND f.replaced_at IS NULL
  JOIN stored_object o ON o.id = f.storage_id
  WHERE d.owner_type = ${ownerType} AND d.owner_id = ${ownerId} AND d.deleted_at IS NULL AND d.removed_at IS NULL
    AND NOT d.internal`

/** Files that others have given: what the bank prints itself is not among them. */
export async function findPaperOrigins(db: Db, owner: Owner): Promise<PaperOrigin[]> {
  const { rows } = await sql<PaperOrigin>`
    SELECT d.id AS "documentId", o.name, o.content_type = 'application/pdf' AS "isPdf", o.origin
    FROM ${filesOf(owner)} ORDER BY d.id, f.sort, f.id`.execute(db)
  return rows
}

/** Certificates of income that were read, with what does not add up in each. */
export async function findCertificates(db: Db, owner: Owner): Promise<ReadCertificate[]> {
  const { rows } = await sql<ReadCertificate>`
    SELECT p."documentId", p.person, (SELECT coalesce(array_agg((c ->> 'label') || ': ' || (c ->> 'message')), '{}')
      FROM jsonb_array_elements(r.result -> 'checks') c WHERE (c ->> 'passed')::boolean IS FALSE) AS failed
    FROM (SELECT d.id AS "documentId", d.participant_name AS person, o.id AS storage_id, o.sha256
      FROM ${filesOf(owner)} AND d.type_code = 'NDFL2') p
    JOIN LATERAL (SELECT r.result FROM recognition r WHERE r.storage_id = p.storage_id AND r.sha256 = p.sha256
      AND r.kind = 'INCOME_CERTIFICATE' ORDER BY r.id DESC LIMIT 1) r ON (r.result ->> 'found')::boolean`.execute(
    db,
  )
  return rows
}

/** What the register answered of the employers of those who take part. */
export async function findEmployerAnswers(db: Db, caseId: number): Promise<EmployerAnswer[]> {
  const { rows } = await sql<EmployerAnswer>`
    SELECT c.participant_id AS "participantId", c.state, c.text,
      substring(coalesce(r.response #>> '{details,employer,registeredOn}',
        r.response #>> '{details,registeredOn}') FROM '^\\d{4}-\\d{2}-\\d{2}$') AS "registeredOn",
      substring(r.response #>> '{details,employer,addressCompanies}' FROM '^\\d{1,6}$')::int AS "addressCompanies",
      left(r.response #>> '{details,employer,head,name}', 200) AS "headName",
      substring(r.response #>> '{details,employer,head,companies}' FROM '^\\d{1,6}$')::int AS "headCompanies"
    FROM auto_check c JOIN case_participant p ON p.id = c.participant_id AND p.removed_at IS NULL
    LEFT JOIN LATERAL (SELECT r.response FROM auto_check_run r WHERE r.check_id = c.id ORDER BY r.id DESC LIMIT 1) r ON true
    WHERE c.case_id = ${caseId} AND c.code = 'EMPLOYER_EGRUL' ORDER BY c.participant_id`.execute(db)
  return rows
}

/** The bank of an account by its БИК; `UNKNOWN`: there is no directory to look into. */
export async function findBank(db: Db, bic: string): Promise<PayoutAccount['bank'] | 'UNKNOWN'> {
  const { rows } = await sql<{ name: string; leftOn: string | null }>`
    SELECT name, left_on::text AS "leftOn" FROM bank WHERE bic = ${bic}`.execute(db)
  if (rows[0] !== undefined) return rows[0]
  const known = await sql`SELECT FROM bank LIMIT 1`.execute(db)
  return known.rows.length === 0 ? 'UNKNOWN' : null
}

/** Of so many latest applications of the region the median is taken. */
const sampled = 400

/** The median income that main borrowers of the region with the same level of position declare. */
export async function findIncomeMedian(
  db: Db,
  { caseId, since }: Since,
  like: { readonly regionCode: string | null; readonly positionLevel: string },
): Promise<Median> {
  const { rows } = await sql<Median>`
    SELECT coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY i.declared), 0)::float8 AS value, count(*)::int AS count
    FROM (SELECT f.id FROM case_file f WHERE f.region_code = ${like.regionCode} AND f.created_at >= ${since} AND f.id <> ${caseId}
      AND EXISTS (SELECT FROM case_participant p WHERE p.case_id = f.id AND p.role = 'MAIN_BORROWER' AND p.removed_at IS NULL)
      ORDER BY f.created_at DESC LIMIT ${sampled}::int) f
    JOIN case_participant p ON p.case_id = f.id AND p.role = 'MAIN_BORROWER' AND p.removed_at IS NULL
    JOIN case_section w ON w.case_id = f.id AND w.section = 'EMPLOYMENT' AND w.participant_id = p.id
      AND w.data ->> 'positionLevel' = ${like.positionLevel}
    JOIN case_section s ON s.case_id = f.id AND s.section = 'INCOME' AND s.participant_id = p.id
    CROSS JOIN LATERAL (SELECT sum((x ->> 'declared')::numeric) AS declared FROM jsonb_array_elements(
      CASE WHEN jsonb_typeof(s.data -> 'incomes') = 'array' THEN s.data -> 'incomes' ELSE '[]' END) x
      WHERE x ->> 'declared' ~ '^\\d+(\\.\\d+)?$') i
    WHERE i.declared > 0`.execute(db)
  return rows[0] ?? { value: 0, count: 0 }
}

/** The object of the deal with its price by the metre, and the median of such objects of the region. */
export async function findDealObject(
  db: Db,
  caseId: number,
): Promise<{ name: string; perMetre: number | null; median: Median } | undefined> {
  const { rows } = await sql<{ name: string; perMetre: number | null; median: Median }>`
    SELECT coalesce(o.address ->> 'value', t.name, o.type_code) AS name, o.price_per_metre::float8 AS "perMetre",
      json_build_object('value', coalesce(m.value, 0), 'count', m.count) AS median
    FROM realty_object o LEFT JOIN reference_item t ON t.dictionary = 'mortgageObjectType' AND t.code = o.type_code
    CROSS JOIN LATERAL (
      SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x.price_per_metre)::float8 AS value, count(*)::int AS count
      FROM (SELECT y.price_per_metre FROM realty_object y WHERE y.region_code = o.region_code AND y.type_code = o.type_code
        AND y.removed_at IS NULL AND y.price_per_metre IS NOT NULL AND y.id <> o.id ORDER BY y.id DESC LIMIT 300) x) m
    WHERE o.case_id = ${caseId} AND o.removed_at IS NULL AND o.role = 'MORTGAGESUBJECT' ORDER BY o.id LIMIT 1`.execute(
    db,
  )
  return rows[0]
}

/** Which signs the forms of control ticked, by participant. */
export async function findControlSigns(
  db: Db,
  caseId: number,
  signs: readonly string[],
): Promise<{ name: string; signs: string[] }[]> {
  const { rows } = await sql<{ name: string; signs: string[] }>`
    SELECT p.name, ARRAY(SELECT s FROM unnest(${[...signs]}::text[]) s WHERE c.answers ->> s = 'true') AS signs
    FROM individual_control c JOIN case_participant p ON p.id = c.participant_id AND p.removed_at IS NULL
    WHERE c.case_id = ${caseId} AND c.signed_at IS NOT NULL ORDER BY c.id`.execute(db)
  return rows
}
