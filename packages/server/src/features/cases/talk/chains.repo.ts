import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { BrokenDecision, BrokenLink, BrokenMark, LastTold } from './chains.rules.ts'
import { documentsOfCase, type ChangesScope } from './changes.repo.ts'

/** Every row of the history that belongs to a case: of its data, documents, remarks, comments, decisions. */
const rowsOf = (scope: ChangesScope): RawBuilder<unknown> => {
  const { caseId, own } = scope.objects
  return sql`(
    SELECT t AS type, ${caseId}::int AS id FROM unnest(${own}::text[]) t
    UNION SELECT 'caseParticipant', p.id FROM case_participant p WHERE p.case_id = ${caseId}
    UNION SELECT 'caseSection', s.id FROM case_section s WHERE s.case_id = ${caseId}
    UNION SELECT 'caseRemark', r.id FROM case_remark r WHERE r.case_id = ${caseId}
    UNION SELECT 'caseComment', c.id FROM case_comment c WHERE c.case_id = ${caseId}
    UNION SELECT 'document', d.id FROM (${documentsOfCase(scope)}) d
    UNION SELECT h.object_type, h.object_id FROM change_history h
      WHERE h.owner_type = ANY(${own}::text[]) AND h.owner_id = ${caseId}
    UNION SELECT h.object_type, h.object_id FROM (${documentsOfCase(scope)}) d
      JOIN change_history h ON h.owner_type = 'document' AND h.owner_id = d.id)`
}

const historyOf = (scope: ChangesScope) =>
  sql`${rowsOf(scope)} o JOIN change_history h ON h.object_type = o.type AND h.object_id = o.id`

/** The first such row of the history of a case. */
export async function findBrokenLink(db: Db, scope: ChangesScope): Promise<BrokenLink | null> {
  const { rows } = await sql<BrokenLink>`
    SELECT id::text AS id, at, object_type AS "objectType",
      CASE WHEN computed IS DISTINCT FROM hash THEN 'changed' ELSE 'unchained' END AS reason
    FROM (
      SELECT h.id, h.at, h.object_type, h.hash, h.prev_hash, history_hash(h) AS computed,
        lag(h.hash) OVER (PARTITION BY h.object_type, h.object_id ORDER BY h.id) AS expected
      FROM ${historyOf(scope)}) c
    WHERE computed IS DISTINCT FROM hash OR prev_hash IS DISTINCT FROM expected ORDER BY c.id LIMIT 1`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The first broken one among the seals that cover anything of a case. */
export async function findBrokenSealOf(db: Db, scope: ChangesScope): Promise<BrokenMark | null> {
  const { rows } = await sql<BrokenMark>`
    WITH mine AS (SELECT h.id FROM ${historyOf(scope)})
    SELECT s.id::text AS id, s.at FROM history_seal s
    CROSS JOIN LATERAL (SELECT count(*) AS found, string_agg(h.hash, ''::bytea ORDER BY h.id) AS hashes
      FROM change_history h WHERE h.id > s.from_id AND h.id <= s.to_id) c
    WHERE EXISTS (SELECT FROM mine WHERE mine.id > s.from_id AND mine.id <= s.to_id)
      AND (c.found <> s.row_count OR sha256(coalesce((SELECT p.hash FROM history_seal p WHERE p.id < s.id
        ORDER BY p.id DESC LIMIT 1), '') || coalesce(c.hashes, '')) IS DISTINCT FROM s.hash)
    ORDER BY s.id LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** Records of decisions that are chained by case: their table, what computes a hash, how the history calls them. */
const chained = [
  ['case_decision', 'decision_hash', 'caseDecision'],
  ['subject_decision', 'subject_decision_hash', 'subjectDecision'],
] as const
type Chained = (typeof chained)[number]

/** The first broken decision of a case; of the whole bank where no case is named. */
export async function findBrokenDecision(db: Db, caseId: number | null): Promise<BrokenDecision | null> {
  for (const kind of chained) {
    const broken = await findBrokenOf(db, kind, caseId)
    if (broken !== null) return broken
  }
  return null
}

async function findBrokenOf(
  db: Db,
  [table, hash, objectType]: Chained,
  caseId: number | null,
): Promise<BrokenDecision | null> {
  const ofCase = caseId === null ? sql`true` : sql`d.case_id = ${caseId}`
  const noted = caseId === null ? sql`true` : sql`h.owner_type = 'case' AND h.owner_id = ${caseId}`
  const { rows } = await sql<BrokenDecision>`
    WITH chain AS (
      SELECT d.id, d.at, d.case_id, d.hash, d.prev_hash, ${sql.id(hash)}(d) AS computed,
        lag(d.hash) OVER (PARTITION BY d.case_id ORDER BY d.id) AS expected
      FROM ${sql.id(table)} d WHERE ${ofCase}),
    noted AS (
      SELECT h.object_id AS id, h.at, h.new_values ->> 'hash' AS hash, (h.new_values ->> 'case_id')::int AS case_id
      FROM change_history h WHERE h.object_type = ${objectType} AND ${noted})
    SELECT coalesce(c.id, n.id) AS id, coalesce(c.at, n.at) AS at,
      CASE WHEN c.id IS NULL THEN 'gone' WHEN c.computed IS DISTINCT FROM c.hash THEN 'changed'
        WHEN c.prev_hash IS DISTINCT FROM c.expected THEN 'unchained'
        WHEN n.id IS NULL THEN 'unnoted' ELSE 'changed' END AS reason
    FROM chain c FULL JOIN noted n ON n.id = c.id
    WHERE c.id IS NULL OR n.id IS NULL OR c.computed IS DISTINCT FROM c.hash
      OR c.prev_hash IS DISTINCT FROM c.expected OR n.hash IS DISTINCT FROM c.hash
    ORDER BY 1 LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** How much there is to look at. */
export async function countChain(
  db: Db,
  scope: ChangesScope,
): Promise<{ records: number; decisions: number; seals: number; unsealed: number }> {
  const { rows } = await sql<{ records: number; decisions: number; seals: number; unsealed: number }>`
    WITH mine AS MATERIALIZED (SELECT h.id FROM ${historyOf(scope)}),
    last AS (SELECT coalesce(max(to_id), 0) AS id FROM history_seal)
    SELECT (SELECT count(*)::int FROM mine) AS records,
      (SELECT count(*)::int FROM case_decision d WHERE d.case_id = ${scope.objects.caseId})
        + (SELECT count(*)::int FROM subject_decision d WHERE d.case_id = ${scope.objects.caseId}) AS decisions,
      (SELECT count(*)::int FROM history_seal s
        WHERE EXISTS (SELECT FROM mine WHERE mine.id > s.from_id AND mine.id <= s.to_id)) AS seals,
      (SELECT count(*)::int FROM mine, last WHERE mine.id > last.id) AS unsealed`.execute(db)
  return rows[0] ?? { records: 0, decisions: 0, seals: 0, unsealed: 0 }
}

export async function countDecisions(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT ((SELECT count(*) FROM case_decision) + (SELECT count(*) FROM subject_decision))::int AS count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function findLastTold(
  db: Db,
  scope: ChangesScope,
  objectTypes: readonly string[],
): Promise<LastTold[]> {
  const { rows } = await sql<LastTold>`
    SELECT object_type AS "objectType", object_id AS "objectId", jsonb_object_agg(key, value) AS values FROM (
      SELECT DISTINCT ON (h.object_type, h.object_id, k.key) h.object_type, h.object_id, k.key, k.value
      FROM ${historyOf(scope)}, jsonb_each(h.new_values) k
      WHERE h.object_type = ANY(${objectTypes}::text[])
      ORDER BY h.object_type, h.object_id, k.key, h.id DESC) v
    GROUP BY object_type, object_id`.execute(db)
  return rows
}
