import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Context } from '#http/route.ts'

/** What every item of a collection has. */
export interface PartItem {
  readonly id: number
  readonly version: number
}

/**
 * A collection of a partner's card: rows of one table with `partner_id` and `version`. `t` is the table in the conditions.
 * The service adds visibility, versions, answers by item and the live signal.
 */
export interface Part<Item extends PartItem, Input extends object> {
  readonly table: string
  /** Said with 404. */
  readonly notFound: string
  /** «Роли и аккредитацию изменить» where the operator alone may change. */
  readonly operatorOnly?: string
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
  readonly fixed?: (context: Context, input: Input) => Readonly<Record<string, unknown>>
  /** Throws `invalid`; answers the values as they are stored. */
  readonly check?: (context: Context, partnerId: number, input: Input, before: Item | null) => Promise<Input>
  /** What has to be changed around before the row is written. */
  readonly settle?: (context: Context, partnerId: number, input: Input, before: Item | null) => Promise<void>
  /** Why the item may not be deleted; null: it may. */
  readonly refusal?: (context: Context, partnerId: number, item: Item) => Promise<string | null>
}

const every = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`${sql.join([...conditions], sql` AND `)}`

/** Items of the partner, all or a page, or those with the ids. */
export async function findItems<Item extends PartItem, Input extends object>(
  db: Db,
  part: Part<Item, Input>,
  partnerId: number,
  more: { where?: readonly RawBuilder<boolean>[]; page?: PageQuery } = {},
): Promise<Item[]> {
  const limit = more.page ? sql`LIMIT ${more.page.size} OFFSET ${more.page.page * more.page.size}` : sql``
  const { rows } = await part.select(conditions(part, partnerId, more.where), limit).execute(db)
  return rows
}

const conditions = <Item extends PartItem, Input extends object>(
  { scope }: Part<Item, Input>,
  partnerId: number,
  where: readonly RawBuilder<boolean>[] = [],
) => every([sql<boolean>`t.partner_id = ${partnerId}`, ...(scope ? [scope] : []), ...where])

/** How many there are in all. */
export async function countItems<Item extends PartItem, Input extends object>(
  db: Db,
  part: Part<Item, Input>,
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
  part: Part<Item, Input>,
  partnerId: number,
  id: number,
): Promise<Item | undefined> {
  const key = part.key ?? sql`t.id`
  const [item] = await findItems(db, part, partnerId, { where: [sql<boolean>`${key} = ${id}`] })
  return item
}

/** The id of the item's row. */
export const rowIdOf = <Item extends PartItem, Input extends object>(
  part: Part<Item, Input>,
  item: Item,
): number => part.rowOf?.(item) ?? item.id

const written = <Input extends object>(columns: Part<never, Input>['columns'], input: Input) =>
  Object.entries(columns).map(([field, column]) => [column as string, input[field as keyof Input]] as const)

export async function insertItem<Item extends PartItem, Input extends object>(
  context: Context,
  part: Part<Item, Input>,
  partnerId: number,
  input: Input,
): Promise<number> {
  const values = [
    ['partner_id', partnerId] as const,
    ...written(part.columns, input),
    ...Object.entries(part.fixed?.(context, input) ?? {}),
  ]
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(part.table)} (${sql.join(values.map(([column]) => sql.ref(column)))})
    VALUES (${sql.join(values.map(([, value]) => value))}) RETURNING id`.execute(context.db)
  return rows[0]?.id ?? 0
}

export async function updateItem<Item extends PartItem, Input extends object>(
  db: Db,
  part: Part<Item, Input>,
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
  part: Part<Item, Input>,
  id: number,
): Promise<void> {
  await sql`DELETE FROM ${sql.table(part.table)} WHERE id = ${id}`.execute(db)
}
