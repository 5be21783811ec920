import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type Identity, identityOf } from '#db/person-columns.ts'
import { type HandedCase, type HandedTask, handoverComment } from './handover.rules.ts'

/** Holds the cases until the transaction ends: before their places in the queue, as every move does. */
export async function holdCases(db: Db, ids: readonly number[]): Promise<void> {
  await sql`SELECT FROM case_file WHERE id = ANY(${ids}::int[]) ORDER BY id FOR NO KEY UPDATE`.execute(db)
}

/** The cases as they are; the caller holds them. */
export async function findHanded(db: Db, ids: readonly number[]): Promise<HandedCase[]> {
  const { rows } = await sql<HandedCase>`
    SELECT f.id, f.type, f.partner_id AS "partnerId", f.region_code AS "regionCode", f.programme_code AS "programmeCode",
      f.closed OR f.archived_at IS NOT NULL AS closed, f.responsible_id AS "responsibleId",
      f.workgroup_id AS "workgroupId", a.id IS NOT NULL AS queued, v.employee_id AS "checkerId",
      (SELECT CASE WHEN starts_with(c.comment, ${handoverComment}) THEN c.from_id END FROM case_manager_change c
        WHERE c.case_id = f.id ORDER BY c.at DESC, c.id DESC LIMIT 1) AS "ledBeforeId"
    FROM case_file f LEFT JOIN application a ON a.id = f.id AND a.closed_at IS NULL
    LEFT JOIN approver v ON v.id = a.approver_id
    WHERE f.id = ANY(${ids}::int[]) ORDER BY f.id`.execute(db)
  return rows
}

/** Regions of the partner; null: it works everywhere (the operator). */
export async function findRegionsOf(db: Db, partnerId: number): Promise<Set<string> | null> {
  const { rows } = await sql<{ everywhere: boolean; regions: string[] }>`
    SELECT 'Ahml' = ANY(p.roles) AS everywhere,
      ARRAY(SELECT r.region_code FROM partner_region r WHERE r.partner_id = p.id) || coalesce(p.region_code, '') AS regions
    FROM partner p WHERE p.id = ${partnerId}`.execute(db)
  const [row] = rows
  return row === undefined || row.everywhere ? null : new Set(row.regions)
}

/**
 * Makes the cases the partner's, with the places in the approvers' queue that they have left: by those too they are found.
 * The queue has moved those that wait there.
 */
export async function writePartner(db: Db, ids: readonly number[], partnerId: number): Promise<void> {
  for (const table of ['case_file', 'application'])
    await sql`UPDATE ${sql.table(table)} SET partner_id = ${partnerId}, version = version + 1
      WHERE id = ANY(${ids}::int[]) AND partner_id <> ${partnerId}`.execute(db)
}

/** Open tasks of the cases; the queue's own are left out. */
export async function findHandedTasks(db: Db, caseIds: readonly number[]): Promise<HandedTask[]> {
  const { rows } = await sql<HandedTask>`
    SELECT t.id, t.case_id AS "caseId", t.case_type AS "caseType", t.stage IS NOT NULL AS "isOfStage", t.operation,
      t.assignee_id AS "assigneeId", t.workgroup_id AS "workgroupId", t.barred_ids AS "barredIds"
    FROM case_task t
    WHERE t.case_id = ANY(${caseIds}::int[]) AND t.open AND (t.stage IS NULL
      OR NOT EXISTS (SELECT FROM application a WHERE a.id = t.case_id AND a.closed_at IS NULL))
    ORDER BY t.id`.execute(db)
  return rows
}

/** Who has a task from now on; nobody: it waits in the common pool. */
export interface TaskHolder {
  readonly id: number
  readonly assigneeId: number | null
  readonly workgroupId: number | null
}

/** Gives the tasks to whom they go, with a line of their history each. */
export async function writeHolders(
  db: Db,
  holders: readonly TaskHolder[],
  { actorId, comment, at }: { actorId: number | null; comment: string; at: Date },
): Promise<void> {
  const of = <T>(value: (holder: TaskHolder) => T) => holders.map(value)
  await sql`
    WITH changed AS (
      UPDATE case_task t SET assignee_id = d.assignee_id, workgroup_id = d.workgroup_id, version = t.version + 1,
        state = CASE WHEN d.assignee_id IS NULL THEN 'IDLE' ELSE 'RUNNING' END,
        taken_at = CASE WHEN d.assignee_id IS NULL THEN NULL WHEN d.assignee_id = t.assignee_id THEN t.taken_at
          ELSE ${at}::timestamptz END
      FROM unnest(${of((h) => h.id)}::int[], ${of((h) => h.assigneeId)}::int[], ${of((h) => h.workgroupId)}::int[])
        AS d(id, assignee_id, workgroup_id)
      WHERE t.id = d.id AND t.open RETURNING t.id, t.case_id, t.assignee_id)
    INSERT INTO case_task_event (task_id, case_id, at, kind, actor_id, assignee_id, comment)
    SELECT id, case_id, ${at}::timestamptz, CASE WHEN assignee_id IS NULL THEN 'RETURNED' ELSE 'TRANSFERRED' END,
      ${actorId}::int, assignee_id, ${comment} FROM changed`.execute(db)
}

/** A person of moved cases who is written down at another partner, with what the case itself says of them. */
export interface HandedPerson extends Identity {
  readonly id: number
  /** Section of personal data of the moved case; null: the case has none. */
  readonly personal: Record<string, unknown> | null
}

/** Persons of the cases, as clients and participants, who are not the partner's own. */
export async function findForeignPersons(
  db: Db,
  caseIds: readonly number[],
  partnerId: number,
): Promise<HandedPerson[]> {
  const { rows } = await sql<HandedPerson>`
    SELECT DISTINCT ON (o.id) o.id, ${identityOf('o')}, d.data AS personal
    FROM (SELECT person_id, id AS case_id FROM case_file WHERE id = ANY(${caseIds}::int[])
      UNION SELECT person_id, case_id FROM case_participant WHERE case_id = ANY(${caseIds}::int[])) u
    JOIN person o ON o.id = u.person_id AND o.partner_id <> ${partnerId}
    LEFT JOIN LATERAL (SELECT s.data FROM case_participant c
      JOIN case_section s ON s.participant_id = c.id AND s.section = 'PERSONAL'
      WHERE c.case_id = u.case_id AND c.person_id = o.id ORDER BY s.saved_at DESC LIMIT 1) d ON true
    ORDER BY o.id, d.data IS NULL`.execute(db)
  return rows
}

/** Puts the partner's own persons where another partner's stood. */
export async function replacePersons(
  db: Db,
  caseIds: readonly number[],
  own: ReadonlyMap<number, number | null>,
): Promise<void> {
  const pairs = sql`unnest(${[...own.keys()]}::int[], ${[...own.values()]}::int[]) AS d(old_id, new_id)`
  await sql`
    WITH heads AS (
      UPDATE case_file f SET person_id = d.new_id FROM ${pairs}
      WHERE f.id = ANY(${caseIds}::int[]) AND f.person_id = d.old_id)
    UPDATE case_participant c SET person_id = d.new_id FROM ${pairs}
    WHERE c.case_id = ANY(${caseIds}::int[]) AND c.person_id = d.old_id`.execute(db)
}

/** Numbers and types of cases, for what people are told. */
export async function findNames(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { type: CaseType; number: string }>> {
  const { rows } = await sql<{ id: number; type: CaseType; number: string }>`
    SELECT id, type, number FROM case_file WHERE id = ANY(${ids}::int[])`.execute(db)
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}
