import type { EmployeeAccount } from '@ipoteka-office/contract/employees/employee-rights.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { endSession } from '#http/session/ended-sessions.repo.ts'
import { subKey } from '#http/session/ended-sessions.ts'
import { conflict, forbidden, invalid, notFound, unavailable } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import {
  type IdentityAdmin,
  IdentityRefused,
  IdentityUnavailable,
  type IdentityUser,
} from '#integrations/identity/identity-admin.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { JobContext } from '#jobs/jobs.ts'
import { publish } from '#live/publish.ts'
import {
  type AccountRow,
  findAccountOf,
  findForJob,
  findIdentityHolder,
  finishRequest,
  stateOf,
  wasMaking,
  writeIdentity,
  writeMaking,
  writeQuiet,
  writeRequest,
} from './employee-account.repo.ts'
import { type AccessContext, accessTo, spendAccess } from './employee-access.service.ts'
import { findLoginHolder, lockEmployee } from './employees.repo.ts'
import { newPassword } from './first-password.rules.ts'

/** Accounts are kept from here only when the server was given access to the identity server's administration. */
type Identity = IdentityAdmin | null

const noIdentity = () =>
  conflict(
    'Учётные записи заводятся в сервере входа: доступ к его управлению не настроен (IDENTITY_ADMIN_CLIENT_ID)',
  )

/** Accounts of the embedded server are the product's own, but for those that were linked. */
const isMadeHere = ({ origin }: AccountRow, identity: Identity): boolean =>
  origin === 'MADE' || (origin === null && identity?.provider === 'EMBEDDED')

const toAccount = (
  row: AccountRow,
  identity: Identity,
  access: EmployeeAccount['access'],
): EmployeeAccount => ({
  madeHere: isMadeHere(row, identity),
  access,
  state: stateOf(row),
  login: row.login,
  identityId: row.identityId,
  error: row.requestState === 'FAILED' ? row.error : null,
  provider: identity?.provider ?? null,
  canSendLetter: identity?.canSendLetter ?? false,
})

async function accountOf({ db, actor }: AccessContext, employeeId: number): Promise<AccountRow> {
  const row = await findAccountOf(db, actor, employeeId)
  if (row === undefined) throw notFound('Сотрудник не найден')
  return row
}

export async function getAccount(
  context: AccessContext,
  employeeId: number,
  identity: Identity,
): Promise<EmployeeAccount> {
  const row = await accountOf(context, employeeId)
  return toAccount(row, identity, await accessTo(context, employeeId))
}

/** Asks for an account; a job makes it after the commit, because the identity server may be another system. */
export async function requestAccount(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  employeeId: number,
  linkId: string | null,
): Promise<void> {
  await writeRequest(db, employeeId, actor.employeeId, linkId)
  await enqueue(db, 'identity', { employeeId })
}

/** The account that was just asked for is one of many: whoever asked looks at all of them together. */
export const hushAccount = (db: Db, employeeId: number): Promise<void> => writeQuiet(db, employeeId)

/** Brings the account in line with the card after the commit: who is switched off cannot sign in. */
export async function syncAccount(db: Db, employeeId: number): Promise<void> {
  await enqueue(db, 'identity', { employeeId })
}

/** CREATE or LINK of the card's «Учётная запись». */
export async function startAccount(
  context: AccessContext,
  employeeId: number,
  request: { action: 'CREATE' } | { action: 'LINK'; identityId: string },
  identity: Identity,
): Promise<EmployeeAccount> {
  const { db, actor } = context
  if (identity === null) throw noIdentity()
  if (request.action === 'LINK' && !actor.isAhml)
    throw forbidden('Привязывает имеющуюся учётную запись сотрудник банка: обратитесь к оператору')
  if ((await lockEmployee(db, actor, { id: employeeId })) === undefined) throw notFound('Сотрудник не найден')
  const before = await accountOf(context, employeeId)
  if (before.identityId !== null) throw conflict('У сотрудника уже есть учётная запись')
  if (before.notActive) throw conflict('Сотрудник отключён, сначала включите его')
  if (request.action === 'CREATE' && before.login === null)
    throw conflict('Укажите в карточке логин: по нему создаётся учётная запись')
  await spendAccess(context, employeeId)
  const linkId = request.action === 'LINK' ? request.identityId : null
  if (linkId !== null && (await findIdentityHolder(db, linkId)) !== null)
    throw invalid([{ path: 'identityId', message: 'Эта учётная запись принадлежит другому сотруднику' }])
  await requestAccount(context, employeeId, linkId)
  await publish(db, topics.employee(employeeId))
  return getAccount(context, employeeId, identity)
}

const toApiError = (error: unknown): unknown => {
  if (error instanceof IdentityRefused) return conflict(error.message)
  if (error instanceof IdentityUnavailable)
    return unavailable(
      'Сервер входа не отвечает, повторите через минуту',
      error.isUnread ? 'ER_VALIDATION_RESPONSE_FORMAT' : 'ER_AUTHENTICATION_SERVICE_CALL',
    )
  return error
}

async function existingAccount(context: AccessContext, employeeId: number, identity: Identity) {
  if (identity === null) throw noIdentity()
  const row = await accountOf(context, employeeId)
  const { identityId, login, notActive } = row
  if (identityId === null) throw conflict('У сотрудника ещё нет учётной записи')
  if (notActive) throw conflict('Сотрудник отключён, вход для него закрыт')
  if (!isMadeHere(row, identity))
    throw conflict('Учётная запись заведена не здесь: пароль к ней меняют в сервере входа')
  await spendAccess(context, employeeId)
  return { identity, identityId, login: login ?? '' }
}

/** A new password, told this once to whoever asks with the right. */
export async function issuePassword(context: AccessContext, employeeId: number, given: Identity) {
  const { identity, identityId, login } = await existingAccount(context, employeeId, given)
  const password = newPassword()
  try {
    await identity.setPassword(identityId, password)
    const user = await identity.getUser(identityId)
    return { login: user?.login ?? login, password }
  } catch (error) {
    throw toApiError(error)
  }
}

export async function sendLetter(context: AccessContext, employeeId: number, given: Identity): Promise<void> {
  const { identity, identityId } = await existingAccount(context, employeeId, given)
  try {
    await identity.sendPasswordReset(identityId)
  } catch (error) {
    throw toApiError(error)
  }
}

/** An account that the product gets for somebody. */
interface Obtained {
  readonly identityId: string
  readonly origin: 'MADE' | 'LINKED'
}

/** An account with rights in the identity server itself is nobody's to hand over from here. */
async function refusePrivileged(identity: IdentityAdmin, user: IdentityUser): Promise<void> {
  const privileges = await identity.privilegesOf(user.id)
  if (privileges.length > 0)
    throw new IdentityRefused(
      `У учётной записи «${user.login}» есть особые роли в сервере входа (${privileges.join(', ')}): её нельзя привязать`,
    )
}

async function linkedAccount(
  db: Db,
  row: AccountRow & { linkId: string },
  identity: IdentityAdmin,
): Promise<Obtained> {
  const user = await identity.getUser(row.linkId)
  if (user === null) throw new IdentityRefused('В сервере входа нет учётной записи с таким идентификатором')
  if ((await findLoginHolder(db, user.login, row.id)) !== null)
    throw new IdentityRefused(`Логин «${user.login}» — другого сотрудника: учётная запись принадлежит ему`)
  await refusePrivileged(identity, user)
  await identity.linkUser(user.id)
  return { identityId: user.id, origin: 'LINKED' }
}

async function madeAccount(
  db: Db,
  row: AccountRow & { login: string },
  identity: IdentityAdmin,
): Promise<Obtained> {
  const found = await identity.findUser(row.login)
  if (found === null) {
    await writeMaking(db, row.id, row.login)
    return { identityId: await identity.createUser(row), origin: 'MADE' }
  }
  // The login was free when this request began: the account is its own, and only the answer was lost.
  if (!(await wasMaking(db, row.id, row.login)))
    throw new IdentityRefused(
      'В сервере входа уже есть учётная запись с таким логином. Привязать её может сотрудник банка; иначе укажите другой логин',
    )
  await refusePrivileged(identity, found)
  await identity.linkUser(found.id)
  return { identityId: found.id, origin: 'MADE' }
}

async function accountFor(db: Db, row: AccountRow, identity: IdentityAdmin): Promise<Obtained> {
  const { linkId, login } = row
  if (linkId !== null) return linkedAccount(db, { ...row, linkId }, identity)
  if (login === null) throw new IdentityRefused('В карточке нет логина')
  return madeAccount(db, { ...row, login }, identity)
}

const author = { employeeId: 0, requestId: '' }

/** Writes down how a request ended and tells who asked. */
async function finish(db: Db, row: AccountRow, result: Obtained | { error: string }): Promise<void> {
  const by = { ...author, employeeId: row.requestedBy ?? 0 }
  await writeTransaction(db, by, async (tx) => {
    let error = 'error' in result ? result.error : null
    if ('identityId' in result && !(await writeIdentity(tx, row.id, result.identityId, result.origin)))
      error = 'Учётная запись с этим логином принадлежит другому сотруднику'
    const isFirst = await finishRequest(tx, row.id, error)
    if (isFirst && row.requestedBy !== null && !(row.quiet && error === null))
      await notify(tx, row.requestedBy, {
        kind: error === null ? 'info' : 'error',
        text:
          error === null
            ? `${row.fullName}: учётная запись готова, выдайте пароль`
            : `${row.fullName}: учётная запись не создана. ${error}`,
        link: `/partner/${row.partnerId}/employee/${row.id}`,
      })
    await publish(tx, topics.employee(row.id))
  })
}

async function bringInLine(db: Db, row: AccountRow, identity: IdentityAdmin): Promise<void> {
  if (row.requestState === 'WAITING' && row.identityId === null)
    await finish(db, row, await accountFor(db, row, identity))
  const now = await findForJob(db, row.id)
  if (!now?.identityId) return
  // Before the identity server is asked, which may not answer: tokens that are about open nothing.
  if (now.notActive)
    await endSession(db, { key: subKey(now.identityId), endedAt: Math.floor(Date.now() / 1_000) })
  await identity.setEnabled(now.identityId, !now.notActive)
}

/** Handler of the queue `identity`: makes what was asked for, then opens or closes the sign-in as the card says; or ends a session. */
export const identityWorker =
  (db: Db, identity: Identity) =>
  async (
    { employeeId, endedSession }: { employeeId: number; endedSession?: { sub: string; sid: string | null } },
    { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>,
  ): Promise<void> => {
    if (endedSession !== undefined) return identity?.endSession(endedSession.sub, endedSession.sid)
    const row = await findForJob(db, employeeId)
    if (row === undefined || identity === null) return
    try {
      await bringInLine(db, row, identity)
    } catch (error) {
      const isRefused = error instanceof IdentityRefused
      if (row.requestState === 'WAITING' && (isRefused || isLastAttempt))
        await finish(db, row, {
          error: isRefused ? error.message : 'Сервер входа не ответил, попробуйте ещё раз',
        })
      if (!isRefused) throw error
    }
  }
