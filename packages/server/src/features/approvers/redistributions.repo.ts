import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { Redistributed, Redistribution } from '@ipoteka-office/contract/approvers/redistributions.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

const shown = 100

/** An approver's handings over, the latest first, with who got how many of the applications that the caller sees. */
export async function findRedistributions(
  db: Db,
  actor: Actor,
  approverId: number,
): Promise<Redistribution[]> {
  const { rows } = await sql<Redistribution>`
    SELECT r.id, r.at, coalesce(e.full_name, 'Система') AS actor, r.version, coalesce(sum(c.count), 0)::int AS total,
      coalesce(json_agg(json_build_object('id', v.id, 'fullName', v.full_name, 'count', c.count)
        ORDER BY c.count DESC, v.full_name) FILTER (WHERE v.id IS NOT NULL), '[]') AS recipients,
      coalesce(sum(c.count) FILTER (WHERE c.redistribution_id IS NOT NULL AND v.id IS NULL), 0)::int AS unassigned
    FROM (SELECT * FROM approver_redistribution WHERE approver_id = ${approverId} ORDER BY id DESC LIMIT ${shown}) r
    LEFT JOIN employee e ON e.id = r.actor_id
    LEFT JOIN (SELECT s.redistribution_id, s.approver_id, count(*)::int AS count
      FROM assignment s JOIN application a ON a.id = s.application_id
      WHERE s.redistribution_id IN (SELECT id FROM approver_redistribution WHERE approver_id = ${approverId})
        AND ${visibleTo(actor, 'a.partner_id')}
      GROUP BY 1, 2) c ON c.redistribution_id = r.id
    LEFT JOIN approver v ON v.id = c.approver_id
    GROUP BY r.id, r.at, e.full_name, r.version ORDER BY r.id DESC`.execute(db)
  return rows
}

/** The applications of one of them that the caller sees, those with nobody first; null when there is no such one. */
export async function findRedistributed(
  db: Db,
  actor: Actor,
  { approverId, redistributionId }: { readonly approverId: number; readonly redistributionId: number },
  { page, size }: PageQuery,
): Promise<{ rows: Redistributed[]; total: number }> {
  const from = sql`assignment s JOIN application a ON a.id = s.application_id
    JOIN approver_redistribution r ON r.id = s.redistribution_id AND r.approver_id = ${approverId}
    WHERE s.redistribution_id = ${redistributionId} AND ${visibleTo(actor, 'a.partner_id')}`
  const { rows } = await sql<Redistributed>`
    SELECT d.id, d.number, d.client_name AS "clientName", d.rejected,
      CASE WHEN v.id IS NOT NULL THEN json_build_object('id', v.id, 'fullName', v.full_name) END AS approver
    FROM (SELECT a.id, a.number, a.client_name, s.rejected, s.approver_id, s.id AS event FROM ${from}) d
    LEFT JOIN approver v ON v.id = d.approver_id
    ORDER BY v.id IS NOT NULL, v.full_name, d.event LIMIT ${size} OFFSET ${page * size}`.execute(db)
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${from}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
