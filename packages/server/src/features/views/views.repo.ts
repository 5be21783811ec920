import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A view with its owner, as the caller may see it. */
export interface ViewRow {
  readonly id: number
  /** Null: it comes with the product. */
  readonly ownerId: number | null
  readonly listKey: string
  readonly name: string
  readonly state: string
  readonly shared: boolean
  readonly isDefault: boolean
  readonly version: number
  readonly owner: string | null
}

/** What is written of a view. */
export interface ViewValues {
  readonly name: string
  readonly state: string
  readonly shared: boolean
  readonly isDefault: boolean
}

/** Own views, those that come with the product, and shared ones of people of the same partner. */
const visibleViews = (db: Db, employeeId: number, partnerId: number, listKey: string) =>
  db
    .selectFrom('saved_view as v')
    .leftJoin('employee as e', 'e.id', 'v.owner_id')
    .select([
      'v.id',
      'v.owner_id as ownerId',
      'v.list_key as listKey',
      'v.name',
      'v.state',
      'v.shared',
      'v.is_default as isDefault',
      'v.version',
      'e.full_name as owner',
    ])
    .where('v.list_key', '=', listKey)
    .where((where) =>
      where.or([
        where('v.owner_id', '=', employeeId),
        where('v.owner_id', 'is', null),
        where.and([where('v.shared', '=', true), where('e.partner_id', '=', partnerId)]),
      ]),
    )

export function findViews(
  db: Db,
  employeeId: number,
  partnerId: number,
  listKey: string,
): Promise<ViewRow[]> {
  return visibleViews(db, employeeId, partnerId, listKey)
    .orderBy(sql`v.owner_id IS DISTINCT FROM ${employeeId}::int`)
    .orderBy(sql`v.owner_id IS NOT NULL`)
    .orderBy('v.name')
    .orderBy('v.id')
    .limit(500)
    .execute()
}

/** One visible view, locked for the change that follows. */
export async function findViewForChange(
  db: Db,
  employeeId: number,
  partnerId: number,
  listKey: string,
  id: number,
): Promise<ViewRow | null> {
  const row = await visibleViews(db, employeeId, partnerId, listKey)
    .where('v.id', '=', id)
    .forUpdate('v')
    .executeTakeFirst()
  return row ?? null
}

export async function countOwnViews(db: Db, ownerId: number, listKey: string): Promise<number> {
  const row = await db
    .selectFrom('saved_view')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('list_key', '=', listKey)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Whether the person has another view of this name in the list. */
export async function isNameTaken(
  db: Db,
  ownerId: number,
  listKey: string,
  name: string,
  exceptId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('saved_view')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('list_key', '=', listKey)
    .where('name', '=', name)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

/** One writer at a time among the person's views: names and the default are unique among them. */
export async function lockOwnViews(db: Db, ownerId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('saved_view'), ${ownerId}::int)`.execute(db)
}

/** The other views of the list stop being the default. */
export async function clearDefault(
  db: Db,
  ownerId: number,
  listKey: string,
  exceptId: number,
): Promise<void> {
  await db
    .updateTable('saved_view')
    .set({ is_default: false, version: sql`version + 1` })
    .where('owner_id', '=', ownerId)
    .where('list_key', '=', listKey)
    .where('is_default', '=', true)
    .where('id', '<>', exceptId)
    .execute()
}

export async function insertView(
  db: Db,
  ownerId: number,
  listKey: string,
  { isDefault, ...values }: ViewValues,
): Promise<number> {
  const { id } = await db
    .insertInto('saved_view')
    .values({ owner_id: ownerId, list_key: listKey, is_default: isDefault, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateView(db: Db, id: number, { isDefault, ...values }: ViewValues): Promise<void> {
  await db
    .updateTable('saved_view')
    .set({ ...values, is_default: isDefault, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export async function deleteView(db: Db, id: number): Promise<void> {
  await db.deleteFrom('saved_view').where('id', '=', id).execute()
}

/** Who changed the view last, and when. */
export async function findLastChange(db: Db, id: number): Promise<{ descriptor: string; at: string } | null> {
  const { rows } = await sql<{ descriptor: string; at: string }>`
    SELECT coalesce(e.full_name, 'Система') AS descriptor, h.at
    FROM change_history h LEFT JOIN employee e ON e.id = h.actor_id
    WHERE h.object_type = 'savedView' AND h.object_id = ${id} ORDER BY h.id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}
