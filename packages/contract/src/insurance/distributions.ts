import { z } from 'zod'
import { DateText, Money } from '#common/amounts.ts'
import { Version } from '#common/items.ts'
import { pageOf, PageQuery } from '#common/page.ts'
import { AllowedAction, RecordProcess } from '#common/process.ts'
import { Availability, PartnerRef, PersonRef } from '#common/refs.ts'
import { Id, IdParam, Instant, keyOf, messages, requiredText, text } from '#common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import { DistributionContent } from './distribution-content.ts'
import { distributionMachine, type DistributionState } from './distribution-machine.ts'
import { lendings } from './insurance-kinds.ts'

/** A version of a distribution in short. */
export const Distribution = z.object({
  id: Id,
  lending: keyOf(lendings),
  /** Of the lending's versions, from 1. */
  number: z.int(),
  title: z.string(),
  validFrom: DateText,
  state: keyOf(distributionMachine.states as Record<DistributionState, unknown>),
  /** Offers of today are chosen by it. */
  inForce: z.boolean(),
  author: PersonRef,
  createdAt: Instant,
  approver: PersonRef.nullable(),
  approvedAt: Instant.nullable(),
  version: z.int(),
})
export type Distribution = z.output<typeof Distribution>

export const InsurerRef = PartnerRef.extend({
  inn: z.string(),
  accreditedTo: DateText.nullable(),
  isAccredited: z.boolean(),
})
export type InsurerRef = z.output<typeof InsurerRef>

/** What was offered in a row while the version is in force. */
const Fact = z.object({ rowKey: z.string(), insurerId: Id, offered: z.int(), sum: Money })

export const DistributionCard = Distribution.extend({
  content: DistributionContent,
  insurers: z.array(InsurerRef),
  /** Branches that the rows name. */
  branches: z.array(PartnerRef),
  facts: z.array(Fact),
  /** Offers in which clients have chosen another insurer themselves: outside the shares. */
  ownChoices: z.int(),
  actions: z.array(AllowedAction),
  editable: Availability,
})
export type DistributionCard = z.output<typeof DistributionCard>

const see = canInBank('Insurance', 'Distribution')
const make = canInBank('Insurance', 'Distribution', 'UpdateDistribution')
const One = z.object({ id: IdParam })
const Title = requiredText(200)

export const listDistributions = endpoint({
  method: 'GET',
  path: '/insurance/distributions',
  summary: 'Версии распределения страховщиков',
  access: see,
  query: z.object({ lending: keyOf(lendings) }),
  response: z.array(Distribution),
})
export const getDistribution = endpoint({
  method: 'GET',
  path: '/insurance/distributions/:id',
  summary: 'Распределение страховщиков: доли и факт',
  access: see,
  params: One,
  response: DistributionCard,
})
/** A draft that begins with what another version says; null: empty. */
export const createDistribution = endpoint({
  method: 'POST',
  path: '/insurance/distributions',
  summary: 'Черновик распределения страховщиков',
  access: make,
  body: z.object({ lending: keyOf(lendings), title: Title, validFrom: DateText, fromId: Id.nullable() }),
  response: DistributionCard,
  idempotent: true,
})
/** A draft alone, its rows not yet whole if need be; an old version answers 409 with the draft as it is. */
export const saveDistribution = endpoint({
  method: 'PUT',
  path: '/insurance/distributions/:id',
  summary: 'Сохранить черновик распределения страховщиков',
  access: make,
  params: One,
  body: z.object({ title: Title, validFrom: DateText, content: DistributionContent, version: Version }),
  response: DistributionCard,
})
const Move = z.object({ version: Version, comment: text(1_000).default('') })
export const sendDistribution = endpoint({
  method: 'POST',
  path: '/insurance/distributions/:id/send',
  summary: 'Отправить распределение страховщиков на подтверждение',
  access: make,
  params: One,
  body: Move.extend({ action: z.enum(['submit', 'discard'], messages.unknownCode) }),
  response: DistributionCard,
  idempotent: true,
})
/** By another person than wrote it: 409 to that one. */
export const decideDistribution = endpoint({
  method: 'POST',
  path: '/insurance/distributions/:id/decision',
  summary: 'Решение о распределении страховщиков',
  access: canInBank('Insurance', 'Distribution', 'ApproveDistribution'),
  params: One,
  body: Move.extend({ action: z.enum(['approve', 'decline', 'withdraw'], messages.unknownCode) }),
  response: DistributionCard,
  idempotent: true,
})
export const getDistributionProcess = endpoint({
  method: 'GET',
  path: '/insurance/distributions/:id/process',
  summary: 'Путь версии распределения страховщиков',
  access: see,
  params: One,
  response: RecordProcess,
})
export const listDistributionHistory = endpoint({
  method: 'GET',
  path: '/insurance/distributions/:id/history',
  summary: 'История версии распределения страховщиков',
  access: see,
  params: One,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
/** XLSX or CSV, a line per insurer of a row; read back by `readDistributionFile` it is no change. */
export const exportDistribution = endpoint({
  method: 'GET',
  path: '/insurance/distributions/:id/export',
  summary: 'Распределение страховщиков файлом',
  access: see,
  params: One,
  query: z.object({ format: z.enum(['xlsx', 'csv'], messages.unknownCode).default('xlsx') }),
  produces: 'file',
})
export const maxDistributionBytes = 5 * 1_048_576
/** What a file says, for the draft at hand: nothing is stored until the draft is saved. A wrong file is refused whole. */
export const readDistributionFile = endpoint({
  method: 'POST',
  path: '/insurance/distributions/:id/file',
  summary: 'Прочитать распределение страховщиков из файла',
  access: make,
  params: One,
  upload: { maxBytes: maxDistributionBytes },
  response: z.object({
    content: DistributionContent,
    branches: z.array(PartnerRef),
    /** Rows of the file against the draft. */
    added: z.int(),
    changed: z.int(),
    gone: z.int(),
    same: z.int(),
  }),
})

const Count = z.object({ insurerId: Id, before: z.int(), after: z.int() })
export const DistributionSimulation = z.object({
  /** Days of offers on which the version was tried: a parameter. */
  days: z.int(),
  /** Offers that the distribution made in these days. */
  offers: z.int(),
  /** Offers by insurer as they were, and as the version would have made them. */
  insurers: z.array(Count),
  /** Offers for which no insurer would be found. */
  unplaced: z.int(),
  /** Offers that would go to another insurer. */
  moved: z.int(),
})
export type DistributionSimulation = z.output<typeof DistributionSimulation>
export const simulateDistribution = endpoint({
  method: 'GET',
  path: '/insurance/distributions/:id/simulation',
  summary: 'Что изменит распределение на прошлых предложениях',
  access: see,
  params: One,
  response: DistributionSimulation,
})
