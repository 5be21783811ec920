import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { toPage } from '@ipoteka-office/contract/common/page.ts'
import type {
  LoadSubject,
  OrganisationLoad,
  OrganisationRow,
  OrganisationRowKind,
} from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'
import type { Cells } from './load-file.rules.ts'

/** A load as it is kept. */
export type StoredLoad = Omit<OrganisationLoad, 'canSendLetter'>

const accounts = sql`(SELECT json_build_object(
    'waiting', count(*) FILTER (WHERE a.state = 'WAITING')::int,
    'failed', count(*) FILTER (WHERE a.state = 'FAILED')::int,
    'made', count(*) FILTER (WHERE a.state = 'DONE')::int,
    'toIssue', count(*) FILTER (WHERE a.state = 'DONE' AND r.issued_at IS NULL)::int)
  FROM organisation_load_row r JOIN employee_account a ON a.employee_id = r.object_id AND a.quiet
  WHERE r.load_id = l.id AND l.what = 'EMPLOYEES' AND l.state = 'APPLIED' AND r.kind = 'new')`

const shape = sql`l.id, l.what, l.file_name AS "fileName", l.state, l.counts, l.reason, l.made_at AS at,
  l.applied_at AS "appliedAt", l.task_id AS "taskId", ${accounts} AS accounts`

/** The load of whoever made it; to others it is not there. */
export async function findLoad(
  db: Db,
  madeBy: number,
  id: number,
  { lock = false } = {},
): Promise<StoredLoad | undefined> {
  const { rows } = await sql<StoredLoad>`SELECT ${shape} FROM organisation_load l
    WHERE l.id = ${id} AND l.made_by = ${madeBy} ${lock ? sql`FOR UPDATE OF l` : sql``}`.execute(db)
  return rows[0]
}

export async function findLoads(db: Db, madeBy: number, query: PageQuery): Promise<Page<StoredLoad>> {
  const { rows } = await sql<StoredLoad>`SELECT ${shape} FROM organisation_load l WHERE l.made_by = ${madeBy}
    ORDER BY l.id DESC LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM organisation_load WHERE made_by = ${madeBy}`.execute(db)
  return toPage(rows, counted[0]?.total ?? 0, query)
}

export async function insertLoad(
  db: Db,
  load: { what: LoadSubject; fileName: string; by: number; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`INSERT INTO organisation_load (what, file_name, made_by, made_at)
    VALUES (${load.what}, ${load.fileName}, ${load.by}, ${load.at}) RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The load was not stored')
  return row.id
}

export interface LoadChange {
  readonly state?: OrganisationLoad['state']
  readonly counts?: OrganisationLoad['counts']
  readonly reason?: string
  readonly taskId?: number
  readonly appliedAt?: Date
}

export async function updateLoad(
  db: Db,
  id: number,
  { state, counts, reason, taskId, appliedAt }: LoadChange,
): Promise<void> {
  await sql`UPDATE organisation_load SET state = coalesce(${state ?? null}, state),
    counts = coalesce(${counts === undefined ? null : JSON.stringify(counts)}::jsonb, counts),
    reason = coalesce(${reason ?? null}, reason), task_id = coalesce(${taskId ?? null}::int, task_id),
    applied_at = coalesce(${appliedAt ?? null}::timestamptz, applied_at) WHERE id = ${id}`.execute(db)
}

/** A row of the file. */
export interface FileRow {
  readonly n: number
  readonly line: number
  readonly cells: Cells
}

export async function insertFileRows(
  db: Db,
  loadId: number,
  rows: readonly (FileRow & { title: string })[],
): Promise<void> {
  await sql`INSERT INTO organisation_load_row (load_id, n, line, cells, title)
    SELECT ${loadId}, (r ->> 'n')::int, (r ->> 'line')::int, r -> 'cells', r ->> 'title'
    FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`.execute(db)
}

export async function findFileRows(db: Db, loadId: number): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`SELECT n, line, cells FROM organisation_load_row
    WHERE load_id = ${loadId} ORDER BY n`.execute(db)
  return rows
}

/** What becomes of a row. */
export interface Outcome {
  readonly n: number
  readonly kind: OrganisationRowKind
  readonly notes: readonly string[]
  readonly objectId: number | null
}

export async function writeOutcomes(db: Db, loadId: number, outcomes: readonly Outcome[]): Promise<void> {
  await sql`UPDATE organisation_load_row w SET kind = r ->> 'kind', object_id = (r ->> 'objectId')::int,
      notes = ARRAY(SELECT jsonb_array_elements_text(r -> 'notes'))
    FROM jsonb_array_elements(${JSON.stringify(outcomes)}::jsonb) r
    WHERE w.load_id = ${loadId} AND w.n = (r ->> 'n')::int`.execute(db)
}

/** What was typed is in the cards now. */
export async function forgetCells(db: Db, loadId: number): Promise<void> {
  await sql`UPDATE organisation_load_row SET cells = '{}' WHERE load_id = ${loadId}`.execute(db)
}

export async function findRows(
  db: Db,
  { id, what, state }: StoredLoad,
  { kind, ...query }: PageQuery & { readonly kind?: OrganisationRowKind | undefined },
): Promise<Page<OrganisationRow>> {
  const where = sql`r.load_id = ${id} AND r.kind IS NOT NULL AND (${kind ?? null}::text IS NULL OR r.kind = ${kind ?? null})`
  const link =
    what === 'PARTNERS'
      ? sql`'/partner/' || r.object_id`
      : sql`'/partner/' || e.partner_id || '/employee/' || e.id`
  const { rows } = await sql<OrganisationRow>`
    SELECT r.n, r.line, r.kind, r.title, r.notes ||
        CASE WHEN a.state = 'FAILED' THEN ARRAY['Вход не создан: ' || a.error]
          WHEN a.state = 'WAITING' THEN ARRAY['Вход создаётся'] ELSE '{}' END AS notes,
      ${state === 'APPLIED' ? link : sql`NULL`} AS link
    FROM organisation_load_row r
    LEFT JOIN employee e ON ${what === 'EMPLOYEES'} AND e.id = r.object_id
    LEFT JOIN employee_account a ON a.employee_id = e.id AND a.quiet AND r.kind = 'new'
    WHERE ${where} ORDER BY r.n LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM organisation_load_row r WHERE ${where}`.execute(db)
  return toPage(rows, counted[0]?.total ?? 0, query)
}

/** The organisation of these numbers, if the person sees it; without КПП the head one of those of the ИНН. */
export async function findOrganisation(
  db: Db,
  actor: Actor,
  inn: string,
  kpp: string | undefined,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM partner p WHERE p.inn = ${inn} AND (${kpp ?? null}::text IS NULL OR p.kpp = ${kpp ?? null})
      AND ${visibleTo(actor, 'p.id')} ORDER BY cardinality(p.ancestor_ids), p.id LIMIT 1`.execute(db)
  return rows[0]?.id
}

/** Somebody of this login, if the person sees them. */
export async function findPerson(
  db: Db,
  actor: Actor,
  login: string,
): Promise<{ id: number; partnerId: number } | undefined> {
  const { rows } = await sql<{ id: number; partnerId: number }>`
    SELECT e.id, e.partner_id AS "partnerId" FROM employee e
    WHERE lower(e.login) = lower(${login}) AND ${visibleTo(actor, 'e.partner_id')}`.execute(db)
  return rows[0]
}

export async function findRolesByWord(
  db: Db,
  words: readonly string[],
): Promise<{ word: string; id: number }[]> {
  const { rows } = await sql<{ word: string; id: number }>`
    SELECT w.word, r.id FROM unnest(${[...words]}::text[]) w (word)
    JOIN user_role r ON lower(r.code) = lower(w.word) OR lower(r.name) = lower(w.word)`.execute(db)
  return rows
}

/** Whose accounts the load has made and nobody has let in yet. */
export interface ToIssue {
  readonly n: number
  readonly line: number
  readonly employeeId: number
  readonly fullName: string
  readonly login: string
}

export async function findToIssue(db: Db, loadId: number, most: number): Promise<ToIssue[]> {
  const { rows } = await sql<ToIssue>`
    SELECT r.n, r.line, e.id AS "employeeId", e.full_name AS "fullName", coalesce(e.login, '') AS login
    FROM organisation_load_row r JOIN employee_account a ON a.employee_id = r.object_id AND a.quiet AND a.state = 'DONE'
    JOIN employee e ON e.id = r.object_id
    WHERE r.load_id = ${loadId} AND r.kind = 'new' AND r.issued_at IS NULL ORDER BY r.n LIMIT ${most}`.execute(
    db,
  )
  return rows
}

/** False when another call has taken the row already. */
export async function markIssued(db: Db, loadId: number, n: number): Promise<boolean> {
  const { rows } = await sql`UPDATE organisation_load_row SET issued_at = now()
    WHERE load_id = ${loadId} AND n = ${n} AND issued_at IS NULL RETURNING n`.execute(db)
  return rows.length > 0
}

/** The person was not let in after all. */
export async function unmarkIssued(db: Db, loadId: number, n: number): Promise<void> {
  await sql`UPDATE organisation_load_row SET issued_at = NULL WHERE load_id = ${loadId} AND n = ${n}`.execute(
    db,
  )
}
