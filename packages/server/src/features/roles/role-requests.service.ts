import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { ChangeRequest, RequestStatus } from '@ipoteka-office/contract/role-requests.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { ApiError, conflict, forbidden, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { isFourEyesOn } from './four-eyes.service.ts'
import { describer } from './operations.service.ts'
import { applyChange, checkState } from './role-apply.service.ts'
import { diffOf, type RoleDiff, type RoleState, summaryOf, titleOf } from './role-changes.rules.ts'
import { requireOperator } from './role-guards.service.ts'
import { countHolders } from './role-holders.repo.ts'
import { findApprovers } from './role-people.repo.ts'
import {
  closeRequest,
  countWaiting,
  expireRequests,
  findPending,
  findRequest,
  findRequests,
  insertRequest,
  lockRequest,
  type RequestRow,
} from './role-requests.repo.ts'
import { findLastChange, lockRole, type StoredRole } from './roles.repo.ts'

const may = (actor: Actor, operation: 'Update' | 'Approve') =>
  actor.isAhml && actor.operations.UserRole?.includes(operation) === true

const linkTo = (id: number) => `/roles?request=${id}`

function toRequest(
  row: RequestRow,
  actor: Actor,
  describe: Awaited<ReturnType<typeof describer>>,
): ChangeRequest {
  const { payload: _, diff, baseVersion, roleVersion, ...rest } = row
  const isPending = row.status === 'PENDING'
  const isOwn = row.maker.id === actor.employeeId
  return {
    ...rest,
    summary: summaryOf(diff),
    fields: diff.fields,
    added: diff.added.map(describe),
    removed: diff.removed.map(describe),
    stale: isPending && row.roleId !== null && baseVersion !== roleVersion,
    canDecide: isPending && !isOwn && may(actor, 'Approve'),
    canWithdraw: isPending && isOwn,
  }
}

export async function getRequest(db: Db, actor: Actor, id: number): Promise<ChangeRequest> {
  const row = await findRequest(db, id)
  if (row === undefined) throw notFound('Запрос на изменение не найден')
  return toRequest(row, actor, await describer(db))
}

export async function listRequests(
  db: Db,
  actor: Actor,
  query: PageQuery & { status?: RequestStatus | undefined; roleId?: number | undefined; mine: boolean },
): Promise<Page<ChangeRequest>> {
  refuseDeepPage(query)
  const { status, roleId, mine } = query
  const makerId = mine ? actor.employeeId : undefined
  const { rows, total } = await findRequests(db, { status, roleId, makerId }, query)
  const describe = await describer(db)
  return toPage(
    rows.map((row) => toRequest(row, actor, describe)),
    total,
    query,
  )
}

/** How roles are changed in this bank, as the caller may. */
export async function getRoleSettings(db: Db, actor: Actor, clock: BankClock) {
  const canApprove = may(actor, 'Approve')
  return {
    fourEyes: await isFourEyesOn(db, actor, clock),
    canUpdate: may(actor, 'Update'),
    canApprove,
    waitingForMe: canApprove ? await countWaiting(db, actor.employeeId) : 0,
  }
}

/** Puts a change before a second person and tells those who may decide. The caller has locked the role. */
export async function requestChange(
  db: Db,
  actor: Actor,
  before: StoredRole | null,
  after: RoleState,
  diff: RoleDiff,
): Promise<ChangeRequest> {
  if (before !== null) {
    await expireRequests(db, before.id)
    const pending = await findPending(db, before.id)
    if (pending !== undefined)
      throw conflict(
        `Изменение этой роли уже ждёт решения (№ ${pending.id}, автор: ${pending.maker}). ` +
          'Дождитесь его или попросите автора отозвать',
      )
  }
  const { code, name, description, isDisabled, partnerMayGive, operations } = after
  const id = await insertRequest(db, {
    roleId: before?.id ?? null,
    title: titleOf(before, after),
    payload: { code, name, description, isDisabled, partnerMayGive, operations },
    diff,
    baseVersion: before?.version ?? null,
    affected: before === null ? 0 : await countHolders(db, actor, before.id),
    makerId: actor.employeeId,
  })
  const request = await getRequest(db, actor, id)
  for (const employeeId of await findApprovers(db, actor.employeeId))
    await notify(db, employeeId, {
      kind: 'event',
      text: `Нужно решение: ${request.title} (${request.summary}). Автор: ${request.maker.fullName}`,
      link: linkTo(id),
    })
  return request
}

/** The request, locked and still to be decided. */
async function takePending({ db, actor }: Context, id: number, version: number): Promise<RequestRow> {
  requireOperator(actor)
  const row = await lockRequest(db, id)
  if (row === undefined) throw notFound('Запрос на изменение не найден')
  if (row.status !== 'PENDING' || row.version !== version)
    throw stale(await getRequest(db, actor, id), {
      descriptor: (row.checker ?? row.maker).fullName,
      at: row.decidedAt ?? row.createdAt,
    })
  return row
}

async function takeForDecision(context: Context, id: number, version: number): Promise<RequestRow> {
  const row = await takePending(context, id, version)
  if (row.maker.id === context.actor.employeeId)
    throw forbidden('Своё изменение подтверждает или отклоняет другой человек')
  return row
}

async function staleRole(db: Db, actor: Actor, row: RequestRow): Promise<ApiError> {
  return new ApiError(
    409,
    'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE',
    'Роль изменилась после запроса: отклоните его, автор подготовит изменение заново',
    {
      current: await getRequest(db, actor, row.id),
      by: row.roleId === null ? undefined : await findLastChange(db, row.roleId),
    },
  )
}

/** Applies the change: all of it, exactly as it was shown, or nothing. */
export async function approveRequest(
  context: Context,
  id: number,
  { version, comment }: { version: number; comment: string },
): Promise<ChangeRequest> {
  const { db, actor } = context
  const row = await takeForDecision(context, id, version)
  const before = row.roleId === null ? null : ((await lockRole(db, row.roleId)) ?? null)
  if (row.roleId !== null && before?.version !== row.baseVersion) throw await staleRole(db, actor, row)
  // A request from before the mark existed does not change it.
  const state = {
    ...row.payload,
    partnerMayGive: row.payload.partnerMayGive ?? before?.partnerMayGive ?? false,
  }
  await checkState(db, state, row.roleId, before)
  const roleId = await applyChange(db, row.roleId, {
    state,
    diff: diffOf(before, state),
    makerId: row.maker.id,
  })
  await closeRequest(db, id, { status: 'APPROVED', checkerId: actor.employeeId, comment, roleId })
  await tellMaker(context, row, 'подтверждено', comment)
  return getRequest(db, actor, id)
}

export async function rejectRequest(
  context: Context,
  id: number,
  { version, comment }: { version: number; comment: string },
): Promise<ChangeRequest> {
  const { db, actor } = context
  const row = await takeForDecision(context, id, version)
  await closeRequest(db, id, { status: 'REJECTED', checkerId: actor.employeeId, comment, roleId: null })
  await tellMaker(context, row, 'отклонено', comment)
  return getRequest(db, actor, id)
}

const tellMaker = ({ db, actor }: Context, row: RequestRow, what: string, comment: string): Promise<void> =>
  notify(db, row.maker.id, {
    kind: what === 'отклонено' ? 'warning' : 'info',
    text: `${row.title} — ${what}. ${actor.descriptor}${comment === '' ? '' : `: ${comment}`}`,
    link: linkTo(row.id),
  })

/** The maker alone takes a request back. */
export async function withdrawRequest(context: Context, id: number, version: number): Promise<ChangeRequest> {
  const { db, actor } = context
  const row = await takePending(context, id, version)
  if (row.maker.id !== actor.employeeId) throw forbidden('Отозвать изменение может только его автор')
  await closeRequest(db, id, { status: 'WITHDRAWN', checkerId: null, comment: '', roleId: null })
  return getRequest(db, actor, id)
}

/** Ends requests that nobody has decided in time and tells their makers; done by a job. */
export async function expireOldRequests(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const expired = await expireRequests(tx)
    for (const { id, title, makerId } of expired)
      await notify(tx, makerId, {
        kind: 'warning',
        text: `${title} — срок решения истёк, изменение не применено`,
        link: linkTo(id),
      })
    return expired.length
  })
}
