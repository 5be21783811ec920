import { formIssues } from '#features/references/known-codes.service.ts'
import { reassignmentFields } from '@ipoteka-office/contract/partner-work/partner-work.ts'
import type { ItemsAnswer } from '@ipoteka-office/contract/common/items.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import {
  isOfEmployee,
  type Reassignment,
  type ReassignmentInput,
  type ReassignmentItem,
  type ReassignmentType,
  reassignmentIssues,
  type TransferKind,
} from '@ipoteka-office/contract/partner-work/partner-work.ts'
import type { z } from 'zod'
import type { Db } from '#db/database.ts'
import { conflict, invalid, notFound, nullIfAbsent, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { findLastChange } from './partner-notifications.repo.ts'
import { seenPartner } from './partner-notifications.service.ts'
import {
  countItems,
  findEmployee,
  findItems,
  findReassignment,
  findReassignments,
  insertReassignment,
  type ReassignmentRow,
  deleteReassignment as remove,
  updateReassignment,
} from './reassignments.repo.ts'
import { changedFields, cleaned, refusalOfChange, refusalOfDeletion, toInput } from './reassignments.rules.ts'
import { findCandidates } from './transfer-candidates.repo.ts'
import { countObjects, findRegionsToMove } from './transfer-objects.repo.ts'

/** A reassignment by its partner and id. */
export interface ReassignmentKey {
  readonly partnerId: number
  readonly id: number
}
type Reading = Pick<Context, 'db' | 'actor'>

const none = () => notFound('Передача работы не найдена')

const sumOf = <T>(list: readonly T[], value: (item: T) => number) =>
  list.reduce((sum, item) => sum + value(item), 0)

/** Counts of plans as they would be now; of the others as they are. */
async function withCounts(db: Db, rows: readonly ReassignmentRow[]): Promise<Reassignment[]> {
  const items = await countItems(
    db,
    rows.filter((r) => r.state !== 'PLANNED').map((r) => r.id),
  )
  return Promise.all(
    rows.map(async (row) => {
      // A transfer that has only just been started has not written its objects down yet.
      const isPlan =
        row.state === 'PLANNED' ||
        (row.state === 'RUNNING' && !items.some(({ reassignmentId }) => reassignmentId === row.id))
      const planned = isPlan ? await countObjects(db, { ...scopeOf(row), typeCode: row.typeCode }) : []
      const counts = isPlan
        ? planned.map((count) => ({ ...count, done: 0, failed: 0, returned: 0 }))
        : items.filter(({ reassignmentId }) => reassignmentId === row.id)
      return {
        ...row,
        counts,
        total: sumOf(counts, (c) => c.count),
        done: sumOf(counts, (c) => c.done),
        failed: sumOf(counts, (c) => c.failed),
        returned: sumOf(counts, (c) => c.returned),
      }
    }),
  )
}

const scopeOf = (row: ReassignmentRow) => ({
  partnerId: row.partnerId,
  regionCode: row.regionCode,
  employeeId: row.employee?.id ?? null,
})

export async function listReassignments(
  { db, actor }: Reading,
  partnerId: number,
  query: PageQuery,
): Promise<Page<Reassignment>> {
  await seenPartner(db, actor, partnerId)
  const page = await findReassignments(db, partnerId, query)
  return { ...page, content: await withCounts(db, page.content) }
}

export async function getReassignment(
  { db, actor }: Reading,
  { partnerId, id }: ReassignmentKey,
): Promise<Reassignment> {
  await seenPartner(db, actor, partnerId)
  const row = await findReassignment(db, partnerId, id)
  const [found] = row === null ? [] : await withCounts(db, [row])
  if (found === undefined) throw none()
  return found
}

export async function listItems(
  { db, actor }: Reading,
  { partnerId, id }: ReassignmentKey,
  query: PageQuery & { kind?: TransferKind | undefined; done?: boolean | undefined },
): Promise<Page<z.output<typeof ReassignmentItem>>> {
  await seenPartner(db, actor, partnerId)
  if ((await findReassignment(db, partnerId, id)) === null) throw none()
  return findItems(db, id, query)
}

const isOf = (employee: { partnerIds: number[] } | null, partnerId: number) =>
  employee?.partnerIds.includes(partnerId) ?? false

async function employeeIssues(db: Db, actor: Actor, partnerId: number, input: ReassignmentInput) {
  if (!isOfEmployee(input.typeCode) || input.employeeId === null || input.toEmployeeId === null) return []
  const from = await findEmployee(db, actor, input.employeeId)
  const to = await findEmployee(db, actor, input.toEmployeeId)
  const issues = []
  if (!isOf(from, partnerId))
    issues.push({ path: 'employeeId', message: 'Выберите сотрудника этого партнёра' })
  if (!isOf(to, input.toPartnerId) || to?.notActive)
    issues.push({ path: 'toEmployeeId', message: 'Выберите работающего сотрудника партнёра-получателя' })
  return issues
}

async function recipientIssues(db: Db, actor: Actor, partnerId: number, input: ReassignmentInput) {
  const path = 'toPartnerId'
  if (input.toPartnerId === partnerId)
    return isOfEmployee(input.typeCode) ? [] : [{ path, message: 'Выберите другого партнёра' }]
  const from = await seenPartner(db, actor, partnerId)
  const to = await seenPartner(db, actor, input.toPartnerId).catch(nullIfAbsent)
  if (to === null) return [{ path, message: 'Партнёр не найден' }]
  if (to.notActive) return [{ path, message: 'Партнёр отключён' }]
  const missing = to.roles.includes('Ahml') ? [] : from.roles.filter((role) => !to.roles.includes(role))
  return missing.length === 0 ? [] : [{ path, message: `У партнёра нет ролей: ${missing.join(', ')}` }]
}

/** 400 with everything that keeps the work from going there. */
export async function requireSound(
  { db, actor }: Reading,
  partnerId: number,
  { input, before }: { readonly input: ReassignmentInput; readonly before: ReassignmentInput | null },
  today: string,
): Promise<void> {
  const issues = reassignmentIssues(input)
  if (issues.length > 0) throw invalid(issues)
  if (input.typeCode === 'TEMPORARY' && input.dateTo !== null && input.dateTo < today)
    issues.push({ path: 'dateTo', message: 'Окончание уже прошло' })
  issues.push(...(await formIssues(db, reassignmentFields, input, before)))
  issues.push(...(await recipientIssues(db, actor, partnerId, input)))
  issues.push(...(await employeeIssues(db, actor, partnerId, input)))
  if (issues.length > 0) throw invalid(issues)
}

export async function createReassignment(
  context: Context,
  partnerId: number,
  body: ReassignmentInput,
  clock: BankClock,
): Promise<Reassignment> {
  const { db, actor } = context
  await seenPartner(db, actor, partnerId)
  const input = cleaned(body)
  await requireSound(context, partnerId, { input, before: null }, bankDay(clock))
  return getReassignment(context, { partnerId, id: await insertReassignment(db, partnerId, input) })
}

/** The row as it is, locked; 409 when the version is old. */
export async function takeReassignment(
  context: Context,
  key: ReassignmentKey,
  version?: number,
): Promise<ReassignmentRow> {
  const { db, actor } = context
  await seenPartner(db, actor, key.partnerId)
  const row = await findReassignment(db, key.partnerId, key.id, { lock: true })
  if (row === null) throw none()
  if (version !== undefined && row.version !== version)
    throw stale(await getReassignment(context, key), await findLastChange(db, 'partner_reassignment', key.id))
  return row
}

export async function saveReassignment(
  context: Context,
  key: ReassignmentKey,
  { version, ...body }: ReassignmentInput & { version: number },
  clock: BankClock,
): Promise<Reassignment> {
  const before = await takeReassignment(context, key, version)
  const input = cleaned(body)
  const changed = changedFields(toInput(before), input)
  const refusal = refusalOfChange(before.state, before.typeCode, changed)
  if (refusal !== null) throw conflict(refusal)
  if (changed.length > 0) {
    await requireSound(context, key.partnerId, { input, before: toInput(before) }, bankDay(clock))
    await updateReassignment(context.db, key.id, input)
  }
  return getReassignment(context, key)
}

export async function deleteReassignment(
  context: Context,
  key: ReassignmentKey,
  version: number,
): Promise<void> {
  await takeReassignment(context, key, version)
  const { state, done } = await getReassignment(context, key)
  const refusal = refusalOfDeletion(state, done)
  if (refusal !== null) throw conflict(refusal)
  await remove(context.db, key.id)
}

export async function deleteSeveral(
  context: Context,
  partnerId: number,
  ids: readonly number[],
): Promise<ItemsAnswer> {
  const { db, actor } = context
  await seenPartner(db, actor, partnerId)
  const results: ItemsAnswer['results'] = []
  for (const id of ids.toSorted((a, b) => a - b)) {
    const row = await findReassignment(db, partnerId, id, { lock: true })
    const [found] = row === null ? [] : await withCounts(db, [row])
    const reason = found ? refusalOfDeletion(found.state, found.done) : 'Передача работы не найдена'
    if (reason === null) await remove(db, id)
    results.push({ id, done: reason === null, reason })
  }
  return { results }
}

/** What could be transferred from the partner and who could take it. */
export async function findTransfer(
  { db, actor }: Reading,
  asked: {
    partnerId: number
    typeCode: ReassignmentType
    regionCode?: string | null | undefined
    employeeId?: number | null | undefined
    search: string
  },
) {
  const partner = await seenPartner(db, actor, asked.partnerId)
  const scope = { ...asked, regionCode: asked.regionCode ?? null, employeeId: asked.employeeId ?? null }
  const counts = await countObjects(db, scope)
  const regions = await findRegionsToMove(db, scope)
  const needed = { roles: partner.roles.filter((role) => role !== 'Ahml'), regions }
  const candidates = await findCandidates(db, actor, { ...asked, ...needed })
  return { counts, total: sumOf(counts, (c) => c.count), needed, candidates }
}
