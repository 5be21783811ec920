import type { ComparedFieldKey } from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import type { TakenReason, TakenSource } from '@ipoteka-office/contract/underwriting/form/worksheet-fields.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { RegisterRun } from './registers.rules.ts'
import type { IncomeRow, WorksheetRow } from './taken.rules.ts'

/** Everything that was taken in a case. */
export async function findWorksheet(db: Db, caseId: number): Promise<WorksheetRow[]> {
  const { rows } = await sql<WorksheetRow>`
    SELECT w.id, w.participant_id AS "participantId", w.field, w.taken, w.source, w.reason, w.words, w.deviation, w.seen,
      json_build_object('id', e.id, 'fullName', e.full_name) AS by, w.taken_at AS at, w.version
    FROM underwriting_worksheet w JOIN employee e ON e.id = w.taken_by
    WHERE w.case_id = ${caseId} ORDER BY w.id`.execute(db)
  return rows
}

/** What is taken, or null: the choice is taken back. */
export interface Taking {
  readonly value: string
  readonly source: TakenSource
  readonly reason: TakenReason
  readonly words: string
  readonly deviation: boolean
  readonly seen: string
}

interface Place {
  readonly caseId: number
  readonly participantId: number
  readonly field: ComparedFieldKey
}

/** Writes a choice under the lock of the case. */
export async function writeTaken(
  db: Db,
  { caseId, participantId, field }: Place,
  taking: Taking | null,
  { by, at }: { readonly by: number; readonly at: Date },
): Promise<void> {
  const taken = JSON.stringify(taking === null ? {} : { [field]: taking.value })
  await sql`
    INSERT INTO underwriting_worksheet (case_id, participant_id, field, taken, source, reason, words, deviation, seen,
      taken_by, taken_at)
    VALUES (${caseId}, ${participantId}, ${field}, ${taken}::text::jsonb, ${taking?.source ?? null}, ${taking?.reason ?? null},
      ${taking?.words ?? ''}, ${taking?.deviation ?? false}, ${taking?.seen ?? ''}, ${by}, ${at})
    ON CONFLICT (participant_id, field) DO UPDATE SET taken = excluded.taken, source = excluded.source,
      reason = excluded.reason, words = excluded.words, deviation = excluded.deviation, seen = excluded.seen,
      taken_by = excluded.taken_by, taken_at = excluded.taken_at, version = underwriting_worksheet.version + 1`.execute(
    db,
  )
}

/** What the checks were told last about the people of a case; an error of a service is no answer. */
export async function findRegisterRuns(
  db: Db,
  caseId: number,
  codes: readonly string[],
): Promise<RegisterRun[]> {
  const { rows } = await sql<RegisterRun>`
    SELECT DISTINCT ON (c.participant_id, c.code) c.code, c.participant_id AS "participantId", r.state, r.text, r.at, r.request,
      r.response, r.stand_in AS "standIn"
    FROM auto_check c JOIN auto_check_run r ON r.check_id = c.id
    WHERE c.case_id = ${caseId} AND c.participant_id IS NOT NULL AND c.code = ANY(${codes}::text[]) AND r.state <> 'ERROR'
    ORDER BY c.participant_id, c.code, r.id DESC`.execute(db)
  return rows
}

/** Months that were typed from statements, and payments that do not count, of everybody in a case. */
export async function findIncomes(db: Db, caseId: number): Promise<IncomeRow[]> {
  const { rows } = await sql<IncomeRow>`
    SELECT id, participant_id AS "participantId", account, excluded, version FROM underwriting_income
    WHERE case_id = ${caseId} ORDER BY id`.execute(db)
  return rows
}

/** Who has the open task of a stage of a case, whoever asks; undefined: it is nobody's. */
export async function findStageHolder(
  db: Db,
  caseId: number,
  stage: string,
): Promise<{ id: number; fullName: string } | undefined> {
  const { rows } = await sql<{ id: number; fullName: string }>`
    SELECT e.id, e.full_name AS "fullName" FROM case_task t JOIN employee e ON e.id = t.assignee_id
    WHERE t.case_id = ${caseId} AND t.open AND t.stage = ${stage} LIMIT 1`.execute(db)
  return rows[0]
}

/** What the objects of a case are called. */
export async function findObjectNames(db: Db, caseId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT o.id, coalesce(t.name, o.type_code) AS name FROM realty_object o
    LEFT JOIN reference_item t ON t.dictionary = 'mortgageObjectType' AND t.code = o.type_code
    WHERE o.case_id = ${caseId} AND o.removed_at IS NULL ORDER BY o.id`.execute(db)
  return rows
}
