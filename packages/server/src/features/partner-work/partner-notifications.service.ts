import type { ItemsAnswer } from '@ipoteka-office/contract/common/items.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import {
  notificationIssues,
  type PartnerMessage,
  type PartnerNotification,
  type PartnerNotificationInput,
} from '@ipoteka-office/contract/partner-work/partner-notifications.ts'
import type { z } from 'zod'
import type { Db } from '#db/database.ts'
import { invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { findMessages } from './messages.repo.ts'
import {
  deleteNotifications,
  findLastChange,
  findNotification,
  findNotifications,
  findSeenPartner,
  insertNotification,
  isEmployeeWithin,
  lockNotification,
  type SeenPartner,
  updateNotification,
} from './partner-notifications.repo.ts'

interface Key {
  readonly partnerId: number
  readonly id: number
}
type Reading = Pick<Context, 'db' | 'actor'>

const none = () => notFound('Уведомление партнёра не найдено')

/** A partner that the caller may see; 404 otherwise. */
export async function seenPartner(db: Db, actor: Actor, id: number): Promise<SeenPartner> {
  const partner = await findSeenPartner(db, actor, id)
  if (partner === null) throw notFound('Партнёр не найден')
  return partner
}

export async function listNotifications({ db, actor }: Reading, partnerId: number) {
  await seenPartner(db, actor, partnerId)
  return findNotifications(db, partnerId)
}

export async function getNotification(
  { db, actor }: Reading,
  { partnerId, id }: Key,
): Promise<PartnerNotification> {
  await seenPartner(db, actor, partnerId)
  const found = await findNotification(db, partnerId, id)
  if (found === null) throw none()
  return found
}

/** Of the address and the employee only the one that the channel uses is kept. */
async function checked(
  { db, actor }: Reading,
  partnerId: number,
  input: PartnerNotificationInput,
): Promise<PartnerNotificationInput> {
  const issues = notificationIssues(input)
  if (issues.length > 0) throw invalid(issues)
  if (input.channel !== 'INTERNAL') return { ...input, employeeId: null }
  if (input.employeeId !== null && !(await isEmployeeWithin(db, actor, input.employeeId, partnerId)))
    throw invalid([{ path: 'employeeId', message: 'Выберите работающего сотрудника этого партнёра' }])
  return { ...input, address: '' }
}

export async function createNotification(
  context: Context,
  partnerId: number,
  input: PartnerNotificationInput,
): Promise<PartnerNotification> {
  await seenPartner(context.db, context.actor, partnerId)
  const id = await insertNotification(context.db, partnerId, await checked(context, partnerId, input))
  return getNotification(context, { partnerId, id })
}

const same = (before: PartnerNotification, input: PartnerNotificationInput) =>
  before.eventCode === input.eventCode &&
  before.channel === input.channel &&
  before.address === input.address &&
  before.notUsed === input.notUsed &&
  (before.employee?.id ?? null) === input.employeeId

/** The row as it is, locked; 409 when the version is old. */
async function take(context: Context, key: Key, version: number): Promise<PartnerNotification> {
  const { db, actor } = context
  await seenPartner(db, actor, key.partnerId)
  if (!(await lockNotification(db, key.partnerId, key.id))) throw none()
  const before = await getNotification(context, key)
  if (before.version !== version)
    throw stale(before, await findLastChange(db, 'partner_notification', key.id))
  return before
}

export async function saveNotification(
  context: Context,
  key: Key,
  { version, ...body }: PartnerNotificationInput & { version: number },
): Promise<PartnerNotification> {
  const before = await take(context, key, version)
  const input = await checked(context, key.partnerId, body)
  if (same(before, input)) return before
  await updateNotification(context.db, key.id, input)
  return getNotification(context, key)
}

export async function deleteNotification(context: Context, key: Key, version: number): Promise<void> {
  await take(context, key, version)
  await deleteNotifications(context.db, key.partnerId, [key.id])
}

export async function deleteSeveral(
  { db, actor }: Context,
  partnerId: number,
  ids: readonly number[],
): Promise<ItemsAnswer> {
  await seenPartner(db, actor, partnerId)
  const deleted = new Set(await deleteNotifications(db, partnerId, ids))
  return {
    results: ids.map((id) => ({
      id,
      done: deleted.has(id),
      reason: deleted.has(id) ? null : 'Уведомление партнёра не найдено',
    })),
  }
}

export async function listMessages(
  { db, actor }: Reading,
  partnerId: number,
  query: PageQuery,
): Promise<Page<z.output<typeof PartnerMessage>>> {
  await seenPartner(db, actor, partnerId)
  return findMessages(db, partnerId, query)
}
