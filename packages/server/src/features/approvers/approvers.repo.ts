import type {
  Approver,
  ApproverFilter,
  ApproverStatistics,
  ApproverType,
  approverSortFields,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import { absenceReasons } from '@ipoteka-office/contract/employees/employees.ts'
import { minuteOf } from '@ipoteka-office/contract/common/shift.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { prepared } from '#db/prepared.ts'
import type { Actor } from '#lib/actor.ts'
import { knownTotal, refuseDeepPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'
import { namePartners, type PartnerNames } from './approvers.rules.ts'

export interface ApproverSort {
  readonly field: (typeof approverSortFields)[number]
  readonly direction: 'asc' | 'desc'
}

const named = (dictionary: string, column: string) => sql`coalesce((
  SELECT json_agg(json_build_object('code', c.code, 'name', coalesce(r.name, c.code)) ORDER BY r.sort_order, c.code)
  FROM unnest(${sql.ref(column)}) AS c(code)
  LEFT JOIN reference_item r ON r.dictionary = ${sql.lit(dictionary)} AND r.code = c.code), '[]')`

/** The absence that has paused the approver, in words; a look by one index, for paused rows alone. */
const pauseReason = sql`(SELECT CASE x.reason ${sql.join(
  Object.entries(absenceReasons).map(([code, name]) => sql`WHEN ${sql.lit(code)} THEN ${sql.lit(name)}`),
  sql` `,
)} END || ' до ' || to_char(x.date_to, 'DD.MM.YYYY') FROM employee_absence x
  WHERE x.employee_id = a.employee_id AND x.ended_at IS NULL AND x.cancelled_at IS NULL
    AND a.id = ANY(x.paused_approver_ids) LIMIT 1)`

const namedPartners = sql`coalesce((
  SELECT json_agg(json_build_object('partnerId', p.id, 'shortName', p.short_name) ORDER BY p.short_name, p.id)
  FROM partner p WHERE p.id = ANY(a.partner_ids)), '[]') AS partners`

const state = (partners: RawBuilder<unknown>) => sql`a.work_status AS "workStatus",
  ${named('loanApplicationLevel', 'a.level_codes')} AS "mortgageApplicationLevels",
  ${named('loanApplicationStatus', 'a.status_codes')} AS "mortgageApplicationStatuses",
  ${partners}, a.all_partners AS "allPartners",
  ${named('region', 'a.region_codes')} AS regions, a.all_regions AS "allRegions",
  left(a.shift_from::text, 5) AS "workingShiftFrom", left(a.shift_by::text, 5) AS "workingShiftBy",
  a.max_open AS "mortgageApplicationsLimit"`

/** What people change, as the contract has it. */
export const stateShape = state(namedPartners)
const stateToName = state(sql`to_json(a.partner_ids) AS "partnerIds"`)

/** On shift at the minute: the column of a row and the filter of a list say the same. */
const isOnShift = (minute: number | RawBuilder<number>) =>
  sql`a.work_status = 'ACTIVE' AND a.shift @> ${minute}::int`
const overdueOnes = sql`FROM application o WHERE o.approver_id = a.id AND o.closed_at IS NULL AND o.due_at < now()`

/** The row as the contract has it; `minute` is the bank's minute of the day. */
const shape = (
  minute: number | RawBuilder<number>,
  settings: RawBuilder<unknown>,
) => sql`a.id, e.first_name AS "firstName",
  e.middle_name AS "middleName", e.last_name AS "lastName", e.job_title AS role, ${settings}, a.version,
  w.open_count AS "openApplicationsCount",
  (SELECT count(*)::int ${overdueOnes}) AS "overdueCount",
  ${isOnShift(minute)} AS "onShift", w.last_assigned_at AS "lastAssignedAt",
  CASE WHEN a.work_status = 'PAUSE' THEN ${pauseReason} END AS "pauseReason"`

const joined = sql`JOIN employee e ON e.id = a.employee_id JOIN approver_workload w ON w.approver_id = a.id`

const shiftOverlaps = (from: string | null | undefined, by: string | null | undefined) => {
  if (from && by) return sql`a.shift && shift_minutes(${from}::time, ${by}::time)`
  // The end is not part of the shift: who works until 18:00 is there at 17:59.
  if (from) return sql`a.shift @> ${minuteOf(from)}::int`
  if (by) return sql`a.shift @> ${(minuteOf(by) + 1439) % 1440}::int`
  return undefined
}

/** Whose list it is, what restricts it, and the bank's minute of the day. */
export interface ApproverScope {
  readonly type: ApproverType
  readonly filter: ApproverFilter
  readonly minute: number
}

const isOverloaded = sql`EXISTS (SELECT FROM approver_workload l
  WHERE l.approver_id = a.id AND l.open_count > 0 AND l.open_count >= a.max_open)`

const conditionsOfWork = ({ filter, minute }: Pick<ApproverScope, 'filter' | 'minute'>) => [
  ...(filter.overloaded ? [isOverloaded] : []),
  ...(filter.overdue ? [sql`EXISTS (SELECT ${overdueOnes})`] : []),
  ...(filter.onShift ? [isOnShift(minute)] : []),
]

function conditions(actor: Actor, { type, filter, minute }: ApproverScope): RawBuilder<unknown> {
  const { ids, mortgageApplicationLevels: levels, regions, partners, workStatus } = filter
  const shift = shiftOverlaps(filter.workingShiftFrom, filter.workingShiftBy)
  return sql.join(
    [
      // In the text: the indexes of levels, regions and partners are a department's own.
      sql`a.type = ${sql.lit(type)}`,
      visibleTo(actor, 'a.partner_id'),
      ...(workStatus ? [sql`a.work_status = ${workStatus}`] : []),
      ...(ids?.length ? [sql`a.id = ANY(${ids}::int[])`] : []),
      ...(levels?.length ? [sql`a.level_codes && ${levels}::text[]`] : []),
      ...(regions?.length ? [sql`(a.all_regions OR a.region_codes && ${regions}::text[])`] : []),
      ...(partners?.length ? [sql`(a.all_partners OR a.partner_ids && ${partners}::int[])`] : []),
      ...(shift ? [shift] : []),
      ...conditionsOfWork({ filter, minute }),
    ],
    sql` AND `,
  )
}

const overdue = sql`(SELECT count(*) ${overdueOnes})`

const sortKeys: Record<ApproverSort['field'], { key: RawBuilder<unknown>; needsLoad?: true }> = {
  fullName: { key: sql`a.full_name` },
  workStatus: { key: sql`array_position(ARRAY['ACTIVE', 'PAUSE', 'INACTIVE'], a.work_status)` },
  shift: { key: sql`a.shift_from` },
  load: { key: sql`w.open_count::float / nullif(a.max_open, 0)`, needsLoad: true },
  overdue: { key: overdue },
  lastAssignedAt: { key: sql`w.last_assigned_at`, needsLoad: true },
}

const orderBy = ({ field, direction }: ApproverSort, key: RawBuilder<unknown> = sortKeys[field].key) =>
  sql`ORDER BY ${key} ${direction === 'asc' ? sql`ASC` : sql`DESC`} NULLS LAST`

const ranked = ({ field }: ApproverSort) =>
  sortKeys[field].needsLoad
    ? sql`approver a JOIN approver_workload w ON w.approver_id = a.id`
    : sql`approver a`

const idsInOrder = (where: RawBuilder<unknown>, sort: ApproverSort) =>
  sql`SELECT a.id FROM ${ranked(sort)} WHERE ${where} ${orderBy(sort)}, a.full_name, a.id`

const portion = ({ page, size }: PageQuery) => sql`LIMIT ${size} OFFSET ${page * size}`

/** Counting reads these rows anyway; more of them are sorted more slowly than an index is walked up to the page. */
const fewRows = 2_000

/** A page of a filter that finds few rows: they are read once, and counted and sorted from there. */
async function pageOfFew(
  db: Db,
  where: RawBuilder<unknown>,
  query: PageQuery & { sort: ApproverSort },
): Promise<{ ids: number[]; total: number } | null> {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    WITH found AS MATERIALIZED (SELECT a.id, a.full_name, ${sortKeys[query.sort.field].key} AS key
      FROM ${ranked(query.sort)} WHERE ${where} LIMIT ${fewRows + 1})
    SELECT (SELECT count(*)::int FROM found) AS total,
      ARRAY(SELECT id FROM found ${orderBy(query.sort, sql`key`)}, full_name, id ${portion(query)}) AS ids`.execute(
    db,
  )
  const [found] = rows
  return found && found.total <= fewRows ? found : null
}

/** A page of a filter that finds many rows: an index has them in order, and is walked up to the page. */
async function pageOfMany(
  db: Db,
  where: RawBuilder<unknown>,
  query: PageQuery & { sort: ApproverSort },
): Promise<{ ids: number[]; total: number }> {
  const { rows } = await sql<{ id: number }>`${idsInOrder(where, query.sort)} ${portion(query)}`.execute(db)
  const total = knownTotal(rows.length, query) ?? (await countApprovers(db, where))
  return { ids: rows.map((row) => row.id), total }
}

const isNarrowed = ({ workStatus: _, ...others }: ApproverFilter): boolean =>
  Object.values(others).some((value) => (Array.isArray(value) ? value.length > 0 : value))

/** A page of the department's approvers that the caller may see. */
export async function findApprovers(
  db: Db,
  actor: Actor,
  scope: ApproverScope,
  query: PageQuery & { sort: ApproverSort },
): Promise<Page<Approver>> {
  refuseDeepPage(query)
  const where = conditions(actor, scope)
  const few = isNarrowed(scope.filter) || !actor.isAhml ? await pageOfFew(db, where, query) : null
  const { ids, total } = few ?? (await pageOfMany(db, where, query))
  return toPage(await findByIds(db, ids, scope.minute), total, query)
}

async function countApprovers(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM approver a WHERE ${where}`.execute(db)
  return rows[0]?.total ?? 0
}

/** How many rows the filter has. */
export const countFound = (db: Db, actor: Actor, scope: ApproverScope) =>
  countApprovers(db, conditions(actor, scope))

/** The ids of the whole filter in the order of the list: what an export writes, whatever changes while it does. */
export async function findIds(
  db: Db,
  actor: Actor,
  scope: ApproverScope,
  sort: ApproverSort,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    ${idsInOrder(conditions(actor, scope), sort)}`.execute(db)
  return rows.map((row) => row.id)
}

/** Rows name the same partners again and again: each name is read once for all of them, in one answer of two lists. */
const findPartnerNames = prepared<{ ids: number[] }, PartnerNames>(
  (
    value,
  ) => sql`SELECT coalesce(json_agg(p.id), '[]') AS ids, coalesce(json_agg(p.short_name), '[]') AS names FROM (
    SELECT id, short_name FROM partner WHERE id = ANY(${value('ids')}::int[]) ORDER BY short_name, id) p`,
)

/** The named rows in the order of the ids. */
export async function findByIds(
  db: Db,
  ids: readonly number[],
  minute: number,
): Promise<(Approver & { fullName: string })[]> {
  const { rows } = await sql<Omit<Approver, 'partners'> & { fullName: string; partnerIds: number[] }>`
    SELECT ${shape(minute, stateToName)}, a.full_name AS "fullName"
    FROM unnest(${ids}::int[]) WITH ORDINALITY AS chosen(id, place) JOIN approver a ON a.id = chosen.id ${joined}
    ORDER BY chosen.place`.execute(db)
  const partnerIds = [...new Set(rows.flatMap((row) => row.partnerIds))]
  const [names] = partnerIds.length > 0 ? await findPartnerNames(db, { ids: partnerIds }) : []
  return namePartners(rows, names ?? { ids: [], names: [] })
}

/** The counts of the tabs. The work status of the filter is left out: each tab is one. */
export async function countByStatus(db: Db, actor: Actor, scope: ApproverScope): Promise<ApproverStatistics> {
  const where = conditions(actor, { ...scope, filter: { ...scope.filter, workStatus: null } })
  const { rows } = await sql<ApproverStatistics>`
    SELECT count(*)::int AS "allEmployeesCount",
      count(*) FILTER (WHERE a.work_status = 'ACTIVE')::int AS "activeEmployeesCount",
      count(*) FILTER (WHERE a.work_status = 'INACTIVE')::int AS "inactiveEmployeesCount",
      count(*) FILTER (WHERE a.work_status = 'PAUSE')::int AS "pauseEmployeesCount"
    FROM approver a WHERE ${where}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate answered no row')
  return counts
}

interface OneRow {
  readonly type: ApproverType
  readonly id: number
  readonly partnerId: number
}

const approverFor = (isAhml: boolean) =>
  prepared<OneRow & { minute: number }, Approver>(
    (value) => sql`SELECT ${shape(value('minute'), stateShape)} FROM approver a ${joined}
      WHERE a.id = ${value('id')} AND a.type = ${value('type')}
        AND ${visibleTo({ isAhml, partnerId: value('partnerId') }, 'a.partner_id')}`,
  )
const approverForOperator = approverFor(true)
const approverForPartner = approverFor(false)

/** One approver, when the caller may see it. */
export async function findApprover(
  db: Db,
  { isAhml, partnerId }: Actor,
  type: ApproverType,
  id: number,
  minute: number,
): Promise<Approver | undefined> {
  const find = isAhml ? approverForOperator : approverForPartner
  const [approver] = await find(db, { type, id, partnerId, minute })
  return approver
}

/** Approvers whose name has all the words; «ё» and «е» are one letter. */
export async function findByFullName(
  db: Db,
  actor: Actor,
  type: ApproverType,
  fullName: string,
): Promise<{ id: number; fullName: string }[]> {
  const words = fullName.split(/\s+/).filter(Boolean).slice(0, 10)
  const matches = words.map(
    (w) => sql`a.search_text LIKE '%' || search_form(${w.replace(/[\\%_]/g, '\\$&')}) || '%'`,
  )
  const where = sql.join([sql`a.type = ${type}`, visibleTo(actor, 'a.partner_id'), ...matches], sql` AND `)
  const { rows } = await sql<{ id: number; fullName: string }>`
    SELECT a.id, a.full_name AS "fullName" FROM approver a WHERE ${where} ORDER BY a.full_name, a.id LIMIT 100`.execute(
    db,
  )
  return rows
}

/** The columns that people change. */
export interface ApproverSettings {
  readonly workStatus: string
  readonly levels: readonly string[]
  readonly statuses: readonly string[]
  readonly partnerIds: readonly number[]
  readonly allPartners: boolean
  readonly regions: readonly string[]
  readonly allRegions: boolean
  readonly shiftFrom: string | null
  readonly shiftBy: string | null
  readonly limit: number | null
}

const settings = sql`a.work_status AS "workStatus", a.level_codes AS levels, a.status_codes AS statuses,
  a.partner_ids AS "partnerIds", a.all_partners AS "allPartners", a.region_codes AS regions,
  a.all_regions AS "allRegions", left(a.shift_from::text, 5) AS "shiftFrom", left(a.shift_by::text, 5) AS "shiftBy",
  a.max_open AS limit`

type Locked = ApproverSettings & { version: number; fullName: string }

const lockFor = (isAhml: boolean) =>
  prepared<OneRow, Locked>(
    (value) => sql`SELECT ${settings}, a.version, a.full_name AS "fullName" FROM approver a
      WHERE a.id = ${value('id')} AND a.type = ${value('type')}
        AND ${visibleTo({ isAhml, partnerId: value('partnerId') }, 'a.partner_id')} FOR UPDATE OF a`,
  )
const lockForOperator = lockFor(true)
const lockForPartner = lockFor(false)

/** The settings of one approver, locked for a change. */
export async function lockApprover(
  db: Db,
  { isAhml, partnerId }: Actor,
  type: ApproverType,
  id: number,
): Promise<Locked | undefined> {
  const lock = isAhml ? lockForOperator : lockForPartner
  const [locked] = await lock(db, { type, id, partnerId })
  return locked
}

const update = prepared<ApproverSettings & { id: number }, unknown>(
  (
    value,
  ) => sql`UPDATE approver SET work_status = ${value('workStatus')}, level_codes = ${value('levels')}::text[],
      status_codes = ${value('statuses')}::text[], partner_ids = ${value('partnerIds')}::int[],
      all_partners = ${value('allPartners')}, region_codes = ${value('regions')}::text[],
      all_regions = ${value('allRegions')}, shift_from = ${value('shiftFrom')}::time, shift_by = ${value('shiftBy')}::time,
      max_open = ${value('limit')}, version = version + 1
    WHERE id = ${value('id')}`,
)

/** Writes the settings and raises the version. */
export async function updateApprover(db: Db, id: number, values: ApproverSettings): Promise<void> {
  await update(db, { ...values, id })
}

/** Of the partners, those that there are. */
export async function findPartners(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM partner WHERE id = ANY(${ids}::int[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Names for ids, in no order. */
export async function findNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; fullName: string }>`
    SELECT id, full_name AS "fullName" FROM approver WHERE id = ANY(${ids}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row.fullName]))
}
