import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** An answer of the blacklists that has changed since it was given. */
export interface BlacklistAnswer {
  readonly code: string
  readonly participantId: number
  readonly state: 'OK' | 'WARN' | 'FAIL'
  readonly text: string
}

/** A check that stops, with whom it is of. */
export interface StoppedBy {
  readonly code: string
  readonly name: string
}

/** Answers of a case that came already say what is known now; what is still asked for stays asked for. Answers what stops now. */
export async function rewriteAnswers(
  db: Db,
  caseId: number,
  answers: readonly BlacklistAnswer[],
): Promise<StoppedBy[]> {
  const { rows } = await sql<StoppedBy & { isNew: boolean }>`
    UPDATE auto_check c SET state = a.state, text = a.text
    FROM unnest(${answers.map(({ code }) => code)}::text[], ${answers.map(({ participantId }) => participantId)}::int[],
      ${answers.map(({ state }) => state)}::text[], ${answers.map(({ text }) => text)}::text[])
      a(code, participant_id, state, text)
    JOIN auto_check o ON o.case_id = ${caseId} AND o.code = a.code AND o.participant_id = a.participant_id
    JOIN case_participant p ON p.id = o.participant_id
    WHERE c.id = o.id AND c.state IN ('OK', 'WARN', 'FAIL') AND (c.state, c.text) <> (a.state, a.text)
    RETURNING c.code, p.name, c.state = 'FAIL' AND o.state <> 'FAIL' AS "isNew"`.execute(db)
  return rows.filter(({ isNew }) => isNew)
}

/** Of whom the blacklists have been asked in a case. */
export async function findAnswered(
  db: Db,
  caseId: number,
  codes: readonly string[],
): Promise<{ code: string; participantId: number }[]> {
  const { rows } = await sql<{ code: string; participantId: number }>`
    SELECT code, participant_id AS "participantId" FROM auto_check
    WHERE case_id = ${caseId} AND code = ANY(${codes}::text[]) AND participant_id IS NOT NULL`.execute(db)
  return rows
}
