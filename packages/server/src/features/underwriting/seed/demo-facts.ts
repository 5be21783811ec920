import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What statistics ask of the decisions of the demo bank: at once, when the indexes of its cases are there. */
export async function seedDecisionFacts(db: Db): Promise<void> {
  await sql`ANALYZE case_decision, case_file, case_stage, decision_run`.execute(db)
  await sql`SELECT write_decision_facts(ARRAY(SELECT id FROM case_decision))`.execute(db)
}
