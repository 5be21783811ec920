import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import { type Reader, veiledStages } from './shown-stages.ts'

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

/** Condition: what happens in the stage is told to the person. `column` holds its code, or nothing. */
export const isOpenTo = ({ isAhml }: Reader, column: string): RawBuilder<boolean> =>
  isAhml
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(column)} IS NULL OR ${sql.ref(column)} <> ALL(${veiledStages()}::text[]))`

/** A value of the stage in `column`, or nothing where that stage is kept from the person. */
export const whereOpenTo = <T>(reader: Reader, column: string, value: RawBuilder<T>): RawBuilder<T | null> =>
  reader.isAhml ? value : sql<T | null>`CASE WHEN ${isOpenTo(reader, column)} THEN ${value} END`

/**
 * Condition on `case_stage s`: the person knows of this entry. Of a stay that is shown as one they know the first entry.
 */
export const isEntryFor = ({ isAhml }: Reader): RawBuilder<boolean> =>
  isAhml
    ? sql<boolean>`true`
    : sql<boolean>`NOT (s.stage = ANY(${veiledStages()}::text[]) AND coalesce((SELECT before.stage = ANY(${veiledStages()}::text[])
        FROM case_stage before WHERE before.case_id = s.case_id AND before.id < s.id ORDER BY before.id DESC LIMIT 1), false))`

/** When a case `f` came to the stage as the person sees it. */
export const stageSinceFor = ({ isAhml }: Reader): RawBuilder<string> =>
  isAhml
    ? sql<string>`f.stage_since`
    : sql<string>`CASE WHEN f.stage <> ALL(${veiledStages()}::text[]) THEN f.stage_since ELSE coalesce((
        SELECT min(s.entered_at) FROM case_stage s WHERE s.case_id = f.id AND s.id > coalesce((
          SELECT max(x.id) FROM case_stage x WHERE x.case_id = f.id AND x.stage <> ALL(${veiledStages()}::text[])), 0)),
        f.stage_since) END`

/** Condition: the bank keeps silent to clients and partners about a reason; `item` is its row of the dictionary. */
export const isSilentReason = (item: string): RawBuilder<boolean> => sql<boolean>`(
  coalesce((${sql.ref(`${item}.attributes`)} ->> 'silent')::boolean, false)
  OR coalesce((${sql.ref(`${item}.attributes`)} ->> 'fraud')::boolean, false))`
