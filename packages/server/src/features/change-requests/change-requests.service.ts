import {
  changeKinds,
  decidingOperation,
  type ChangeKindCode,
  type ChangeRequest,
  type DecidingObject,
  type RequestStatus,
} from '@ipoteka-office/contract/change-requests/change-requests.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { describer } from '#features/roles/operations.service.ts'
import { summaryOf } from '#features/roles/role-changes.rules.ts'
import { ApiError, conflict, forbidden, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import {
  closeRequest,
  countWaiting,
  type Decision,
  expireRequests,
  findDeciders,
  findGrant,
  findPending,
  findRequest,
  findRequests,
  insertRequest,
  lockRequest,
  type NewRequest,
  type Pending,
  type RequestRow,
  spendGrant,
} from './change-requests.repo.ts'

/** What an approval gets: the transaction of the decision, and the request. */
export interface Approval {
  readonly db: Db
  readonly actor: Actor
  readonly request: RequestRow
}

/** Who reads a request. */
export type RequestReader = Pick<Context, 'db' | 'actor' | 'requestId'>

/** One kind of change that waits for a second person. */
export interface ChangeKind {
  /** Whether the object has changed since, so that the request can no longer be approved; `lock` keeps it as it is. */
  isStale(db: Db, request: RequestRow, how: { readonly lock: boolean }): Promise<boolean>
  /** Makes the change exactly as it was shown; answers the id of the object. */
  apply(approval: Approval): Promise<number | null>
  /** Tells pages that show whether a change waits; called with every decision. */
  decided?(db: Db, request: RequestRow): Promise<void>
  /** What becomes of what, as this person may see it; for all as it was kept with the request when absent. */
  fieldsFor?(reader: RequestReader, request: RequestRow): Promise<ChangeRequest['fields']>
}
/** All kinds by their code. */
export type ChangeKinds = Readonly<Record<ChangeKindCode, ChangeKind>>

const mayApprove = (actor: Actor, object: DecidingObject) =>
  actor.isAhml && actor.operations[object]?.includes(decidingOperation(object)) === true

/** 403 for everybody but the operator's staff: what a second person decides on is the whole bank's. */
function requireOperator(actor: Actor): void {
  if (!actor.isAhml) throw forbidden('Изменения подтверждают только сотрудники банка')
}

type Place = Pick<RequestRow, 'id' | 'objectId'>
const inList =
  (page: string) =>
  ({ id }: Place) =>
    `${page}&request=${id}`
const onCard =
  (card: string) =>
  ({ objectId }: Place) =>
    `${card}/${objectId}`
const amongRoles = inList('/roles?mode=requests')

/** Where a request of each kind is decided on. */
const pages: Readonly<Record<ChangeKindCode, (request: Place) => string>> = {
  user_role: amongRoles,
  employee_roles: amongRoles,
  employee_account: amongRoles,
  workgroup_roles: amongRoles,
  workgroup_members: amongRoles,
  feature_toggle: amongRoles,
  parameter: inList('/parameters/requests?status=PENDING'),
  blacklist_individual: onCard('/blacklist/individuals/view'),
  blacklist_phone: onCard('/blacklist/phones/view'),
  blacklist_legal_person: onCard('/blacklist/legalPersons/view'),
  load_authority: onCard('/blacklist-load/authority'),
  load_individuals: onCard('/blacklist-load/individuals'),
  load_phones: onCard('/blacklist-load/phones'),
  load_legal_persons: onCard('/blacklist-load/legalPersons'),
  decision_authority: onCard('/underwriting-card'),
  rate_limits: inList('/max-rate-control?part=requests'),
  rate_cap: inList('/max-rate-control?part=requests'),
  individual_rate: onCard(caseTypes.FULL_APPLICATION.path),
  individual_loan_rate: onCard(caseTypes.LOAN_APPLICATION.path),
}
const linkTo = (kind: ChangeKindCode, request: Place) => pages[kind](request)

const noRequest = () => notFound('Запрос на изменение не найден')

type Describe = Awaited<ReturnType<typeof describer>>
/** What of a request follows from what it changes as that is now. */
type Present = Pick<ChangeRequest, 'fields' | 'stale'>

function shown(
  actor: Actor,
  row: RequestRow,
  { fields, stale: isStale }: Present,
  describe: Describe,
): ChangeRequest {
  const { payload: _, diff, baseVersion: __, isOwn, ...rest } = row
  const isPending = row.status === 'PENDING'
  return {
    ...rest,
    roleId: row.kind === 'user_role' ? row.objectId : null,
    summary: summaryOf(diff),
    fields,
    added: diff.added.map(describe),
    removed: diff.removed.map(describe),
    stale: isStale,
    canDecide: isPending && !isOwn && mayApprove(actor, changeKinds[row.kind].decides),
    canWithdraw: isPending && row.maker.id === actor.employeeId,
  }
}

async function toRequest(
  reader: RequestReader,
  row: RequestRow,
  kinds: ChangeKinds,
  describe: Describe,
): Promise<ChangeRequest> {
  const kind = kinds[row.kind]
  const isStale = row.status === 'PENDING' && (await kind.isStale(reader.db, row, { lock: false }))
  const fields = (await kind.fieldsFor?.(reader, row)) ?? row.diff.fields
  return shown(reader.actor, row, { fields, stale: isStale }, describe)
}

async function findShown(db: Db, actor: Actor, id: number): Promise<RequestRow> {
  const row = await findRequest(db, actor.employeeId, id)
  if (row === undefined) throw noRequest()
  return row
}

/** The request as the reader sees it; the caller knows that they may. */
async function getRequest(reader: RequestReader, id: number, kinds: ChangeKinds): Promise<ChangeRequest> {
  const row = await findShown(reader.db, reader.actor, id)
  return toRequest(reader, row, kinds, await describer(reader.db))
}

/** What is asked for of the requests on which holders of an object's `Approve` decide. */
export interface RequestsOf {
  readonly kinds: ChangeKinds
  readonly decides: DecidingObject
}

/** One request of the object; 404 for a request that others decide on. */
export async function readRequest(
  reader: RequestReader,
  { kinds, decides }: RequestsOf,
  id: number,
): Promise<ChangeRequest> {
  const request = await getRequest(reader, id, kinds)
  if (changeKinds[request.kind].decides !== decides) throw noRequest()
  return request
}

export async function listRequests(
  reader: RequestReader,
  { kinds, decides }: RequestsOf,
  query: PageQuery & { status?: RequestStatus | undefined; objectId?: number | undefined; mine: boolean },
): Promise<Page<ChangeRequest>> {
  refuseDeepPage(query)
  const { db, actor } = reader
  const { status, objectId, mine } = query
  const makerId = mine ? actor.employeeId : undefined
  const filter = { decides, status, objectId, makerId }
  const { rows, total } = await findRequests(db, actor.employeeId, filter, query)
  const describe = await describer(db)
  const content: ChangeRequest[] = []
  for (const row of rows) content.push(await toRequest(reader, row, kinds, describe))
  return toPage(content, total, query)
}

/** How many requests wait for the person's decision. */
export const waitingFor = async (db: Db, actor: Actor, decides: DecidingObject): Promise<number> =>
  mayApprove(actor, decides) ? countWaiting(db, actor.employeeId, decides) : 0

/** The request of the object that waits; null while none does. */
export const pendingOf: (
  db: Db,
  object: { kind: ChangeKindCode; objectId: number },
) => Promise<Pending | null> = findPending

/** Who asks a second person, and the bank whose figures say how long that may wait. */
export interface Asking extends Pick<Context, 'db' | 'actor'> {
  readonly bank: BankFigures
}

/** Puts a change before a second person and tells those who may decide. The caller has locked the object. */
export async function requestChange(
  { db, actor, bank }: Asking,
  request: NewRequest,
): Promise<ChangeRequest> {
  const { kind, objectId } = request
  if (objectId !== null) {
    await expireRequests(db, { kind, objectId })
    const pending = await findPending(db, { kind, objectId })
    if (pending !== null)
      throw conflict(
        `Изменение уже ждёт решения (№ ${pending.id} «${pending.title}», автор: ${pending.maker}). ` +
          'Дождитесь его или попросите автора отозвать',
      )
  }
  const { 'change-request-validity': days } = await figuresToday(bank)
  const id = await insertRequest(db, request, { makerId: actor.employeeId, days })
  const summary = summaryOf(request.diff)
  for (const employeeId of await findDeciders(db, actor.employeeId, changeKinds[kind].decides))
    await notify(db, employeeId, {
      kind: 'event',
      text: `Нужно решение: ${request.title}${summary === '' ? '' : ` (${summary})`}. Автор: ${actor.descriptor}`,
      link: linkTo(kind, { id, objectId }),
    })
  const row = await findShown(db, actor, id)
  return shown(actor, row, { fields: row.diff.fields, stale: false }, await describer(db))
}

/** What decisions get. */
export interface DecisionContext extends RequestReader, RequestsOf {}

/** The request, locked and still to be decided. */
async function takePending(context: DecisionContext, id: number, version: number): Promise<RequestRow> {
  const { db, actor, kinds, decides } = context
  requireOperator(actor)
  const row = await lockRequest(db, actor.employeeId, id)
  if (row === undefined || changeKinds[row.kind].decides !== decides) throw noRequest()
  if (row.status !== 'PENDING' || row.version !== version)
    throw stale(await getRequest(context, id, kinds), {
      descriptor: (row.checker ?? row.maker).fullName,
      at: row.decidedAt ?? row.createdAt,
    })
  return row
}

async function takeForDecision(context: DecisionContext, id: number, version: number): Promise<RequestRow> {
  const row = await takePending(context, id, version)
  if (row.maker.id === context.actor.employeeId)
    throw forbidden('Своё изменение подтверждает или отклоняет другой человек')
  if (row.isOwn)
    throw forbidden(
      'Изменение подготовили вы под другой учётной записью, или оно о вас самих: его решает другой человек. ' +
        'Если это ваш полный тёзка, укажите в обеих карточках даты рождения',
    )
  return row
}

/** Ends a request by a decision, tells its maker, and answers it as it is now. */
async function closeWith(
  context: DecisionContext,
  row: RequestRow,
  { status, comment, objectId = null }: Pick<Decision, 'status' | 'comment'> & { objectId?: number | null },
): Promise<ChangeRequest> {
  const { db, actor, kinds } = context
  const isWithdrawn = status === 'WITHDRAWN'
  await closeRequest(db, row.id, {
    status,
    checkerId: isWithdrawn ? null : actor.employeeId,
    comment,
    objectId,
  })
  await kinds[row.kind].decided?.(db, row)
  if (!isWithdrawn)
    await notify(db, row.maker.id, {
      kind: status === 'REJECTED' ? 'warning' : 'info',
      text: `${row.title} — ${status === 'REJECTED' ? 'отклонено' : 'подтверждено'}. ${actor.descriptor}${comment === '' ? '' : `: ${comment}`}`,
      link: linkTo(row.kind, row),
    })
  return getRequest(context, row.id, kinds)
}

/** Applies the change: all of it, exactly as it was shown, or nothing. */
export async function approveRequest(
  context: DecisionContext,
  id: number,
  { version, comment }: { version: number; comment: string },
): Promise<ChangeRequest> {
  const { db, actor, kinds } = context
  const row = await takeForDecision(context, id, version)
  const kind = kinds[row.kind]
  if (await kind.isStale(db, row, { lock: true }))
    throw new ApiError(
      409,
      'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE',
      'После запроса здесь уже что-то изменили, или его день прошёл: отклоните запрос, автор подготовит изменение заново',
      { current: await getRequest(context, row.id, kinds) },
    )
  const objectId = await kind.apply({ db, actor, request: row })
  return closeWith(context, row, { status: 'APPROVED', comment, objectId })
}

export async function rejectRequest(
  context: DecisionContext,
  id: number,
  { version, comment }: { version: number; comment: string },
): Promise<ChangeRequest> {
  const row = await takeForDecision(context, id, version)
  return closeWith(context, row, { status: 'REJECTED', comment })
}

/** The maker alone takes a request back. */
export async function withdrawRequest(
  context: DecisionContext,
  id: number,
  version: number,
): Promise<ChangeRequest> {
  const row = await takePending(context, id, version)
  if (row.maker.id !== context.actor.employeeId) throw forbidden('Отозвать изменение может только его автор')
  return closeWith(context, row, { status: 'WITHDRAWN', comment: '' })
}

async function grantOf({ db, actor, bank }: Asking, employeeId: number): Promise<number | null> {
  const { 'account-access-validity': hours } = await figuresToday(bank)
  return findGrant(db, { employeeId, makerId: actor.employeeId, hours })
}

/** Whether the person has an approved access to the account that has not been used. */
export const hasGrant = async (asking: Asking, employeeId: number): Promise<boolean> =>
  (await grantOf(asking, employeeId)) !== null

/** Uses the approved access up; false without one. */
export async function takeGrant(asking: Asking, employeeId: number): Promise<boolean> {
  const id = await grantOf(asking, employeeId)
  return id !== null && spendGrant(asking.db, id)
}

/** Ends requests that nobody has decided in time and tells their makers; done by a job. */
export async function expireOldRequests(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const expired = await expireRequests(tx)
    for (const { id, kind, objectId, title, makerId } of expired)
      await notify(tx, makerId, {
        kind: 'warning',
        text: `${title} — срок решения истёк, изменение не применено`,
        link: linkTo(kind, { id, objectId }),
      })
    return expired.length
  })
}
