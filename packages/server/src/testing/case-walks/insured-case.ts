import { sql } from 'kysely'
import { marker } from '../case-calls.ts'
import type { TestApp } from '../test-app.ts'

const risk = {
  ...{ type: 'OWNERSHIP', product: null, age: null, sex: null, occupation: null },
  ...{ object: null, builtIn: null, material: null, sum: '1100000' },
}

/** An agreement of insurance of the case, whom nobody was offered for; its id. */
export async function insuredBy({ db }: TestApp, caseId: number): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    WITH offered AS (INSERT INTO insurance_offer (case_id, lending, type, branch_ids, sum, at)
      VALUES (${caseId}, 'MORTGAGE', 'OWNERSHIP', '{2}', 1100000, now()) RETURNING id, case_id)
    INSERT INTO insurance_agreement (case_id, type, offer_id, debt, least_sum, risk, number, created_at, created_by)
    SELECT case_id, 'OWNERSHIP', id, 1000000, 1100000, ${JSON.stringify(risk)}::text::jsonb, ${marker}, now(), 1
    FROM offered RETURNING id`.execute(db)
  return String(rows[0]?.id ?? 0)
}
