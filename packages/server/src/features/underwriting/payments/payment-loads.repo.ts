import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import {
  type PaymentLoad,
  paymentHeadings as headings,
  type PaymentRow,
  type PaymentRowKind,
} from '@ipoteka-office/contract/underwriting/payments/payment-loads.ts'
import { sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { readPage } from '#lib/paging.ts'
import type { PaymentDraft } from './payment-file.rules.ts'

/** A load as it is stored. */
export interface StoredLoad extends PaymentLoad {
  readonly fileKey: string | null
  readonly baseId: number | null
}

const shape = sql`l.id, l.file_name AS "fileName", l.file_key AS "fileKey", l.state, l.counts, l.months, l.reason,
  json_build_object('id', m.id, 'fullName', m.full_name) AS by, l.made_at AS at,
  CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'fullName', a.full_name) END AS "appliedBy",
  l.applied_at AS "appliedAt", l.task_id AS "taskId", l.base_id AS "baseId"`
const joined = sql`payment_load l JOIN employee m ON m.id = l.made_by LEFT JOIN employee a ON a.id = l.applied_by`

export async function findLoad(
  db: Db,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredLoad | undefined> {
  if (lock) await sql`SELECT FROM payment_load WHERE id = ${id} FOR UPDATE`.execute(db)
  return (await sql<StoredLoad>`SELECT ${shape} FROM ${joined} WHERE l.id = ${id}`.execute(db)).rows[0]
}

/** The latest first. */
export const findLoads = (db: Db, query: PageQuery): Promise<Page<StoredLoad>> =>
  readPage(query, {
    rows: async () =>
      (
        await sql<StoredLoad>`SELECT ${shape} FROM ${joined} ORDER BY l.id DESC
          LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
      ).rows,
    count: () => countOf(db, sql`FROM payment_load`),
  })

export async function insertLoad(
  db: Db,
  l: { readonly fileName: string; readonly fileKey: string; readonly by: number; readonly at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO payment_load (file_name, file_key, made_by, made_at)
    VALUES (${l.fileName}, ${l.fileKey}, ${l.by}, ${l.at}) RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** What of a load changes as it goes on. */
export interface LoadChange {
  readonly state?: PaymentLoad['state']
  readonly reason?: string
  readonly taskId?: number
  readonly counts?: PaymentLoad['counts']
  readonly months?: PaymentLoad['months']
  readonly baseId?: number | null
  readonly applied?: { readonly by: number; readonly at: Date }
}

export async function updateLoad(db: Db, id: number, c: LoadChange): Promise<void> {
  const sets = [
    ...(c.state === undefined ? [] : [sql`state = ${c.state}`]),
    ...(c.reason === undefined ? [] : [sql`reason = ${c.reason}`]),
    ...(c.taskId === undefined ? [] : [sql`task_id = ${c.taskId}`]),
    ...(c.counts === undefined ? [] : [sql`counts = ${JSON.stringify(c.counts)}::text::jsonb`]),
    ...(c.months === undefined ? [] : [sql`months = ${JSON.stringify(c.months)}::text::jsonb`]),
    ...(c.baseId === undefined ? [] : [sql`base_id = ${c.baseId}::int`]),
    ...(c.applied === undefined
      ? []
      : [sql`applied_by = ${c.applied.by}, applied_at = ${c.applied.at}::timestamptz`]),
  ]
  await sql`UPDATE payment_load SET ${sql.join(sets)} WHERE id = ${id}`.execute(db)
}

/** The load that was applied last; null: none was. */
export async function findLastApplied(db: Db): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM payment_load WHERE state = 'APPLIED' ORDER BY applied_at DESC, id DESC LIMIT 1`.execute(db)
  return rows[0]?.id ?? null
}

/** A row with its places in the file. */
export interface NumberedDraft extends PaymentDraft {
  readonly n: number
  readonly line: number
}

export const deleteRows = (db: Db, loadId: number) =>
  sql`DELETE FROM payment_load_row WHERE load_id = ${loadId}`.execute(db)

/** Keeps rows with the applications that their numbers name. */
export async function insertRows(db: Db, loadId: number, rows: readonly NumberedDraft[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    INSERT INTO payment_load_row (load_id, n, line, kind, case_id, issued_on, month, days, issued, balance, number, notes)
    SELECT ${loadId}::int, r.n, r.line, CASE WHEN cardinality(r.notes) > 0 THEN 'error' ELSE 'new' END,
      (SELECT f.id FROM case_file f WHERE f.number = r.number), r."issuedOn", r.month, r.days, r.issued, r.balance, r.number, r.notes
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS r (n int, line int, number text, "issuedOn" date,
      issued numeric, month date, days int, balance numeric, notes text[])`.execute(db)
}

const mark = (text: ReturnType<typeof sql>) => sql`kind = 'error', notes = r.notes || (${text})::text`

/** Finds what rows say against each other and against what the bank knows. */
export async function markWrongRows(db: Db, loadId: number): Promise<void> {
  await sql`
    UPDATE payment_load_row r SET ${mark(sql`CASE WHEN r.case_id IS NULL
      THEN ${`${headings.number}: такой заявки нет`} ELSE ${`${headings.number}: банк эту заявку не одобрил`} END`)}
    WHERE r.load_id = ${loadId} AND r.kind = 'new' AND NOT EXISTS (SELECT FROM decision_fact d
      WHERE d.case_id = r.case_id AND d.latest AND d.outcome = 'APPROVE')`.execute(db)
  await sql`
    UPDATE payment_load_row r SET ${mark(sql`${'Эта заявка и этот месяц уже есть в строке '} || x.first`)}
    FROM (SELECT n, first_value(line) OVER w AS first, row_number() OVER w AS place FROM payment_load_row
      WHERE load_id = ${loadId} AND kind = 'new' WINDOW w AS (PARTITION BY case_id, month ORDER BY n)) x
    WHERE r.load_id = ${loadId} AND r.n = x.n AND x.place > 1`.execute(db)
  await sql`
    UPDATE payment_load_row r SET ${mark(sql`${`${headings.issuedOn}: у этого кредита в строке `} || x.first || ${' другая'}`)}
    FROM (SELECT n, issued_on, first_value(line) OVER w AS first, first_value(issued_on) OVER w AS said FROM payment_load_row
      WHERE load_id = ${loadId} AND kind = 'new' WINDOW w AS (PARTITION BY case_id ORDER BY n)) x
    WHERE r.load_id = ${loadId} AND r.n = x.n AND x.issued_on <> x.said`.execute(db)
}

/** Rows of the months that count now. */
const counts = sql`loan_month m JOIN payment_month p ON p.month = m.month AND p.load_id = m.load_id AND p.replaced_by IS NULL`

/** Tells what the rows would change of the months that are loaded, and what those lose; the sets are told apart by hash, as nothing is known of fresh rows. */
export async function compareWithLoaded(db: Db, loadId: number): Promise<void> {
  const changed = (label: string, before: ReturnType<typeof sql>, after: ReturnType<typeof sql>) =>
    sql`CASE WHEN ${before} IS DISTINCT FROM ${after} THEN ${`${label}: `} || ${before} || ' → ' || ${after} END`
  const day = (text: string) => sql`to_char(${sql.ref(text)}, 'DD.MM.YYYY')`
  await sql`
    UPDATE payment_load_row r SET kind = CASE WHEN (m.issued_on, m.issued, m.days, m.balance)
        = (r.issued_on, r.issued, r.days, r.balance) THEN 'same' ELSE 'changed' END,
      notes = array_remove(ARRAY[
        ${changed(headings.issuedOn, day('m.issued_on'), day('r.issued_on'))},
        ${changed(headings.issued, sql`m.issued`, sql`r.issued`)},
        ${changed(headings.daysPastDue, sql`m.days`, sql`r.days`)},
        ${changed(headings.balance, sql`m.balance`, sql`r.balance`)}], NULL)
    FROM ${counts}
    WHERE r.load_id = ${loadId} AND r.kind = 'new' AND m.case_id = r.case_id AND m.month = r.month`.execute(
    db,
  )
  await sql`
    WITH gone AS MATERIALIZED (
      SELECT m.case_id, m.month FROM ${counts}
      WHERE p.month = ANY(ARRAY(SELECT DISTINCT month FROM payment_load_row WHERE load_id = ${loadId}))
      EXCEPT SELECT case_id, month FROM payment_load_row WHERE load_id = ${loadId})
    INSERT INTO payment_load_row (load_id, n, kind, case_id, issued_on, month, days, issued, balance, number)
    SELECT ${loadId}::int, (SELECT coalesce(max(n), 0) FROM payment_load_row WHERE load_id = ${loadId})
        + row_number() OVER (ORDER BY m.month, m.case_id), 'gone', m.case_id, m.issued_on, m.month, m.days, m.issued, m.balance,
      (SELECT f.number FROM case_file f WHERE f.id = m.case_id)
    FROM gone g JOIN (SELECT m.* FROM ${counts}) m ON m.case_id = g.case_id AND m.month = g.month`.execute(db)
}

/** How many rows there are of each kind, and the months of the file. */
export async function countRows(
  db: Db,
  loadId: number,
): Promise<{ counts: PaymentLoad['counts']; months: PaymentLoad['months'] }> {
  const { rows } = await sql<{ kind: PaymentRowKind; count: number }>`
    SELECT kind, count(*)::int AS count FROM payment_load_row WHERE load_id = ${loadId} GROUP BY kind`.execute(
    db,
  )
  const { rows: months } = await sql<PaymentLoad['months'][number]>`
    SELECT to_char(r.month, 'YYYY-MM') AS month, r.rows, EXISTS (SELECT FROM payment_month p WHERE p.month = r.month
      AND p.replaced_by IS NULL) AS replaces
    FROM (SELECT month, count(*)::int AS rows FROM payment_load_row WHERE load_id = ${loadId} AND line IS NOT NULL
      AND month IS NOT NULL GROUP BY month) r ORDER BY r.month LIMIT 1200`.execute(db)
  return { counts: Object.fromEntries(rows.map(({ kind, count }) => [kind, count])), months }
}

/** Rows of a load as they are looked at, in the order of the file. */
export const findRows = (
  db: Db,
  loadId: number,
  kind: PaymentRowKind | undefined,
  query: PageQuery,
): Promise<Page<PaymentRow>> => {
  const where = sql`load_id = ${loadId} ${kind === undefined ? sql`` : sql`AND kind = ${kind}`}`
  return readPage(query, {
    rows: async () =>
      (
        await sql<PaymentRow>`SELECT n, line, kind, number, to_char(month, 'YYYY-MM') AS month, days AS "daysPastDue",
          balance::text AS balance, notes FROM payment_load_row WHERE ${where}
          ORDER BY n LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
      ).rows,
    count: () => countOf(db, sql`FROM payment_load_row WHERE ${where}`),
  })
}
