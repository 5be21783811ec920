import { type CaseList, type CaseType, caseLists } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { CaseFilter } from '@ipoteka-office/contract/cases/case-lists.ts'
import type { OwnerTab } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import { type Reader, stagesMeant } from '#lib/shown-stages.ts'
import { isEntryFor, isOpenTo, visibleTo } from '#lib/visibility.ts'
import { phoneOf } from './case-lists.rules.ts'

type Condition = RawBuilder<unknown>

/** Whose list it is and what of it is asked for. */
export interface CaseScope {
  readonly list: CaseList
  readonly filter: CaseFilter
  readonly employeeId: number
  /** The caller's own partner: cases of others are «Партнёры». */
  readonly partnerId: number
  /** Partners whose rows the caller sees; null: all. */
  readonly partners: readonly number[] | null
  /** Types of the list that the caller may list. */
  readonly types: readonly CaseType[]
  readonly timeZone: string
  /** As whom the caller sees stages. */
  readonly reader: Reader
  /** A list that is not of one type's own: its types, and what narrows it beside the filter. */
  readonly own?: {
    readonly types: readonly CaseType[]
    readonly condition: Condition | null
    /** The condition leaves few rows of many. */
    readonly isNarrow: boolean
    /** In the archive or not, as the condition finds them. */
    readonly archiveToo?: boolean
  }
}

/** Ids of the partners whose rows the caller sees: known beforehand, the planner can tell how many rows they have. */
export async function findVisiblePartners(db: Db, actor: Actor): Promise<number[] | null> {
  if (actor.isAhml) return null
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM partner p WHERE ${visibleTo(actor, 'p.id')} ORDER BY p.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The types stand as words: indexes of a list are of exactly its types. */
function ofTypes(types: readonly CaseType[]): Condition {
  const words = types.map((type) => sql.lit(type))
  return words.length === 1 ? sql`f.type = ${words[0]}` : sql`f.type IN (${sql.join(words)})`
}

/** Of the tab's cases those whose types the caller may list. */
function ofTab({ list, types, reader, own, filter: { tab } }: CaseScope): Condition[] {
  const { types: all, tabs } = own ? { types: own.types, tabs: undefined } : caseLists[list]
  const { types: wanted = all, stages } = tabs?.[tab] ?? {}
  const shown = types.filter((type) => wanted.includes(type))
  if (shown.length === 0) return [ofTypes(all), sql`false`]
  return [
    ofTypes(all),
    ...(shown.length < all.length ? [ofTypes(shown)] : []),
    ...(stages === undefined ? [] : [sql`f.stage = ANY(${stagesMeant(reader, stages)}::text[])`]),
  ]
}

/** Conditions of the tabs by owner. */
const ofOwner: Record<OwnerTab, (scope: CaseScope) => Condition[]> = {
  ALL: () => [],
  MY: ({ employeeId }) => [
    sql`f.id IN (SELECT m.id FROM case_file m WHERE m.responsible_id = ${employeeId}
      UNION SELECT t.case_id FROM case_task t WHERE t.open AND t.assignee_id = ${employeeId})`,
  ],
  GROUPS: ({ employeeId }) => [
    sql`f.workgroup_id IN (SELECT g.workgroup_id FROM workgroup_worker g WHERE g.employee_id = ${employeeId})`,
  ],
  FAVORITES: ({ employeeId }) => [
    sql`f.id IN (SELECT v.case_id FROM case_favourite v WHERE v.employee_id = ${employeeId})`,
  ],
  PARTNERS: ({ partnerId }) => [sql`f.partner_id <> ${partnerId}`],
  // The clock of an archived case does not run.
  OVERDUE: ({ filter, reader }) =>
    filter.archived
      ? [sql`false`]
      : [sql`NOT f.closed AND f.due_at < now()`, ...(reader.isAhml ? [] : [isOpenTo(reader, 'f.stage')])],
  TRANSFERRED: ({ employeeId }) => [
    sql`f.responsible_id IS DISTINCT FROM ${employeeId}
      AND f.id IN (SELECT c.case_id FROM case_manager_change c WHERE c.from_id = ${employeeId})`,
  ],
}

/** Words that most of the rows have are not looked up in the index: the list is read in its order until the page is full. */
const withWord = (word: string, isFrequent: boolean): Condition =>
  isFrequent
    ? sql`strpos(f.search_text, search_form(${word})) > 0`
    : sql`f.search_text LIKE search_form(${anywhere(word)})`

function ofSearch(search: string, areFrequent: boolean): Condition[] {
  const phone = phoneOf(search)
  if (phone !== null) return [sql`f.client_phone = ${phone}`]
  return search
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 10)
    .map((word) => withWord(word, areFrequent))
}

/** `column = ANY(values)` where some are chosen; of one alone an index that goes on with the order can be read in it. */
const among = (column: string, values: readonly (string | number)[], type: 'text' | 'int'): Condition[] => {
  if (values.length === 0) return []
  if (values.length === 1) return [sql`${sql.ref(column)} = ${values[0]}`]
  return [sql`${sql.ref(column)} = ANY(${values}::${sql.raw(type)}[])`]
}

/** The first moment of a day of the bank, or of one so many days later. */
const startOf = (timeZone: string) => (day: string, shift: number) =>
  sql`((${day}::date + ${shift}::int)::timestamp AT TIME ZONE ${timeZone})`

/** Of the product as the catalogue counts them: by the price that each has now. */
function ofProducts({ filter: { productIds, inWork } }: CaseScope): Condition[] {
  const versions = sql`ARRAY(SELECT v.id FROM product_version v WHERE v.product_id = ANY(${productIds}::int[]))`
  return [
    ...(inWork ? [sql`NOT f.closed`] : []),
    ...(productIds.length === 0
      ? []
      : [
          sql`f.id IN (SELECT c.case_id FROM case_price c WHERE c.replaced_at IS NULL AND (
            c.product_id = ANY(${productIds}::int[]) OR c.option_version_ids && ${versions}
              OR c.promotion_version_ids && ${versions}))`,
        ]),
  ]
}

function ofReached({
  filter: { reached, reachedFrom, reachedTo },
  timeZone,
  reader,
}: CaseScope): Condition[] {
  if (reached.length === 0) return []
  const start = startOf(timeZone)
  const within = [
    sql`s.stage = ANY(${stagesMeant(reader, reached)}::text[])`,
    ...(reader.isAhml ? [] : [isEntryFor(reader)]),
    ...(reachedFrom === undefined ? [] : [sql`s.entered_at >= ${start(reachedFrom, 0)}`]),
    ...(reachedTo === undefined ? [] : [sql`s.entered_at < ${start(reachedTo, 1)}`]),
  ]
  return [sql`f.id IN (SELECT s.case_id FROM case_stage s WHERE ${sql.join(within, sql` AND `)})`]
}

/** What the person cannot see finds nothing. */
function ofStages(reader: Reader, stages: readonly string[]): Condition[] {
  const meant = stagesMeant(reader, stages)
  return stages.length > 0 && meant.length === 0 ? [sql`false`] : among('f.stage', meant, 'text')
}

function ofValues({ filter, timeZone, reader }: CaseScope): Condition[] {
  const { createdFrom, createdTo, amountFrom, amountTo, dueInHours, unassigned } = filter
  const start = startOf(timeZone)
  return [
    ...ofStages(reader, filter.stages),
    ...among('f.region_code', filter.regions, 'text'),
    ...among('f.channel', filter.channels, 'text'),
    ...among('f.programme_code', filter.programmes, 'text'),
    ...among('f.partner_id', filter.partnerIds, 'int'),
    ...among('f.responsible_id', filter.responsibleIds, 'int'),
    ...(unassigned ? [sql`f.responsible_id IS NULL`] : []),
    ...(createdFrom === undefined ? [] : [sql`f.created_at >= ${start(createdFrom, 0)}`]),
    ...(createdTo === undefined ? [] : [sql`f.created_at < ${start(createdTo, 1)}`]),
    ...(amountFrom === undefined ? [] : [sql`f.amount >= ${amountFrom}::numeric`]),
    ...(amountTo === undefined ? [] : [sql`f.amount <= ${amountTo}::numeric`]),
    ...(dueInHours === undefined
      ? []
      : [
          sql`NOT f.closed AND f.due_at <= now() + ${dueInHours}::int * interval '1 hour'`,
          ...(reader.isAhml ? [] : [isOpenTo(reader, 'f.stage')]),
        ]),
  ]
}

const all = (conditions: Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `)

/** What a scope asks beside its tab and its owner. */
function baseOf(scope: CaseScope, { frequentWords = false } = {}): Condition[] {
  const { filter, partners } = scope
  return [
    ...(scope.own?.archiveToo ? [] : [sql`f.archived_at IS ${filter.archived ? sql`NOT NULL` : sql`NULL`}`]),
    ...(partners === null ? [] : [sql`f.partner_id = ANY(${partners}::int[])`]),
    ...ofSearch(filter.search, frequentWords),
    ...ofValues(scope),
    ...ofReached(scope),
    ...ofProducts(scope),
    ...(scope.own?.condition ? [scope.own.condition] : []),
  ]
}

/** The condition of a scope, on `case_file f`. */
export const conditionOf = (scope: CaseScope, options: { frequentWords?: boolean } = {}): Condition =>
  all([...ofTab(scope), ...ofOwner[scope.filter.owner](scope), ...baseOf(scope, options)])

/** The same in parts, for counts of all tabs at once. */
export const partsOf = (scope: CaseScope) => ({
  base: all([...ofTab({ ...scope, filter: { ...scope.filter, tab: 'all' } }), ...baseOf(scope)]),
  tab: (tab: CaseFilter['tab']) => all(ofTab({ ...scope, filter: { ...scope.filter, tab } })),
  owner: (owner: OwnerTab) => all(ofOwner[owner](scope)),
})

/** Owner tabs that the tally can tell. */
export const talliedOwners: readonly OwnerTab[] = ['ALL', 'PARTNERS']

/** Whether the tally knows all that the filter names but its owner: of sums, days, people and words it knows nothing. */
export const isTallied = ({ filter, own }: CaseScope): boolean =>
  !own?.condition &&
  filter.search.trim() === '' &&
  filter.responsibleIds.length === 0 &&
  filter.reached.length === 0 &&
  !filter.unassigned &&
  !filter.inWork &&
  filter.productIds.length === 0 &&
  [filter.createdFrom, filter.createdTo, filter.amountFrom, filter.amountTo, filter.dueInHours].every(
    (value) => value === undefined,
  )
