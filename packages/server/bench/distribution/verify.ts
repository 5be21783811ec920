import type { BenchDatabase, Query } from '../database.ts'

/** What must never be found after a distribution; each query answers the number of rows that break the rule. */
const rules = {
  'заявка назначена дважды': `SELECT count(*)::int AS n FROM (
    SELECT application_id FROM assignment WHERE kind = 'ASSIGNED' GROUP BY 1 HAVING count(*) > 1) d`,
  'у согласующего больше лимита': `SELECT count(*)::int AS n FROM approver a
    WHERE (SELECT count(*) FROM application o WHERE o.approver_id = a.id AND o.closed_at IS NULL) > coalesce(a.max_open, 0)`,
  'счётчик открытых не равен их числу': `SELECT count(*)::int AS n FROM approver_workload w
    WHERE w.open_count <> (SELECT count(*) FROM application o WHERE o.approver_id = w.approver_id AND o.closed_at IS NULL)`,
  'держатель заявки не тот, что в последнем назначении': `SELECT count(*)::int AS n FROM application o
    LEFT JOIN LATERAL (SELECT s.approver_id FROM assignment s WHERE s.application_id = o.id ORDER BY s.id DESC LIMIT 1) l ON true
    WHERE l.approver_id IS DISTINCT FROM o.approver_id`,
  'заявка не назначена и без причины': `SELECT count(*)::int AS n FROM application
    WHERE closed_at IS NULL AND approver_id IS NULL AND unassigned_reasons IS NULL`,
}

/** Broken rules, one text each; empty when the distribution was right. */
export async function findFaults(sql: Query): Promise<string[]> {
  const faults: string[] = []
  for (const [name, query] of Object.entries(rules)) {
    const [row] = await sql<{ n: number }>(query)
    if (row === undefined || row.n > 0) faults.push(`${name}: ${row?.n}`)
  }
  return faults
}

/** One corruption for each rule. */
const planted: { readonly [rule in keyof typeof rules]: string } = {
  'заявка назначена дважды': `INSERT INTO assignment (application_id, kind, approver_id)
     SELECT application_id, 'ASSIGNED', approver_id FROM assignment WHERE kind = 'ASSIGNED' LIMIT 1`,
  'у согласующего больше лимита': `UPDATE approver a SET max_open = w.open_count - 1 FROM approver_workload w
     WHERE w.approver_id = a.id AND a.id = (SELECT max(approver_id) FROM approver_workload WHERE open_count > 0)`,
  'счётчик открытых не равен их числу': `UPDATE approver_workload SET open_count = open_count + 1
     WHERE approver_id = (SELECT min(id) FROM approver)`,
  'держатель заявки не тот, что в последнем назначении': `INSERT INTO assignment (application_id, kind)
     SELECT min(id), 'UNASSIGNED' FROM application WHERE approver_id IS NOT NULL`,
  'заявка не назначена и без причины': `INSERT INTO application
     (number, type, client_name, programme, level_code, outside_status, partner_id, region_code, received_at, due_at)
     SELECT 'planted', type, client_name, programme, level_code, outside_status, partner_id, region_code, received_at, due_at
     FROM application LIMIT 1`,
}

/** Plants one fault for each rule and takes it back; answers the rules that did not notice theirs. */
export async function findBlindRules(database: BenchDatabase): Promise<string[]> {
  const blind: string[] = []
  for (const [rule, spoil] of Object.entries(planted)) {
    const faults = await database.rolledBack(async (sql) => {
      await sql(spoil)
      return findFaults(sql)
    })
    if (!faults.some((fault) => fault.startsWith(rule))) blind.push(rule)
  }
  return blind
}
