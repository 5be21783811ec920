import type { IncomeGridInput } from '@ipoteka-office/contract/underwriting/form/income/income.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Writes the grid of a participant under the lock of the case. */
export async function writeGrid(
  db: Db,
  { caseId, participantId }: { readonly caseId: number; readonly participantId: number },
  { account, exclusions }: IncomeGridInput,
  { by, at }: { readonly by: number; readonly at: Date },
): Promise<void> {
  await sql`
    INSERT INTO underwriting_income (case_id, participant_id, account, excluded, saved_by, saved_at)
    VALUES (${caseId}, ${participantId}, ${JSON.stringify(account)}::text::jsonb, ${JSON.stringify(exclusions)}::text::jsonb,
      ${by}, ${at})
    ON CONFLICT (participant_id) DO UPDATE SET account = excluded.account, excluded = excluded.excluded,
      saved_by = excluded.saved_by, saved_at = excluded.saved_at, version = underwriting_income.version + 1`.execute(
    db,
  )
}

/** The value of a parameter in force on a day with where it comes from. */
export async function findSourced(
  db: Db,
  code: string,
  day: string,
): Promise<{ source: string; from: string } | undefined> {
  const { rows } = await sql<{ source: string; from: string }>`
    SELECT v.source, v.valid_from::text AS "from" FROM parameter p JOIN parameter_value v ON v.parameter_id = p.id
    WHERE p.code = ${code} AND v.withdrawn_at IS NULL AND v.valid_from <= ${day}::date
    ORDER BY v.valid_from DESC LIMIT 1`.execute(db)
  return rows[0]
}
