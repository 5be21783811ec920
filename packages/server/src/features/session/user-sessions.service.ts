import type { UserSession } from '@ipoteka-office/contract/session/user-sessions.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { recordOpenings } from '#features/access-log/access-log.service.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { endSession } from '#http/session/ended-sessions.repo.ts'
import { sidKey, subKey } from '#http/session/ended-sessions.ts'
import { findEmployeeSub } from '#http/session/session.repo.ts'
import { findOpenSessions, markEnded, type SessionRow } from '#http/session/user-sessions.repo.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { Actor } from '#lib/actor.ts'
import { publish } from '#live/publish.ts'

type Identity = IdentityAdmin | null

const toSession = (actor: Actor, { sid, sub: _, ...session }: SessionRow): UserSession => ({
  ...session,
  isThis: sid === actor.sid,
})

const sessionsOf = async (db: Db, actor: Actor, employeeId: number): Promise<UserSession[]> =>
  (await findOpenSessions(db, employeeId)).map((row) => toSession(actor, row))

export const listOwn = ({ db, actor }: Context): Promise<UserSession[]> =>
  sessionsOf(db, actor, actor.employeeId)

/** The account of an employee whom the caller may see; 404 otherwise. */
async function subOf({ db, actor }: Context, employeeId: number): Promise<string | null> {
  const found = await findEmployeeSub(db, actor, employeeId)
  if (found === undefined) throw notFound('Сотрудник не найден')
  return found.sub
}

export async function listOf(context: Context, employeeId: number): Promise<UserSession[]> {
  const { db, actor } = context
  await subOf(context, employeeId)
  const sessions = await sessionsOf(db, actor, employeeId)
  if (employeeId !== actor.employeeId)
    await recordOpenings(context, 'VIEW', 'PartnerEmployee', [{ id: employeeId, files: sessions.length }])
  return sessions
}

/**
 * Ends sessions: their tokens are dead on every instance with the commit, and the identity server, which may be another
 * system, ends them after it. Without its administration they are left alone: the sign-in that goes on there would bring
 * nothing but dead tokens. `subs`: accounts that are ended whole.
 */
async function end(
  { db }: Context,
  identity: Identity,
  employeeId: number,
  rows: readonly SessionRow[],
  subs: ReadonlySet<string>,
): Promise<void> {
  if (identity === null)
    throw conflict(
      'Сеансы завершают в сервере входа: доступ к его управлению не настроен (IDENTITY_ADMIN_CLIENT_ID)',
    )
  const endedAt = Math.floor(Date.now() / 1_000)
  await markEnded(
    db,
    rows.map(({ id }) => id),
  )
  for (const { sid, sub } of rows) {
    await endSession(db, { key: sidKey(sid), endedAt })
    await enqueue(db, 'identity', { employeeId, endedSession: { sub, sid } })
  }
  for (const sub of subs) {
    await endSession(db, { key: subKey(sub), endedAt })
    await enqueue(db, 'identity', { employeeId, endedSession: { sub, sid: null } })
  }
  await publish(db, topics.employee(employeeId))
}

/** Every account that a person has signed in by: who is known by login alone has none written down. */
const allSubs = (sub: string | null, rows: readonly SessionRow[]): Set<string> =>
  new Set([sub, ...rows.map((row) => row.sub)].filter((one) => one !== null))

export async function endOwn(
  context: Context,
  which: 'OTHERS' | 'ALL',
  identity: Identity,
): Promise<UserSession[]> {
  const { db, actor } = context
  const { employeeId, sid } = actor
  const open = await findOpenSessions(db, employeeId)
  const isAll = which === 'ALL'
  const rows = isAll ? open : open.filter((row) => row.sid !== sid)
  const subs = isAll ? allSubs(await subOf(context, employeeId), open) : new Set<string>()
  await end(context, identity, employeeId, rows, subs)
  return listOwn(context)
}

/** One session of an employee, or with null every one. */
export async function endOf(
  context: Context,
  employeeId: number,
  id: number | null,
  identity: Identity,
): Promise<UserSession[]> {
  const { db, actor } = context
  const sub = await subOf(context, employeeId)
  const open = await findOpenSessions(db, employeeId)
  const rows = id === null ? open : open.filter((row) => row.id === id)
  if (id !== null && rows.length === 0) throw notFound('Этот сеанс уже завершён')
  await end(context, identity, employeeId, rows, id === null ? allSubs(sub, open) : new Set())
  return sessionsOf(db, actor, employeeId)
}
