import { codeMessage } from '@ipoteka-office/contract/references/reference-items.ts'
import type { ImportRowKind, ReferenceImport } from '@ipoteka-office/contract/references/reference-imports.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { orderStep } from './dictionary-items.rules.ts'
import type { ComparedRow, DraftRow } from './reference-import.rules.ts'

/** An import as it is kept. */
export interface ImportRecord extends ReferenceImport {
  readonly fileKey: string
  readonly columns: string[]
  readonly revision: number | null
}

const columns =
  sql.raw(`id, dictionary_id AS "dictionaryId", file_name AS "fileName", file_key AS "fileKey", state,
  missing, columns, revision, counts, reason, created_at AS "createdAt", applied_at AS "appliedAt", task_id AS "taskId"`)

export async function insertImport(
  db: Db,
  row: {
    dictionaryId: number
    employeeId: number
    fileName: string
    fileKey: string
    missing: 'keep' | 'deactivate'
  },
): Promise<number> {
  const { id } = await db
    .insertInto('reference_import')
    .values({
      dictionary_id: row.dictionaryId,
      employee_id: row.employeeId,
      file_name: row.fileName,
      file_key: row.fileKey,
      missing: row.missing,
      // Set when the task is there.
      task_id: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findImport(db: Db, id: number): Promise<ImportRecord | undefined> {
  const { rows } = await sql<ImportRecord>`SELECT ${columns} FROM reference_import WHERE id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Held until the transaction ends. */
export async function lockImport(db: Db, id: number): Promise<ImportRecord | undefined> {
  const { rows } = await sql<ImportRecord>`
    SELECT ${columns} FROM reference_import WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows[0]
}

/** What of an import changes as it goes on. */
export interface ImportProgress {
  readonly state?: ReferenceImport['state']
  readonly taskId?: number
  readonly columns?: string[]
  readonly revision?: number
  readonly counts?: ReferenceImport['counts']
  readonly reason?: string | null
}

export async function updateImport(db: Db, id: number, p: ImportProgress): Promise<void> {
  await sql`
    UPDATE reference_import SET state = coalesce(${p.state ?? null}, state),
      task_id = coalesce(${p.taskId ?? null}::int, task_id),
      columns = coalesce(${p.columns ?? null}::text[], columns),
      revision = coalesce(${p.revision ?? null}::int, revision),
      counts = coalesce(${p.counts === undefined ? null : JSON.stringify(p.counts)}::text::jsonb, counts),
      reason = ${p.reason ?? null},
      applied_at = CASE WHEN ${p.state ?? null}::text = 'APPLIED' THEN now() ELSE applied_at END
    WHERE id = ${id}`.execute(db)
}

export async function deleteRows(db: Db, importId: number): Promise<void> {
  await db.deleteFrom('reference_import_row').where('import_id', '=', importId).execute()
}

export async function insertRows(db: Db, importId: number, rows: readonly DraftRow[]): Promise<void> {
  await sql`
    INSERT INTO reference_import_row
      (import_id, n, line, kind, code, name, sort_order, active, valid_from, valid_to, parent_code, attributes, errors)
    SELECT ${importId}::int, r.n, r.line, CASE WHEN cardinality(r.errors) > 0 THEN 'error' ELSE 'new' END, r.code, r.name,
      r.sort_order, r.active, r.valid_from, r.valid_to, r.parent_code, r.attributes, r.errors
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS r (n int, line int, code text, name text,
      sort_order int, active boolean, valid_from date, valid_to date, parent_code text, attributes jsonb,
      errors text[])`.execute(db)
}

/** Rows whose codes are in the dictionary get what the file does not have, and become changed or the same. */
export async function compareWithItems(
  db: Db,
  importId: number,
  dictionary: string,
  present: readonly string[],
): Promise<void> {
  const pick = (column: string, name: string) => sql.ref(`${present.includes(name) ? 'r' : 'i'}.${column}`)
  const attributes = present.filter((name) => name.startsWith('attributes.')).map((name) => name.slice(11))
  await sql`
    UPDATE reference_import_row t SET sort_order = x.sort_order, active = x.active, valid_from = x.valid_from,
      valid_to = x.valid_to, parent_code = x.parent_code, attributes = x.attributes,
      kind = CASE WHEN x.is_same THEN 'same' ELSE 'changed' END
    FROM (
      SELECT r.n, a.*, (r.name COLLATE "C", a.sort_order, a.active, a.valid_from, a.valid_to, a.parent_code, a.attributes)
        IS NOT DISTINCT FROM (i.name COLLATE "C", i.sort_order, i.active, i.valid_from, i.valid_to, i.parent_code,
          i.attributes) AS is_same
      FROM reference_import_row r JOIN reference_item i ON i.dictionary = ${dictionary} AND i.code = r.code
      CROSS JOIN LATERAL (SELECT coalesce(r.sort_order, i.sort_order) AS sort_order,
        ${pick('active', 'active')} AS active, ${pick('valid_from', 'validFrom')} AS valid_from,
        ${pick('valid_to', 'validTo')} AS valid_to, ${pick('parent_code', 'parentCode')} AS parent_code,
        (i.attributes - ${attributes}::text[]) || r.attributes AS attributes) a
      WHERE r.import_id = ${importId} AND r.kind = 'new') x
    WHERE t.import_id = ${importId} AND t.n = x.n`.execute(db)
}

/** Codes that the bank makes up follow the rule; those that were delivered stay as they are. */
export async function markWrongCodes(db: Db, importId: number): Promise<void> {
  await sql`
    UPDATE reference_import_row SET kind = 'error', errors = errors || ${`Код: ${codeMessage}`}::text
    WHERE import_id = ${importId} AND kind = 'new' AND code !~ '^[A-Za-z0-9_]+$'`.execute(db)
}

/** New rows lack the attributes that every item must have. */
export async function markLackingAttributes(
  db: Db,
  importId: number,
  required: readonly { key: string; label: string }[],
): Promise<void> {
  for (const { key, label } of required)
    await sql`
      UPDATE reference_import_row SET kind = 'error',
        errors = errors || ${`${label}: Поле должно быть заполнено`}::text
      WHERE import_id = ${importId} AND kind = 'new' AND NOT attributes ? ${key}`.execute(db)
}

/** Rows under a parent that is neither in the dictionary nor in the file. */
export async function markWrongParents(db: Db, importId: number, dictionary: string, hierarchical: boolean) {
  const message = `Код родителя: ${hierarchical ? 'Такого элемента нет' : 'У этого справочника нет вложенности'}`
  await sql`
    UPDATE reference_import_row r SET kind = 'error', errors = errors || ${message}::text
    WHERE r.import_id = ${importId} AND r.kind IN ('new', 'changed') AND r.parent_code IS NOT NULL
      AND (NOT ${hierarchical}::boolean OR NOT (
        EXISTS (SELECT FROM reference_item i WHERE i.dictionary = ${dictionary} AND i.code = r.parent_code)
        OR EXISTS (SELECT FROM reference_import_row o WHERE o.import_id = ${importId} AND o.code = r.parent_code
          AND o.kind <> 'error')))`.execute(db)
}

/** Every code's parent as it would be after the import. */
export async function findParents(
  db: Db,
  importId: number,
  dictionary: string,
): Promise<Map<string, string | null>> {
  const { rows } = await sql<{ code: string; parent: string | null }>`
    SELECT coalesce(r.code, i.code) AS code, CASE WHEN r.code IS NULL THEN i.parent_code ELSE r.parent_code END AS parent
    FROM (SELECT code, parent_code FROM reference_item WHERE dictionary = ${dictionary}) i
    FULL JOIN (SELECT code, parent_code FROM reference_import_row
      WHERE import_id = ${importId} AND kind <> 'error') r ON r.code = i.code`.execute(db)
  return new Map(rows.map(({ code, parent }) => [code, parent]))
}

export async function markRows(db: Db, importId: number, codes: readonly string[], message: string) {
  await sql`
    UPDATE reference_import_row SET kind = 'error', errors = errors || ${message}::text
    WHERE import_id = ${importId} AND kind IN ('new', 'changed') AND code = ANY(${codes}::text[])`.execute(db)
}

/** Items in use that the file does not have. */
export async function addMissing(db: Db, importId: number, dictionary: string): Promise<void> {
  await sql`
    INSERT INTO reference_import_row
      (import_id, n, line, kind, code, name, sort_order, active, valid_from, valid_to, parent_code, attributes)
    SELECT ${importId}::int, l.last + row_number() OVER (ORDER BY i.sort_order, i.name, i.code), NULL, 'deactivated',
      i.code, i.name, i.sort_order, false, i.valid_from, i.valid_to, i.parent_code, i.attributes
    FROM reference_item i CROSS JOIN (
      SELECT coalesce(max(n), 0) AS last FROM reference_import_row WHERE import_id = ${importId}) l
    WHERE i.dictionary = ${dictionary} AND i.active AND NOT EXISTS (
      SELECT FROM reference_import_row r WHERE r.import_id = ${importId} AND r.code = i.code)`.execute(db)
}

export async function countRows(db: Db, importId: number): Promise<ReferenceImport['counts']> {
  const { rows } = await sql<{ kind: ImportRowKind; count: number }>`
    SELECT kind, count(*)::int AS count FROM reference_import_row
    WHERE import_id = ${importId} GROUP BY kind`.execute(db)
  const counts = { new: 0, changed: 0, deactivated: 0, same: 0, error: 0 }
  for (const { kind, count } of rows) counts[kind] = count
  return counts
}

/** A row of the comparison with the item as it is; null for a new one. */
export interface ComparedPair {
  readonly row: number | null
  readonly kind: ImportRowKind
  readonly code: string
  readonly errors: string[]
  readonly after: ComparedRow
  readonly before: ComparedRow | null
}

export async function listRows(
  db: Db,
  importId: number,
  dictionary: string,
  kind: ImportRowKind | undefined,
  { page, size }: { page: number; size: number },
): Promise<ComparedPair[]> {
  const of = (table: 'r' | 'i') => sql`jsonb_build_object('name', ${sql.ref(`${table}.name`)},
    'order', ${sql.ref(`${table}.sort_order`)}, 'active', ${sql.ref(`${table}.active`)},
    'validFrom', ${sql.ref(`${table}.valid_from`)}, 'validTo', ${sql.ref(`${table}.valid_to`)},
    'parentCode', ${sql.ref(`${table}.parent_code`)}, 'attributes', ${sql.ref(`${table}.attributes`)})`
  const { rows } = await sql<ComparedPair>`
    SELECT r.line AS row, r.kind, r.code, r.errors, ${of('r')} AS after,
      CASE WHEN i.code IS NOT NULL THEN ${of('i')} END AS before
    FROM reference_import_row r
    LEFT JOIN reference_item i ON i.dictionary = ${dictionary} AND i.code = r.code
    WHERE r.import_id = ${importId} AND (${kind ?? null}::text IS NULL OR r.kind = ${kind ?? null})
    ORDER BY r.n LIMIT ${size} OFFSET ${page * size}`.execute(db)
  return rows
}

/** Rows that change something, in parts by their number. */
export async function applyRows(
  db: Db,
  importId: number,
  dictionary: { id: number; code: string },
  part: { from: number; to: number; lastOrder: number },
): Promise<void> {
  await sql`
    INSERT INTO reference_item AS i (dictionary, dictionary_id, code, name, sort_order, active, valid_from, valid_to,
      parent_code, attributes)
    SELECT ${dictionary.code}, ${dictionary.id}::int, r.code, r.name,
      coalesce(r.sort_order, ${part.lastOrder}::int + r.n * ${orderStep}::int), r.active, r.valid_from, r.valid_to,
      r.parent_code, r.attributes
    FROM reference_import_row r
    WHERE r.import_id = ${importId} AND r.kind IN ('new', 'changed', 'deactivated')
      AND r.n BETWEEN ${part.from} AND ${part.to} ORDER BY r.n
    ON CONFLICT (dictionary, code) DO UPDATE SET name = EXCLUDED.name, sort_order = EXCLUDED.sort_order,
      active = EXCLUDED.active, valid_from = EXCLUDED.valid_from, valid_to = EXCLUDED.valid_to,
      parent_code = EXCLUDED.parent_code, attributes = EXCLUDED.attributes, version = i.version + 1`.execute(
    db,
  )
}

export async function findLastRow(db: Db, importId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    SELECT coalesce(max(n), 0) AS last FROM reference_import_row WHERE import_id = ${importId}`.execute(db)
  return rows[0]?.last ?? 0
}
