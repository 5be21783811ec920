import { z } from 'zod'
import { PersonRef } from '../common/refs.ts'
import { choice, flag, line, reference } from '../common/fields.ts'
import { IdsQuery, ItemsAnswer, Version, VersionQuery } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Id, IdParam, Instant, messages, text } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

/** What a partner may be told of. */
export const partnerEvents = {
  NEW_APPLICATION: 'Новая заявка',
  STATUS_CHANGE: 'Смена статуса заявки',
  REMARKS: 'Замечания к заявке',
  DECISION: 'Решение по заявке',
  ACCREDITATION_EXPIRING: 'Истекает аккредитация',
  PROCURACY_EXPIRING: 'Истекает доверенность сотрудника',
  REASSIGNMENT: 'Передача работы',
  CONTRACT: 'Изменения договора',
} as const
export type PartnerEvent = keyof typeof partnerEvents
export const PartnerEvent = keyOf(partnerEvents)

export const notificationChannels = {
  EMAIL: 'Электронная почта',
  SMS: 'СМС',
  INTERNAL: 'В системе',
} as const
export type NotificationChannel = keyof typeof notificationChannels
export const NotificationChannel = z.enum(['EMAIL', 'SMS', 'INTERNAL'])

const PartnerKey = z.object({ partnerId: IdParam })
const ItemKey = z.object({ partnerId: IdParam, id: IdParam })

/** Where one kind of event is told. */
export const PartnerNotification = z.object({
  id: Id,
  eventCode: PartnerEvent,
  channel: NotificationChannel,
  /** E-mail or phone; empty for INTERNAL. */
  address: z.string(),
  /** Who reads it for INTERNAL. */
  employee: PersonRef.nullable(),
  notUsed: z.boolean(),
  version: z.int(),
})
export type PartnerNotification = z.output<typeof PartnerNotification>

/** What is entered of a notification. */
export const partnerNotificationFields = {
  eventCode: choice('О чём', partnerEvents, { historyLabel: 'Событие' }),
  channel: choice('Как', notificationChannels, { historyLabel: 'Канал' }),
  employeeId: reference('Кому', 'employee', { historyLabel: 'Сотрудник' }),
  address: line('Адрес'),
  notUsed: flag('Не отправлять', { historyLabel: 'Не используется' }),
}

export const PartnerNotificationInput = z.object({
  eventCode: PartnerEvent,
  channel: NotificationChannel,
  address: text(200).default(''),
  employeeId: Id.nullable().default(null),
  notUsed: z.boolean().default(false),
})
export type PartnerNotificationInput = z.output<typeof PartnerNotificationInput>

const isEmail = (value: string) => z.email().max(200).safeParse(value).success
const isPhone = (value: string) => /^\+7\d{10}$/.test(value)

/** What is wrong with the address of a channel; the form and the server both call it. */
export function notificationIssues({ channel, address, employeeId }: PartnerNotificationInput) {
  const issues: { path: string; message: string }[] = []
  if (channel === 'INTERNAL' && employeeId === null)
    issues.push({ path: 'employeeId', message: messages.required })
  if (channel !== 'INTERNAL' && address === '') issues.push({ path: 'address', message: messages.required })
  else if (channel === 'EMAIL' && !isEmail(address))
    issues.push({ path: 'address', message: 'Укажите адрес вида name@bank.ru' })
  else if (channel === 'SMS' && !isPhone(address))
    issues.push({ path: 'address', message: 'Укажите телефон в виде +79991234567' })
  return issues
}

const readPartner = can('Partner', 'Read')
const updatePartner = can('Partner', 'Update')

export const listPartnerNotifications = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/partnerNotification',
  summary: 'Уведомления партнёра: кому и о чём',
  access: readPartner,
  params: PartnerKey,
  response: z.array(PartnerNotification),
})
export const createPartnerNotification = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/partnerNotification',
  summary: 'Новое уведомление партнёра',
  access: updatePartner,
  params: PartnerKey,
  idempotent: true,
  body: PartnerNotificationInput,
  response: PartnerNotification,
})
export const deletePartnerNotifications = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId/partnerNotification',
  summary: 'Удаление уведомлений партнёра',
  access: updatePartner,
  params: PartnerKey,
  query: IdsQuery,
  response: ItemsAnswer,
})
export const getPartnerNotification = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/partnerNotification/:id',
  summary: 'Уведомление партнёра',
  access: readPartner,
  params: ItemKey,
  response: PartnerNotification,
})
export const updatePartnerNotification = endpoint({
  method: 'PUT',
  path: '/partner/:partnerId/partnerNotification/:id',
  summary: 'Изменение уведомления партнёра',
  access: updatePartner,
  params: ItemKey,
  body: PartnerNotificationInput.extend({ version: Version }),
  response: PartnerNotification,
})
export const deletePartnerNotification = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId/partnerNotification/:id',
  summary: 'Удаление уведомления партнёра',
  access: updatePartner,
  params: ItemKey,
  query: VersionQuery,
})

export const messageStates = {
  WAITING: 'Ожидает отправки',
  SENT: 'Отправлено',
  FAILED: 'Не отправлено',
} as const

/** A message that the partner was sent, or will be. */
export const PartnerMessage = z.object({
  id: Id,
  channel: z.enum(['EMAIL', 'SMS']),
  address: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(['WAITING', 'SENT', 'FAILED']),
  attempts: z.int(),
  error: z.string().nullable(),
  /** STAND_IN: no mail or SMS service is connected, nothing left the bank. */
  sentBy: z.enum(['SERVICE', 'STAND_IN']).nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export const listPartnerMessages = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/partnerNotification/messages',
  summary: 'Отправленные партнёру письма и СМС',
  access: readPartner,
  params: PartnerKey,
  query: PageQuery,
  response: pageOf(PartnerMessage),
})
