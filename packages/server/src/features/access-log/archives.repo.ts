import type { AccessArchive } from '@ipoteka-office/contract/access-log/archives.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { StoredFile } from '#files/file-store.ts'

/** A part of the journal that lies in the database by itself. */
export interface Month {
  readonly name: string
  /** Null: from the first entry on. */
  readonly from: string | null
  readonly to: string
}

/** An entry as a file keeps it: everything, in words where the database has numbers. */
export interface KeptEvent {
  readonly id: string
  readonly at: string
  readonly employeeId: number
  readonly employee: string
  readonly partner: string
  readonly action: string
  readonly objectType: string
  readonly objectId: number | null
  readonly storageId: string | null
  readonly rowCount: number
  readonly details: string
  readonly requestId: string | null
}

/** Makes a place for the months to come. */
export async function makeMonths(db: Db): Promise<void> {
  await sql`SELECT make_access_months()`.execute(db)
}

/** The oldest month, if it has ended before the moment. */
export async function findMonthBefore(db: Db, before: Date): Promise<Month | undefined> {
  const { rows } = await sql<Month>`
    SELECT name, from_at AS "from", to_at AS "to" FROM access_month ORDER BY to_at LIMIT 1`.execute(db)
  return rows.find(({ to }) => new Date(to) <= before)
}

/** A portion of a month's entries in their order. */
export async function findKept(
  db: Db,
  { from, to }: Month,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<KeptEvent[]> {
  const { rows } = await sql<KeptEvent>`
    SELECT a.id::text AS id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
      a.actor_id AS "employeeId", e.full_name AS employee, p.short_name AS partner, a.action,
      a.object_type AS "objectType", a.object_id AS "objectId", a.storage_id::text AS "storageId",
      a.row_count AS "rowCount", a.details::text AS details, a.request_id AS "requestId"
    FROM access_event a JOIN employee e ON e.id = a.actor_id JOIN partner p ON p.id = e.partner_id
    WHERE a.at < ${to}::timestamptz AND (${from}::timestamptz IS NULL OR a.at >= ${from}::timestamptz)
      AND a.id > ${after}::bigint
    ORDER BY a.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Takes the month out of the database: its file holds so many entries. Answers the number of the archive. */
export async function closeMonth(db: Db, month: Month, file: StoredFile, rows: number): Promise<number> {
  const { rows: closed } = await sql<{ id: number }>`
    SELECT close_access_month(${month.name}, ${rows}, ${file.key}, ${file.size}, ${file.sha256}) AS id`.execute(
    db,
  )
  const [archive] = closed
  if (archive === undefined) throw new Error(`The month ${month.name} was not closed`)
  return archive.id
}

const shape = sql`id, from_at AS "from", to_at AS "to", row_count::int AS rows, size::float8 AS size, sha256,
  made_at AS "madeAt"`

export async function findArchives(db: Db, { page, size }: PageQuery): Promise<AccessArchive[]> {
  const { rows } = await sql<AccessArchive>`
    SELECT ${shape} FROM access_archive ORDER BY access_archive.id DESC LIMIT ${size} OFFSET ${page * size}`.execute(
    db,
  )
  return rows
}

export async function countArchives(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM access_archive`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findArchive(
  db: Db,
  id: number,
): Promise<(AccessArchive & { key: string }) | undefined> {
  const { rows } = await sql<AccessArchive & { key: string }>`
    SELECT ${shape}, file_key AS key FROM access_archive WHERE id = ${id}`.execute(db)
  return rows[0]
}

/** All of them in their order, with whether the seal is the one over what the row says and the seal before it. */
export async function findSealed(db: Db): Promise<(AccessArchive & { key: string; isSealed: boolean })[]> {
  const { rows } = await sql<AccessArchive & { key: string; isSealed: boolean }>`
    SELECT ${shape}, file_key AS key,
      hash = access_archive_hash((SELECT b.hash FROM access_archive b WHERE b.id < access_archive.id ORDER BY b.id DESC LIMIT 1),
        access_archive) AS "isSealed"
    FROM access_archive ORDER BY access_archive.id`.execute(db)
  return rows
}
