import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'

/** What every item of a collection has. */
export interface PartItem {
  readonly id: number
  readonly version: number
}

/** The rows of a collection of a partner's card: one table with `partner_id` and `version`, `t` in the conditions. */
export interface PartRows<Item extends PartItem, Input extends object> {
  readonly table: string
  /** The columns of the fields that are written. */
  readonly columns: Readonly<Partial<Record<keyof Input, string>>>
  /** Items that meet the condition, in the order of the list. */
  readonly select: (where: RawBuilder<boolean>, limit: RawBuilder<unknown>) => RawBuilder<Item>
  /** What addresses an item in place of `t.id`, and the row's id of an item then. */
  readonly key?: RawBuilder<unknown>
  readonly rowOf?: (item: Item) => number
  /** Narrows the collection: the partner's own contacts, the accreditations of one role. */
  readonly scope?: RawBuilder<boolean>
  /** Columns that are set with a new row and never again. */
  readonly fixed?: (actor: Actor, input: Input) => Readonly<Record<string, unknown>>
}

const every = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`${sql.join([...conditions], sql` AND `)}`

/** Items of the partner, all or a page, or those with the ids. */
export async function findItems<Item extends PartItem, Input extends object>(
  db: Db,
  part: PartRows<Item, Input>,
  partnerId: number,
  more: { where?: readonly RawBuilder<boolean>[]; page?: PageQuery } = {},
): Promise<Item[]> {
  const limit = more.page ? sql`LIMIT ${more.page.size} OFFSET ${more.page.page * more.page.size}` : sql``
  const { rows } = await part.select(conditions(part, partnerId, more.where), limit).execute(db)
  return rows
}

const conditions = <Item extends PartItem, Input extends object>(
  { scope }: PartRows<Item, Input>,
  partnerId: number,
  where: readonly RawBuilder<boolean>[] = [],
) => every([sql<boolean>`t.partner_id = ${partnerId}`, ...(scope ? [scope] : []), ...where])

/** How many there are in all. */
export async function countItems<Item extends PartItem, Input extends object>(
  db: Db,
  part: PartRows<Item, Input>,
  partnerId: number,
  where: readonly RawBuilder<boolean>[] = [],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM ${sql.table(part.table)} t WHERE ${conditions(part, partnerId, where)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function findItem<Item extends PartItem, Input extends object>(
  db: Db,
  part: PartRows<Item, Input>,
  partnerId: number,
  id: number,
): Promise<Item | undefined> {
  const key = part.key ?? sql`t.id`
  const [item] = await findItems(db, part, partnerId, { where: [sql<boolean>`${key} = ${id}`] })
  return item
}

/** The id of the item's row. */
export const rowIdOf = <Item extends PartItem, Input extends object>(
  part: PartRows<Item, Input>,
  item: Item,
): number => part.rowOf?.(item) ?? item.id

const written = <Input extends object>(columns: PartRows<never, Input>['columns'], input: Input) =>
  Object.entries(columns).map(([field, column]) => [column as string, input[field as keyof Input]] as const)

export async function insertItem<Item extends PartItem, Input extends object>(
  db: Db,
  part: PartRows<Item, Input>,
  { partnerId, actor }: { readonly partnerId: number; readonly actor: Actor },
  input: Input,
): Promise<number> {
  const values = [
    ['partner_id', partnerId] as const,
    ...written(part.columns, input),
    ...Object.entries(part.fixed?.(actor, input) ?? {}),
  ]
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(part.table)} (${sql.join(values.map(([column]) => sql.ref(column)))})
    VALUES (${sql.join(values.map(([, value]) => value))}) RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

export async function updateItem<Item extends PartItem, Input extends object>(
  db: Db,
  part: PartRows<Item, Input>,
  id: number,
  input: Input,
): Promise<void> {
  const sets = written(part.columns, input).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`UPDATE ${sql.table(part.table)} SET ${sql.join(sets)}, version = version + 1 WHERE id = ${id}`.execute(
    db,
  )
}

export async function deleteItem<Item extends PartItem, Input extends object>(
  db: Db,
  part: PartRows<Item, Input>,
  id: number,
): Promise<void> {
  await sql`DELETE FROM ${sql.table(part.table)} WHERE id = ${id}`.execute(db)
}

/** The item whose row was just written. */
export async function findItemOfRow<Item extends PartItem, Input extends object>(
  db: Db,
  part: PartRows<Item, Input>,
  partnerId: number,
  rowId: number,
): Promise<Item | undefined> {
  const [item] = await findItems(db, part, partnerId, { where: [sql<boolean>`t.id = ${rowId}`] })
  return item
}
