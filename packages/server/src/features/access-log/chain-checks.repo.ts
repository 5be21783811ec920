import type { ChainVerdict } from '@ipoteka-office/contract/cases/case-changes.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

interface Checked {
  readonly type: string
  readonly id: number
}

export async function insertChainCheck(
  db: Db,
  {
    actorId,
    requestId,
    object,
    found: { records, text, ...rest },
  }: {
    readonly actorId: number
    readonly requestId: string
    readonly object: Checked
    readonly found: Omit<ChainVerdict, 'at' | 'by'>
  },
): Promise<void> {
  await sql`
    INSERT INTO access_event (actor_id, request_id, action, object_type, object_id, row_count, details)
    VALUES (${actorId}, ${requestId}, 'CHAIN', ${object.type}, ${object.id}, ${records},
      ${JSON.stringify({ what: text, ...rest })}::text::jsonb)`.execute(db)
}

export async function findChainCheck(db: Db, object: Checked): Promise<ChainVerdict | null> {
  const { rows } = await sql<ChainVerdict>`
    SELECT a.at, json_build_object('id', e.id, 'fullName', e.full_name) AS by, a.row_count AS records,
      a.details ->> 'what' AS text, (a.details ->> 'isWhole')::boolean AS "isWhole",
      (a.details ->> 'decisions')::int AS decisions, (a.details ->> 'seals')::int AS seals,
      (a.details ->> 'unsealed')::int AS unsealed
    FROM access_event a JOIN employee e ON e.id = a.actor_id
    WHERE a.action = 'CHAIN' AND a.object_type = ${object.type} AND a.object_id = ${object.id}
    ORDER BY a.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}
