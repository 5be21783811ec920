import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ControlCause, ControlHit } from '@ipoteka-office/contract/underwriting/individual-control.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A form as it is stored. */
export interface ControlRow {
  readonly id: number
  readonly caseId: number
  readonly participantId: number
  readonly name: string
  readonly role: string
  readonly cause: ControlCause
  readonly causeText: string
  readonly startedAt: string
  readonly answers: Record<string, unknown>
  readonly savedBy: string | null
  readonly savedAt: string | null
  readonly signedBy: { id: number; fullName: string } | null
  readonly signedAt: string | null
  readonly documentId: number | null
  /** What the blacklists said as it was signed. */
  readonly hits: ControlHit[] | null
  readonly version: number
}

const rows = sql`SELECT c.id, c.case_id AS "caseId", c.participant_id AS "participantId", p.name, p.role, c.cause,
    c.cause_text AS "causeText", c.started_at AS "startedAt", c.answers, s.full_name AS "savedBy", c.saved_at AS "savedAt",
    CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'fullName', g.full_name) END AS "signedBy",
    c.signed_at AS "signedAt", c.document_id AS "documentId", c.hits, c.version
  FROM individual_control c JOIN case_participant p ON p.id = c.participant_id
  LEFT JOIN employee s ON s.id = c.saved_by LEFT JOIN employee g ON g.id = c.signed_by`

/** The forms of a case, those that stand open first, the latest first among equals. */
export async function findControls(db: Db, caseId: number): Promise<ControlRow[]> {
  const found = await sql<ControlRow>`${rows} WHERE c.case_id = ${caseId}
    ORDER BY c.signed_at IS NOT NULL, c.id DESC LIMIT 100`.execute(db)
  return found.rows
}

export async function findControl(
  db: Db,
  caseId: number,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<ControlRow | undefined> {
  const found = await sql<ControlRow>`${rows} WHERE c.case_id = ${caseId} AND c.id = ${id}
    ${lock ? sql`FOR UPDATE OF c` : sql``}`.execute(db)
  return found.rows[0]
}

/** Begins a form; nothing where one of the person stands open, or where this cause has begun one before. */
export async function insertControl(
  db: Db,
  c: {
    readonly caseId: number
    readonly participantId: number
    readonly cause: ControlCause
    readonly causeText: string
    readonly at: Date
    readonly startedBy: number | null
  },
): Promise<number | null> {
  const found = await sql<{ id: number }>`
    INSERT INTO individual_control (case_id, participant_id, cause, cause_text, started_at, started_by)
    SELECT ${c.caseId}::int, ${c.participantId}::int, ${c.cause}::text, ${c.causeText}::text, ${c.at}::timestamptz,
      ${c.startedBy}::int
    WHERE NOT EXISTS (SELECT FROM individual_control o WHERE o.participant_id = ${c.participantId}
      AND (o.signed_at IS NULL OR o.cause <> 'HAND' AND o.cause_text = ${c.causeText}))
    RETURNING id`.execute(db)
  return found.rows[0]?.id ?? null
}

export async function writeAnswers(
  db: Db,
  id: number,
  { answers, savedBy, at }: { readonly answers: object; readonly savedBy: number; readonly at: Date },
): Promise<void> {
  await sql`UPDATE individual_control SET answers = ${JSON.stringify(answers)}::text::jsonb, saved_by = ${savedBy},
    saved_at = ${at}, version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function writeSignature(
  db: Db,
  id: number,
  {
    documentId,
    hits,
    signedBy,
    at,
  }: {
    readonly documentId: number
    readonly hits: readonly ControlHit[]
    readonly signedBy: number
    readonly at: Date
  },
): Promise<void> {
  await sql`UPDATE individual_control SET signed_by = ${signedBy}, signed_at = ${at}, document_id = ${documentId},
    hits = ${JSON.stringify(hits)}::text::jsonb, version = version + 1 WHERE id = ${id}`.execute(db)
}

/** The paper is the bank's own: people of partners do not see it. */
export async function keepInside(db: Db, documentId: number): Promise<void> {
  await sql`UPDATE document SET internal = true WHERE id = ${documentId}`.execute(db)
}

/** What by chance or by a check may begin a control. */
export interface Selectable {
  readonly number: string
  readonly type: CaseType
  readonly programmeCode: string | null
  /** The main borrower. */
  readonly mainId: number | null
}

export async function findSelectable(db: Db, caseId: number): Promise<Selectable | undefined> {
  const found = await sql<Selectable>`
    SELECT f.number, f.type, f.programme_code AS "programmeCode", (SELECT p.id FROM case_participant p
      WHERE p.case_id = f.id AND p.role = 'MAIN_BORROWER' AND p.removed_at IS NULL) AS "mainId"
    FROM case_file f WHERE f.id = ${caseId}`.execute(db)
  return found.rows[0]
}

/** Checks that stop, or that found somebody in a blacklist, by participant. */
export async function findTriggers(
  db: Db,
  caseId: number,
): Promise<{ participantId: number; codes: string[] }[]> {
  const found = await sql<{ participantId: number; codes: string[] }>`
    SELECT c.participant_id AS "participantId", array_agg(DISTINCT c.code ORDER BY c.code) AS codes FROM auto_check c
    JOIN case_participant p ON p.id = c.participant_id AND p.removed_at IS NULL
    WHERE c.case_id = ${caseId} AND (c.state = 'FAIL' OR c.state = 'WARN' AND c.code LIKE 'BLACKLIST%')
    GROUP BY c.participant_id`.execute(db)
  return found.rows
}

/** People of the case without a form that stands open. */
export async function findFree(
  db: Db,
  caseId: number,
): Promise<{ participantId: number; name: string; role: string }[]> {
  const found = await sql<{ participantId: number; name: string; role: string }>`
    SELECT p.id AS "participantId", p.name, p.role FROM case_participant p
    WHERE p.case_id = ${caseId} AND p.removed_at IS NULL AND NOT EXISTS (SELECT FROM individual_control c
      WHERE c.participant_id = p.id AND c.signed_at IS NULL)
    ORDER BY p.sort, p.id`.execute(db)
  return found.rows
}

/** Other applications in which the same human being takes part, whoever's they are; the latest first. */
export async function findOthers(
  db: Db,
  caseId: number,
  participantId: number,
): Promise<{ id: number; type: CaseType; number: string; stage: string }[]> {
  const found = await sql<{ id: number; type: CaseType; number: string; stage: string }>`
    SELECT DISTINCT f.id, f.type, f.number, f.stage FROM case_participant me CROSS JOIN LATERAL same_people(me.person_id) alike (id)
    JOIN case_participant theirs ON theirs.person_id = alike.id AND theirs.removed_at IS NULL
    JOIN case_file f ON f.id = theirs.case_id
    WHERE me.id = ${participantId} AND f.id <> ${caseId} ORDER BY f.id DESC LIMIT 20`.execute(db)
  return found.rows
}
