import type {
  ListLoad,
  LoadRow,
  LoadRowKind,
  LoadState,
  LoadTarget,
} from '@ipoteka-office/contract/blacklists/list-loads.ts'
import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { ChangeKindCode } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { readPage } from '#lib/paging.ts'

/** The kind of request by which a load of a target is agreed to. */
export const loadRequestKinds = {
  authority: 'load_authority',
  individuals: 'load_individuals',
  legalPersons: 'load_legal_persons',
  phones: 'load_phones',
} as const satisfies Readonly<Record<LoadTarget, ChangeKindCode>>

/** A load as it is stored. */
export interface LoadRecord extends ListLoad {
  readonly fileKey: string
  readonly baseId: number | null
}

const shape = sql`l.id, l.target, l.file_name AS "fileName", l.file_key AS "fileKey", l.state,
  l.list_date::text AS "listDate", l.counts, l.reason, json_build_object('id', m.id, 'fullName', m.full_name) AS by,
  l.made_at AS at, CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'fullName', a.full_name) END AS approver,
  l.approved_at AS "approvedAt", l.task_id AS "taskId", l.base_id AS "baseId",
  (SELECT c.id FROM change_request c WHERE c.object_type = ANY(${Object.values(loadRequestKinds)}::text[]) AND c.object_id = l.id
    AND c.status = 'PENDING' AND c.expires_at > now() ORDER BY c.id DESC LIMIT 1) AS "requestId"`
const joined = sql`list_load l JOIN employee m ON m.id = l.made_by LEFT JOIN employee a ON a.id = l.approved_by`

export async function findLoad(
  db: Db,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<LoadRecord | undefined> {
  if (lock) await sql`SELECT FROM list_load WHERE id = ${id} FOR UPDATE`.execute(db)
  const { rows } = await sql<LoadRecord>`SELECT ${shape} FROM ${joined} WHERE l.id = ${id}`.execute(db)
  return rows[0]
}

/** Loads of a target, the latest first. */
export const findLoads = (db: Db, target: LoadTarget, query: PageQuery): Promise<Page<LoadRecord>> =>
  readPage(query, {
    rows: async () => {
      const { rows } = await sql<LoadRecord>`SELECT ${shape} FROM ${joined} WHERE l.target = ${target}
        ORDER BY l.id DESC LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
      return rows
    },
    count: () => countOf(db, sql`FROM list_load WHERE target = ${target}`),
  })

export async function insertLoad(
  db: Db,
  l: { target: LoadTarget; fileName: string; fileKey: string; by: number; at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO list_load (target, file_name, file_key, made_by, made_at)
    VALUES (${l.target}, ${l.fileName}, ${l.fileKey}, ${l.by}, ${l.at}) RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** What of a load changes as it goes on. */
export interface LoadChange {
  readonly state?: LoadState
  readonly reason?: string | null
  readonly listDate?: string | null
  readonly taskId?: number
  readonly baseId?: number | null
  readonly counts?: ListLoad['counts']
  readonly approved?: { readonly by: number; readonly at: Date }
}

export async function updateLoad(db: Db, id: number, c: LoadChange): Promise<void> {
  const sets = [
    ...(c.state === undefined ? [] : [sql`state = ${c.state}`]),
    ...(c.reason === undefined ? [] : [sql`reason = ${c.reason}`]),
    ...(c.listDate === undefined ? [] : [sql`list_date = ${c.listDate}::date`]),
    ...(c.taskId === undefined ? [] : [sql`task_id = ${c.taskId}`]),
    ...(c.baseId === undefined ? [] : [sql`base_id = ${c.baseId}::int`]),
    ...(c.counts === undefined ? [] : [sql`counts = ${JSON.stringify(c.counts)}::text::jsonb`]),
    ...(c.approved === undefined
      ? []
      : [sql`approved_by = ${c.approved.by}, approved_at = ${c.approved.at}::timestamptz`]),
  ]
  await sql`UPDATE list_load SET ${sql.join(sets)} WHERE id = ${id}`.execute(db)
}

/** A row of a file as it is kept. */
export interface DraftRow {
  readonly line: number
  readonly kind: LoadRowKind
  readonly list: BlacklistKind
  readonly number: string | null
  readonly title: string
  readonly data: object
  readonly notes: readonly string[]
}

export async function insertRows(db: Db, loadId: number, rows: readonly DraftRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    INSERT INTO list_load_row (load_id, line, kind, list, number, title, data, notes)
    SELECT ${loadId}::int, r.line, r.kind, r.list, r.number, r.title, r.data, r.notes
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      AS r (line int, kind text, list text, number text, title text, data jsonb, notes text[])`.execute(db)
}

export const deleteRows = (db: Db, loadId: number) =>
  sql`DELETE FROM list_load_row WHERE load_id = ${loadId}`.execute(db)

export async function countRows(db: Db, loadId: number): Promise<ListLoad['counts']> {
  const { rows } = await sql<{ kind: LoadRowKind; count: number }>`
    SELECT kind, count(*)::int AS count FROM list_load_row WHERE load_id = ${loadId} GROUP BY kind`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}

/** Rows of a load as they are looked at; the mistakes come first. */
export const findRows = (
  db: Db,
  loadId: number,
  kind: LoadRowKind | undefined,
  query: PageQuery,
): Promise<Page<LoadRow>> => {
  const where = sql`load_id = ${loadId} ${kind === undefined ? sql`` : sql`AND kind = ${kind}`}`
  return readPage(query, {
    rows: async () => {
      const { rows } =
        await sql<LoadRow>`SELECT id, line, kind, title, notes FROM list_load_row WHERE ${where}
        ORDER BY id LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
      return rows
    },
    count: () => countOf(db, sql`FROM list_load_row WHERE ${where}`),
  })
}

/** The authority's list that acts. */
export async function findActive(
  db: Db,
): Promise<{ id: number; listDate: string; approvedAt: string } | undefined> {
  const { rows } = await sql<{ id: number; listDate: string; approvedAt: string }>`
    SELECT id, list_date::text AS "listDate", approved_at::text AS "approvedAt" FROM list_load
    WHERE target = 'authority' AND state = 'ACTIVE'`.execute(db)
  return rows[0]
}

/** Tells the rows of a version from those of the one before: by the authority's numbers and what they say. */
export async function compareVersions(db: Db, loadId: number, baseId: number | null): Promise<void> {
  if (baseId === null) return
  await sql`
    UPDATE list_load_row r SET kind = CASE WHEN b.data = r.data THEN 'same' ELSE 'changed' END
    FROM list_load_row b WHERE r.load_id = ${loadId} AND r.kind = 'new' AND b.load_id = ${baseId} AND b.kind <> 'gone'
      AND b.number = r.number`.execute(db)
  await sql`
    INSERT INTO list_load_row (load_id, kind, list, number, title, data)
    SELECT ${loadId}::int, 'gone', b.list, b.number, b.title, b.data FROM list_load_row b
    WHERE b.load_id = ${baseId} AND b.kind <> 'gone' AND NOT EXISTS (SELECT FROM list_load_row r
      WHERE r.load_id = ${loadId} AND r.number = b.number) ORDER BY b.id`.execute(db)
}

/** Rows of a load that are taken, after an id. */
export async function findTaken(
  db: Db,
  loadId: number,
  { kinds, after, count }: { kinds: readonly LoadRowKind[]; after: number; count: number },
): Promise<
  { id: number; list: BlacklistKind; number: string | null; title: string; data: Record<string, unknown> }[]
> {
  const { rows } = await sql<{
    id: number
    list: BlacklistKind
    number: string | null
    title: string
    data: Record<string, unknown>
  }>`
    SELECT id, list, number, title, data FROM list_load_row
    WHERE load_id = ${loadId} AND kind = ANY(${[...kinds]}::text[]) AND id > ${after} ORDER BY id LIMIT ${count}`.execute(
    db,
  )
  return rows
}

/** A version begins to act in place of the one before. */
export async function replaceActive(db: Db, id: number): Promise<void> {
  await sql`UPDATE list_load SET state = 'REPLACED' WHERE target = 'authority' AND state = 'ACTIVE'`.execute(
    db,
  )
  await sql`INSERT INTO authority_retro (load_id, asked_at) VALUES (${id}, now())`.execute(db)
}

/** Versions that open cases have not been tried against. */
export async function findRetro(db: Db): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`SELECT load_id AS id FROM authority_retro ORDER BY load_id`.execute(db)
  return rows.map(({ id }) => id)
}
export const endRetro = (db: Db, ids: readonly number[]) =>
  sql`DELETE FROM authority_retro WHERE load_id = ANY(${[...ids]}::int[])`.execute(db)
