import type { CaseCounts } from '@ipoteka-office/contract/cases/case-lists.ts'
import { type CaseTab, caseLists } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { OwnerTab } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { countByValues, queryByValues, rememberedCount } from '#db/large-totals.ts'
import { type CaseScope, conditionOf, isTallied, partsOf, talliedOwners } from './case-filters.repo.ts'

/** Counts by name beside the one of all. */
type Counts = Record<string, number> & { count: number }
type Condition = RawBuilder<unknown>

const countOf = (scope: CaseScope) =>
  sql<{ count: number }>`SELECT count(*)::int AS count FROM case_file f WHERE ${conditionOf(scope)}`

/** How many rows the scope has. */
export async function countFound(db: Db, scope: CaseScope): Promise<number> {
  if (!isTallied(scope) || !talliedOwners.includes(scope.filter.owner))
    return (await countByValues(db, countOf(scope))).count
  const [row] = await queryByValues(
    db,
    sql<{ count: number }>`SELECT coalesce(sum(f.count), 0)::int AS count FROM case_tallied f
      WHERE ${conditionOf(scope)}`,
  )
  return row?.count ?? 0
}

/** The total that is remembered of the scope; undefined: none, or not a large one. */
export const rememberedTotal = (db: Db, scope: CaseScope): number | undefined =>
  rememberedCount(db, countOf(scope))

type Named = readonly [name: string, condition: Condition]

/** One pass over the cases of the condition, with a count for each of the narrower ones; `count` is of all. */
function countEach(db: Db, where: Condition, narrower: readonly Named[]): Promise<Counts> {
  const columns = narrower.map(
    ([name, condition]) => sql`count(*) FILTER (WHERE ${condition})::int AS ${sql.id(name)}`,
  )
  return countByValues(
    db,
    sql<Counts>`SELECT count(*)::int AS count, ${sql.join(columns)} FROM case_file f WHERE ${where}`,
  )
}

/** The same from the tally: exact at this moment. */
async function tallyEach(db: Db, where: Condition, narrower: readonly Named[]): Promise<Counts> {
  const columns = narrower.map(
    ([name, condition]) => sql`coalesce(sum(f.count) FILTER (WHERE ${condition}), 0)::int AS ${sql.id(name)}`,
  )
  const [row] = await queryByValues(
    db,
    sql<Counts>`SELECT coalesce(sum(f.count), 0)::int AS count, ${sql.join(columns)} FROM case_tallied f
      WHERE ${where}`,
  )
  return row ?? { count: 0 }
}

const withOwner = (scope: CaseScope, owner: OwnerTab): CaseScope => ({
  ...scope,
  filter: { ...scope.filter, owner },
})

/** Owner tabs that may hold most of the cases. */
const wideOwners: readonly OwnerTab[] = ['ALL', 'PARTNERS', 'OVERDUE']

/** Counts of the tabs under the scope's owner, and of the owners under its tab. */
export async function countTabs(db: Db, scope: CaseScope): Promise<CaseCounts> {
  const { base, tab, owner } = partsOf(scope)
  const present = scope.filter
  const tallied = isTallied(scope)
  // Words leave few rows; of many, what a person has is found sooner by itself.
  const known = tallied ? talliedOwners : present.search.trim() === '' ? wideOwners : OwnerTab.options
  const isKnown = (one: OwnerTab) => known.includes(one)
  const and = (...conditions: Condition[]) => sql.join(conditions, sql` AND `)
  const ofOwners = OwnerTab.options
    .filter(isKnown)
    .map((one): Named => [one, and(tab(present.tab), owner(one))])
  const tabCodes = Object.keys(caseLists[scope.list].tabs ?? {}) as CaseTab[]
  const ofTabs = tabCodes.map((one): Named => [one, and(tab(one), owner(present.owner))])
  const counts = await (tallied ? tallyEach : countEach)(
    db,
    base,
    isKnown(present.owner) ? [...ofTabs, ...ofOwners] : ofOwners,
  )
  const areCounted = isKnown(present.owner) || ofTabs.length === 0
  const tabs = areCounted ? counts : await countEach(db, and(base, owner(present.owner)), ofTabs)
  const owners: [OwnerTab, number][] = []
  // One after another: a page that opens must not take seven connections.
  for (const one of OwnerTab.options)
    owners.push([one, counts[one] ?? (await countFound(db, withOwner(scope, one)))])
  return {
    tabs: tabCodes.length > 0 ? Object.fromEntries(tabCodes.map((one) => [one, tabs[one] ?? 0])) : null,
    owners: Object.fromEntries(owners) as CaseCounts['owners'],
  }
}
