import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'

/**
 * The one predicate of row visibility: the operator sees all, others the rows of their own partner and of what is under it.
 * `column` holds the partner's id: `.where(visibleTo(actor, 'approver.partner_id'))` or inside a `sql` template.
 */
export const visibleTo = (
  { isAhml, partnerId }: Pick<Actor, 'isAhml'> & { readonly partnerId: number | RawBuilder<number> },
  column: string,
): RawBuilder<boolean> =>
  isAhml
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} IN (
        SELECT visible.id FROM partner visible WHERE visible.ancestor_ids @> ARRAY[${partnerId}::int])`

/** The same for rows that keep their place in the tree themselves: `column` holds the ids from the root down. */
export const visibleByPath = (
  { isAhml, partnerId }: Pick<Actor, 'isAhml' | 'partnerId'>,
  column: string,
): RawBuilder<boolean> =>
  isAhml ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} @> ARRAY[${partnerId}::int]`
