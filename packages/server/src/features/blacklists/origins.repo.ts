import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { EntryState } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** From which verdict of which case an entry came. */
export interface OriginWrite {
  readonly entryId: number
  readonly caseId: number
  readonly verdictId: number
}

export async function insertOrigin(db: Db, { entryId, caseId, verdictId }: OriginWrite): Promise<void> {
  await sql`INSERT INTO blacklist_origin (entry_id, case_id, verdict_id)
    VALUES (${entryId}, ${caseId}, ${verdictId})`.execute(db)
}

/** The case whose verdict an entry came from. */
export async function findOrigin(
  db: Db,
  entryId: number,
): Promise<{ id: number; type: CaseType; number: string; saidAt: string } | undefined> {
  const { rows } = await sql<{ id: number; type: CaseType; number: string; saidAt: string }>`
    SELECT f.id, f.type, f.number, v.said_at AS "saidAt" FROM blacklist_origin o JOIN case_file f ON f.id = o.case_id
    JOIN fraud_verdict v ON v.id = o.verdict_id WHERE o.entry_id = ${entryId}`.execute(db)
  return rows[0]
}

/** Entries that came from the verdicts of a case. */
export async function findEntriesOf(
  db: Db,
  caseId: number,
): Promise<{ id: number; verdictId: number; kind: BlacklistKind; title: string; state: EntryState }[]> {
  const { rows } = await sql<{
    id: number
    verdictId: number
    kind: BlacklistKind
    title: string
    state: EntryState
  }>`SELECT b.id, o.verdict_id AS "verdictId", b.kind, coalesce(i.title, '') AS title, b.state FROM blacklist_origin o
    JOIN blacklist_entry b ON b.id = o.entry_id LEFT JOIN blacklist_identity i ON i.entry_id = b.id
    WHERE o.case_id = ${caseId} ORDER BY b.id`.execute(db)
  return rows
}
