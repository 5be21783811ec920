import { codeIssues } from '#features/references/known-codes.service.ts'
import {
  type Approver,
  type ApproverFilter,
  ApproverInput,
  type ApproverState,
  type ApproverType,
  activeApproverIssues,
  type BulkAnswer,
  type BulkChange,
  type RedistributionPreview,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import {
  lockDepartment,
  planRedistribution,
  redistribute,
} from '#features/queue/distribution/distribution.service.ts'
import { invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { Actor } from '#lib/actor.ts'
import { type BankClock, minuteOfDay } from '#lib/bank-time.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { publish } from '#live/publish.ts'
import {
  findChanges,
  findEntryOf,
  findLastChange,
  findStateBefore,
  findValueNames,
} from './approver-history.repo.ts'
import {
  type ApproverScope,
  type ApproverSettings,
  findApprover,
  findPartners,
  findNames,
  lockApprover,
  updateApprover,
} from './approvers.repo.ts'
import {
  changedFields,
  opensRoom,
  partnersIn,
  readableChanges,
  namedCodes,
  unknownPartners,
  withBulkChange,
  withChanges,
} from './approvers.rules.ts'

interface Key {
  readonly type: ApproverType
  readonly id: number
}

const noApprover = () => notFound('Согласующий не найден')

/** The bank's minute of the day now. */
export const minuteNow = (clock: BankClock): number => minuteOfDay(clock.now(), clock.timeZone)

/** Whose list is asked for, with the moment that some filters ask about. */
export const scopeOf = (type: ApproverType, filter: ApproverFilter, clock: BankClock): ApproverScope => ({
  type,
  filter,
  minute: minuteNow(clock),
})

export async function getApprover(
  db: Db,
  actor: Actor,
  { type, id }: Key,
  clock: BankClock,
): Promise<Approver> {
  const approver = await findApprover(db, actor, type, id, minuteNow(clock))
  if (!approver) throw noApprover()
  return approver
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

/** The columns for what the form sent; «all» leaves no list behind, and statuses are of nis alone. */
const toSettings = (type: ApproverType, input: ApproverInput): ApproverSettings => ({
  workStatus: input.workStatus,
  levels: unique(input.mortgageApplicationLevels.map((o) => o.code)),
  statuses: type === 'nis' ? unique(input.mortgageApplicationStatuses.map((o) => o.code)) : [],
  partnerIds: input.allPartners ? [] : unique(input.partners.map((p) => p.partnerId)),
  allPartners: input.allPartners,
  regions: input.allRegions ? [] : unique(input.regions.map((o) => o.code)),
  allRegions: input.allRegions,
  shiftFrom: input.workingShiftFrom || null,
  shiftBy: input.workingShiftBy || null,
  limit: input.mortgageApplicationsLimit ?? null,
})

/** The settings as a form would send them, for the rules that the form has. */
export const toInput = (s: ApproverSettings): ApproverInput =>
  ApproverInput.parse({
    workStatus: s.workStatus,
    mortgageApplicationLevels: s.levels.map((code) => ({ code })),
    mortgageApplicationStatuses: s.statuses.map((code) => ({ code })),
    partners: s.partnerIds.map((partnerId) => ({ partnerId })),
    allPartners: s.allPartners,
    regions: s.regions.map((code) => ({ code })),
    allRegions: s.allRegions,
    workingShiftFrom: s.shiftFrom,
    workingShiftBy: s.shiftBy,
    mortgageApplicationsLimit: s.limit,
  })

function checkInput({ type, id }: Key, input: ApproverInput): void {
  if (input.id !== undefined && input.id !== id)
    throw invalid([{ path: 'id', message: 'Идентификатор не совпадает с адресом' }])
  const issues = activeApproverIssues(type, input)
  if (issues.length > 0) throw invalid(issues)
}

/** 400 at the codes and partners that cannot be chosen; what the approver has already stays. */
async function checkNames(
  db: Db,
  type: ApproverType,
  input: ApproverInput,
  before: ApproverSettings,
): Promise<void> {
  const sent = type === 'oic' ? { ...input, mortgageApplicationStatuses: [] } : input
  const unknown = await codeIssues(db, namedCodes(sent), { kept: namedCodes(toInput(before)) })
  const added = input.partners.map((p) => p.partnerId).filter((one) => !before.partnerIds.includes(one))
  const known = new Set([...before.partnerIds, ...(await findPartners(db, added))])
  unknown.push(...unknownPartners(input, known))
  if (unknown.length > 0) throw invalid(unknown)
}

/**
 * Saves one approver. To INACTIVE, its applications go to others in the same transaction; otherwise waiting ones may now fit.
 * What changes nothing leaves the row, its version and its history as they are.
 */
export async function saveApprover(
  context: Context,
  key: Key,
  input: ApproverInput,
  bank: BankFigures,
): Promise<Approver> {
  const { db, actor } = context
  checkInput(key, input)
  // The department's lock comes before the row's: a distribution takes them in this order too.
  if (input.workStatus === 'INACTIVE') await lockDepartment(db, key.type)
  const before = await lockApprover(db, actor, key.type, key.id)
  if (!before) throw noApprover()
  if (input.version !== undefined && input.version !== before.version)
    throw stale(await getApprover(db, actor, key, bank.clock), await findLastChange(db, key.id))
  await checkNames(db, key.type, input, before)
  const after = withChanges<ApproverSettings>(before, toSettings(key.type, input))
  if (changedFields<ApproverSettings>(before, after).length > 0) {
    await updateApprover(db, key.id, after)
    await afterChange(context, { ...key, version: before.version + 1 }, before, after, bank)
  }
  return getApprover(db, actor, key, bank.clock)
}

async function afterChange(
  { db, actor, requestId }: Context,
  { type, id, version }: Key & { readonly version: number },
  before: ApproverSettings,
  after: ApproverSettings,
  bank: BankFigures,
): Promise<void> {
  if (after.workStatus === 'INACTIVE' && before.workStatus !== 'INACTIVE')
    await redistribute(db, type, { id, version }, bank, { actorId: actor.employeeId, requestId })
  if (opensRoom(before, after)) await enqueue(db, 'distribute', { type })
  await publish(db, topics.approvers(type), { ids: [id] })
}

/** Where the approver's applications would go; nothing is changed. */
export async function previewRedistribution(
  db: Db,
  actor: Actor,
  key: Key,
  bank: BankFigures,
): Promise<RedistributionPreview> {
  await getApprover(db, actor, key, bank.clock)
  const plan = await planRedistribution(db, key.type, key.id, bank)
  const names = await findNames(
    db,
    [...plan.keys()].filter((id) => id !== null),
  )
  const recipients = [...plan]
    .flatMap(([id, count]) => (id === null ? [] : [{ id, fullName: names.get(id) ?? '', count }]))
    .sort((a, b) => b.count - a.count || a.fullName.localeCompare(b.fullName, 'ru'))
  const unassigned = plan.get(null) ?? 0
  return { total: recipients.reduce((sum, r) => sum + r.count, unassigned), recipients, unassigned }
}

/** The approver's history as people read it. */
export async function listHistory(
  db: Db,
  actor: Actor,
  key: Key,
  query: PageQuery,
  clock: BankClock,
): Promise<Page<HistoryEntry>> {
  refuseDeepPage(query)
  await getApprover(db, actor, key, clock)
  const { rows, total } = await findChanges(db, key.id, query)
  const names = await findValueNames(
    db,
    rows.flatMap((row) => partnersIn(row.oldValues, row.newValues)),
  )
  const entries = rows.map(({ oldValues, newValues, ...row }) => ({
    ...row,
    changes: readableChanges(oldValues, newValues, names),
  }))
  return toPage(entries, total, query)
}

/** As the approver was before one of its changes; putting it back is a save like any other. */
export async function getApproverBefore(
  db: Db,
  actor: Actor,
  { entry, ...key }: Key & { readonly entry: string },
  clock: BankClock,
): Promise<ApproverState> {
  await getApprover(db, actor, key, clock)
  const state = await findStateBefore(db, key.id, entry)
  if (!state) throw notFound('Такого изменения в истории согласующего нет')
  return state
}

/** One change for many approvers, each by itself: a refused one says why and stops no other. */
export async function bulkChange(
  context: Context,
  type: ApproverType,
  ids: readonly number[],
  change: BulkChange,
): Promise<BulkAnswer> {
  const changes: OneChange[] = []
  // Before the rows, as everywhere: a distribution or a redistribution holds several of them too.
  await lockDepartment(context.db, type)
  // In ascending order: two bulk changes at once wait for each other instead of locking each other out.
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  for (const id of sorted) changes.push(await changeOne(context, { type, id }, change))
  const results = changes.map(({ result }) => result)
  if (changes.some(({ givesRoom }) => givesRoom)) await enqueue(context.db, 'distribute', { type })
  const done = results.filter((r) => r.done).map((r) => r.id)
  if (done.length > 0) await publish(context.db, topics.approvers(type), { ids: done })
  return { results: ids.map((id) => results.find((r) => r.id === id)).filter((r) => r !== undefined) }
}

/** Takes back a bulk change: whoever was changed since then is refused, the others become what they were before it. */
export async function undoBulkChange(
  context: Context,
  type: ApproverType,
  items: readonly { readonly id: number; readonly version: number }[],
  bank: BankFigures,
): Promise<BulkAnswer> {
  await lockDepartment(context.db, type)
  const results: BulkAnswer['results'] = []
  for (const { id, version } of items.toSorted((a, b) => a.id - b.id))
    results.push(await undoOne(context, { type, id }, version, bank))
  return { results: items.flatMap(({ id }) => results.find((result) => result.id === id) ?? []) }
}

async function undoOne(
  context: Context,
  key: Key,
  version: number,
  bank: BankFigures,
): Promise<BulkAnswer['results'][number]> {
  const { db, actor } = context
  const now = await lockApprover(db, actor, key.type, key.id)
  const answer = { id: key.id, fullName: now?.fullName ?? '', done: false, version: null }
  if (!now) return { ...answer, reason: 'Согласующий не найден' }
  if (now.version !== version) return { ...answer, reason: 'Изменён после этого: откройте его карточку' }
  const entry = await findEntryOf(db, key.id, version)
  const state = entry === undefined ? undefined : await findStateBefore(db, key.id, entry)
  if (!state) return { ...answer, reason: 'Прежнего состояния в истории нет' }
  const before = withChanges<ApproverSettings>(now, toSettings(key.type, ApproverInput.parse(state)))
  const issues = activeApproverIssues(key.type, toInput(before))
  if (issues.length > 0) return { ...answer, reason: refusalOf(issues.map(({ path }) => path)) }
  await updateApprover(db, key.id, before)
  await afterChange(context, { ...key, version: version + 1 }, now, before, bank)
  return { ...answer, done: true, reason: null, version: version + 1 }
}

interface OneChange {
  readonly result: BulkAnswer['results'][number]
  readonly givesRoom: boolean
}

async function changeOne({ db, actor }: Context, key: Key, change: BulkChange): Promise<OneChange> {
  const before = await lockApprover(db, actor, key.type, key.id)
  const answer = (done: boolean, reason: string) => ({
    result: { id: key.id, fullName: before?.fullName ?? '', done, reason, version: null },
    givesRoom: false,
  })
  const refused = (reason: string) => answer(false, reason)
  if (!before) return refused('Согласующий не найден')
  const after = withBulkChange(before, change)
  const issues = activeApproverIssues(key.type, toInput(after))
  if (issues.length > 0) return refused(refusalOf(issues.map((i) => i.path)))
  // What is asked for is so already: nothing is left to do or to repeat.
  if (changedFields(before, after).length === 0) return answer(true, 'Уже так')
  // Leaving INACTIVE is free; entering it moves applications and is done one by one on the approver's page.
  await updateApprover(db, key.id, after)
  return {
    result: { id: key.id, fullName: before.fullName, done: true, reason: null, version: before.version + 1 },
    givesRoom: opensRoom(before, after),
  }
}

const fieldNames: Record<string, string> = {
  mortgageApplicationLevels: 'уровни',
  mortgageApplicationStatuses: 'статусы заявок',
  partners: 'партнёры',
  regions: 'регионы',
  workingShiftFrom: 'начало смены',
  workingShiftBy: 'конец смены',
  mortgageApplicationsLimit: 'лимит',
}

const refusalOf = (paths: readonly string[]) =>
  `Не заполнено: ${paths.map((path) => fieldNames[path] ?? path).join(', ')}`
