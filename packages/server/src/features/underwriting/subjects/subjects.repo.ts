import { debtorRoles } from '@ipoteka-office/contract/cases/sections/personal.ts'
import type { DecisionLevel } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import { decisionReasons } from '@ipoteka-office/contract/underwriting/decisions.ts'
import {
  subjectDictionaries,
  type SubjectKind,
} from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isSilentReason } from '#lib/visibility.ts'
import type { SubjectRow } from './subjects.rules.ts'

const debtors = sql`${[...debtorRoles]}::text[]`

export async function findSubjects(db: Db, caseId: number): Promise<SubjectRow[]> {
  const { rows } = await sql<SubjectRow>`
    SELECT CASE WHEN w.realty_id IS NULL THEN 'PERSON' ELSE 'OBJECT' END AS kind, coalesce(w.participant_id, w.realty_id) AS id,
      w.title, CASE WHEN w.realty_id IS NULL THEN w.role ELSE coalesce(t.name, w.role) END AS note,
      facts_hash(w.facts) AS seen, w.decision_id AS "decisionId", w.code, w.is_current AS "isCurrent"
    FROM subject_words(${caseId}, ${debtors}) WITH ORDINALITY w
    LEFT JOIN reference_item t ON w.realty_id IS NOT NULL AND t.dictionary = 'mortgageObjectType' AND t.code = w.role
    ORDER BY w.ordinality`.execute(db)
  return rows
}

/** A recorded decision on a subject. */
export interface SubjectDecisionRow {
  readonly id: number
  readonly at: string
  readonly kind: SubjectKind
  readonly subjectId: number
  readonly author: string | null
  readonly level: DecisionLevel
  readonly stage: string
  readonly code: string
  readonly name: string
  readonly reasons: { code: string; name: string; silent: boolean }[]
  readonly comment: string
}

/** Every decision on subjects of a case, the latest first. */
export async function findSubjectDecisions(db: Db, caseId: number): Promise<SubjectDecisionRow[]> {
  const { rows } = await sql<SubjectDecisionRow>`
    SELECT d.id, d.at, CASE WHEN d.realty_id IS NULL THEN 'PERSON' ELSE 'OBJECT' END AS kind,
      coalesce(d.participant_id, d.realty_id) AS "subjectId", e.full_name AS author, d.level, d.stage, d.code,
      coalesce(n.name, d.code) AS name,
      (SELECT coalesce(json_agg(json_build_object('code', c.code, 'name', coalesce(r.name, c.code),
          'silent', ${isSilentReason('r')}) ORDER BY c.place), '[]')
        FROM unnest(d.reasons) WITH ORDINALITY c (code, place)
        LEFT JOIN reference_item r ON r.dictionary = ${decisionReasons} AND r.code = c.code) AS reasons,
      d.comment
    FROM subject_decision d LEFT JOIN employee e ON e.id = d.author_id
    LEFT JOIN reference_item n ON n.code = d.code AND n.dictionary =
      CASE WHEN d.realty_id IS NULL THEN ${subjectDictionaries.PERSON} ELSE ${subjectDictionaries.OBJECT} END
    WHERE d.case_id = ${caseId} ORDER BY d.id DESC`.execute(db)
  return rows
}

/** What may be decided on subjects: names by kind and code. */
export async function findSubjectCodes(
  db: Db,
): Promise<Record<SubjectKind, { code: string; name: string }[]>> {
  const { rows } = await sql<{ dictionary: string; code: string; name: string }>`
    SELECT dictionary, code, name FROM reference_item
    WHERE dictionary = ANY(${Object.values(subjectDictionaries)}::text[]) AND active
    ORDER BY dictionary, sort_order, code`.execute(db)
  const of = (kind: SubjectKind) =>
    rows.flatMap(({ dictionary, code, name }) =>
      dictionary === subjectDictionaries[kind] ? [{ code, name }] : [],
    )
  return { PERSON: of('PERSON'), OBJECT: of('OBJECT') }
}

/** What is written of a decision on a subject; its facts are read with it. */
export interface NewSubjectDecision {
  readonly caseId: number
  readonly kind: SubjectKind
  readonly subjectId: number
  readonly at: Date
  readonly authorId: number | null
  readonly level: DecisionLevel
  readonly stage: string
  readonly code: string
  readonly reasons: readonly string[]
  readonly comment: string
  readonly figures: object
  readonly requestId: string | null
}

export async function insertSubjectDecision(db: Db, d: NewSubjectDecision): Promise<void> {
  const [person, object] = d.kind === 'PERSON' ? [d.subjectId, null] : [null, d.subjectId]
  await sql`
    INSERT INTO subject_decision (case_id, participant_id, realty_id, at, author_id, level, stage, code, reasons, comment,
      facts, figures, request_id)
    VALUES (${d.caseId}, ${person}, ${object}, ${d.at}, ${d.authorId}, ${d.level}, ${d.stage}, ${d.code},
      ${[...d.reasons]}::text[], ${d.comment}, subject_facts(${person}::int, ${object}::int),
      ${JSON.stringify(d.figures)}::text::jsonb, ${d.requestId})`.execute(db)
}
