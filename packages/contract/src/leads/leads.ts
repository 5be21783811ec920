import { z } from 'zod'
import { PartnerRef, PersonRef } from '../common/refs.ts'
import { Money } from '../common/amounts.ts'
import { ClientFields } from '../common/person/client.ts'
import { SearchText, Version, VersionQuery } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Code, Id, IdParam, Instant, messages, text } from '../common/scalars.ts'
import { Sex } from '../common/person/person-name.ts'
import { can, endpoint } from '../endpoint.ts'

/** What a call of a lead answers (400) whose id is not a non-zero number (specification 2 §5). */
export const invalidLeadUrl = 'Invalid url'

/** The id as it stands in the address: the server tells numbers from others by the specification's rule. */
const LeadParams = z.object({ leadId: z.string().max(40) })

/** How a client is reached. */
export const contactKinds = {
  CALL: 'Звонок',
  SMS: 'SMS',
  EMAIL: 'Письмо',
  MESSENGER: 'Мессенджер',
  VISIT: 'Встреча',
} as const
export type ContactKind = keyof typeof contactKinds
export const ContactKind = z.enum(['CALL', 'SMS', 'EMAIL', 'MESSENGER', 'VISIT'], messages.unknownCode)
/** What came of an attempt; those of `notReachedOutcomes` move a lead to the repeated contact. */
export const contactOutcomes = {
  REACHED: 'Поговорили',
  CALL_BACK: 'Просит перезвонить',
  NO_ANSWER: 'Не отвечает',
  BUSY: 'Занято',
  UNAVAILABLE: 'Недоступен',
  WRONG_NUMBER: 'Неверный номер',
} as const
export type ContactOutcome = keyof typeof contactOutcomes
export const ContactOutcome = keyOf(contactOutcomes)
export const notReachedOutcomes: readonly ContactOutcome[] = [
  'NO_ANSWER',
  'BUSY',
  'UNAVAILABLE',
  'WRONG_NUMBER',
]

/** One attempt to reach the client. */
export const ContactAttempt = z.object({
  id: Id,
  at: Instant,
  author: PersonRef,
  kind: ContactKind,
  outcome: ContactOutcome,
  comment: z.string(),
  nextContactAt: Instant.nullable(),
  /** Written by mistake: stays in the log, struck out. */
  cancelled: z.boolean(),
})
export type ContactAttempt = z.output<typeof ContactAttempt>

/** A lead as the form sends it. */
export const LeadInput = z.object({
  ...ClientFields,
  city: text(200).default(''),
  regionCode: Code.nullable().default(null),
  /** `product/type`. */
  programmeCode: Code.nullable().default(null),
  amount: Money.nullable().default(null),
  /** `source`. */
  sourceCode: Code.nullable().default(null),
  /** `channel`. */
  channelCode: Code.nullable().default(null),
  comment: text(2_000).default(''),
  /** When the client is to be called. */
  nextContactAt: Instant.nullable().default(null),
})
export type LeadInput = z.output<typeof LeadInput>

/** A lead's card; its head (stage, deadline, actions) is `getCase`. */
export const Lead = z.object({
  id: Id,
  number: z.string(),
  sex: Sex.nullable(),
  lastName: z.string(),
  firstName: z.string(),
  middleName: z.string(),
  birthDate: z.string().nullable(),
  passport: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  city: z.string(),
  regionCode: z.string().nullable(),
  programmeCode: z.string().nullable(),
  amount: z.string().nullable(),
  sourceCode: z.string().nullable(),
  channelCode: z.string().nullable(),
  comment: z.string(),
  /** Code of the stage, with its name. */
  status: Code,
  statusName: z.string(),
  /** The deadline of the stage. */
  dueDate: Instant.nullable(),
  nextContactAt: Instant.nullable(),
  partner: PartnerRef,
  /** In the archive: deleted, with a way back. */
  archived: z.boolean(),
  createdAt: Instant,
  version: z.int(),
})
export type Lead = z.output<typeof Lead>
export const LeadCard = Lead.extend({
  attempts: z.array(ContactAttempt),
  /** The QR code on whose page the client left the request, and when they agreed to the processing of their data. */
  qr: z.object({ product: z.string(), campaign: z.string(), consentAt: Instant }).nullable(),
})
export type LeadCard = z.output<typeof LeadCard>

/** The plain list of the specification; the page /leads reads `searchCases`. */
export const listLeads = endpoint({
  method: 'GET',
  path: '/lead',
  summary: 'Лиды',
  access: can('Lead', 'List'),
  query: PageQuery.extend({ status: Code.optional(), search: SearchText.default('') }),
  response: pageOf(Lead),
})
/** 400 on `partnerId` that the caller may not use; 409 with `current.duplicates` unless they are confirmed. */
export const createLead = endpoint({
  method: 'POST',
  path: '/lead',
  summary: 'Новый лид',
  access: can('Lead', 'Create'),
  body: LeadInput.extend({
    /** The caller's own partner when absent. */
    partnerId: Id.nullable().default(null),
    /** Cases shown as possible duplicates and found to be others. */
    confirmedDuplicates: z.array(Id).max(50).default([]),
  }),
  response: LeadCard,
  idempotent: true,
  asksByNumber: ['passport', 'phone'],
})
export const getLead = endpoint({
  method: 'GET',
  path: '/lead/:leadId',
  summary: 'Карточка лида',
  access: can('Lead', 'Read'),
  params: LeadParams,
  response: LeadCard,
})
export const updateLead = endpoint({
  method: 'PUT',
  path: '/lead/:leadId',
  summary: 'Изменение лида',
  access: can('Lead', 'Update'),
  params: LeadParams,
  body: LeadInput.extend({ version: Version }),
  response: LeadCard,
})
/** Puts a lead into the archive; `restoreLead` brings it back. */
export const deleteLead = endpoint({
  method: 'DELETE',
  path: '/lead/:leadId',
  summary: 'Удаление лида в архив',
  access: can('Lead', 'Delete'),
  params: LeadParams,
  query: VersionQuery,
})
export const restoreLead = endpoint({
  method: 'POST',
  path: '/lead/:leadId/restore',
  summary: 'Возврат лида из архива',
  access: can('Lead', 'Delete'),
  params: LeadParams,
  body: z.object({ version: Version }),
  response: LeadCard,
  idempotent: true,
})

/** Writes an attempt down; one that did not reach the client moves the lead to the repeated contact. */
export const addContactAttempt = endpoint({
  method: 'POST',
  path: '/lead/:leadId/contact-attempt',
  summary: 'Попытка связаться с клиентом',
  access: can('Lead', 'Update'),
  params: LeadParams,
  body: z.object({
    kind: ContactKind.default('CALL'),
    outcome: ContactOutcome,
    comment: text(1_000).default(''),
    nextContactAt: Instant.nullable().default(null),
  }),
  response: LeadCard,
  idempotent: true,
})
/** Strikes an attempt out as written by mistake, or takes that back. */
export const cancelContactAttempt = endpoint({
  method: 'POST',
  path: '/lead/:leadId/contact-attempt/:attemptId/cancelled',
  summary: 'Отмена ошибочной попытки',
  access: can('Lead', 'Update'),
  params: LeadParams.extend({ attemptId: IdParam }),
  body: z.object({ cancelled: z.boolean() }),
  response: LeadCard,
})
