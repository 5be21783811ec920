import { z } from 'zod'
import { FieldError } from '../common/errors.ts'
import { NamedRef, PersonRef, PartnerRef } from '../common/refs.ts'
import { ApproverType, approverObject, CheckingType } from '../approvers/approvers.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Code, Id, IdParam, Instant, requiredText, Option } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

/** Why an approver was not a candidate, in the order in which the rules are tried. */
export const rejectionReasons = {
  status: 'не активен',
  shift: 'не в смене',
  level: 'не тот уровень',
  applicationStatus: 'не тот статус заявки',
  partner: 'не тот партнёр',
  region: 'не тот регион',
  limit: 'лимит исчерпан',
  authority: 'не хватает полномочий',
  ownWork: 'готовил эту заявку',
} as const
export type RejectionReason = keyof typeof rejectionReasons
const reasonsInOrder = Object.keys(rejectionReasons) as [RejectionReason, ...RejectionReason[]]
export const RejectionReason = z.enum(reasonsInOrder)
/** How many people each rule shuts out, everybody by the first rule that does: the sum is everybody who does not fit. */
export const RejectionCounts = z.partialRecord(RejectionReason, z.int())
export type RejectionCounts = z.output<typeof RejectionCounts>

/** The rule that those met who came furthest: without it somebody would take the application. Null when nobody was shut out. */
export const obstacleOf = (counts: RejectionCounts): RejectionReason | null =>
  reasonsInOrder.findLast((reason) => (counts[reason] ?? 0) > 0) ?? null

/** What decided among the eligible. */
export const assignmentRules = {
  sticky: 'недавно уже рассматривал эту заявку',
  leastLoaded: 'наименьшая загрузка',
  longestIdle: 'дольше всех без назначений',
  only: 'единственный подходящий',
  lowestId: 'первый по порядку при равных условиях',
  manual: 'вручную',
} as const
export type AssignmentRule = keyof typeof assignmentRules

export const assignmentKinds = {
  ASSIGNED: 'Назначена',
  REASSIGNED: 'Перераспределена',
  UNASSIGNED: 'Осталась без исполнителя',
  CLOSED: 'Рассмотрение завершено',
} as const

/** One event of «Почему я?». */
export const Assignment = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum(['ASSIGNED', 'REASSIGNED', 'UNASSIGNED', 'CLOSED']),
  approver: PersonRef.nullable(),
  previousApprover: PersonRef.nullable(),
  rule: keyOf(assignmentRules).nullable(),
  /** Approvers looked at; those who fitted; those who did not, by first reason. */
  considered: z.int(),
  candidates: z.int(),
  rejected: RejectionCounts,
  actor: z.string(),
  /** Why a person gave it by hand; null when the rules did. */
  comment: z.string().nullable(),
})
export type Assignment = z.output<typeof Assignment>

/** An application waiting for, or in work with, an approver. */
export const QueueApplication = z.object({
  id: Id,
  number: z.string(),
  clientName: z.string(),
  programme: z.string(),
  type: ApproverType,
  level: Option,
  /** The stage of the case: the queue has none of its own. */
  status: Option,
  /** How the system that handed the application in calls its state; null for what was sent from a case. */
  outsideStatus: Option.nullable(),
  partner: PartnerRef,
  region: Option,
  receivedAt: Instant,
  dueAt: Instant,
  overdue: z.boolean(),
  approver: PersonRef.nullable(),
  assignedAt: Instant.nullable(),
  /** Of an open one that nobody has: why, by the rules as they stand now; null when somebody has it. */
  unassignedReasons: RejectionCounts.nullable(),
  /** The workgroup at which an open one stands, for people of the bank: its people take it, nobody is given it. */
  group: NamedRef.nullable(),
  /** Of the place in the queue: whoever gives the application to another says which one was seen. */
  version: z.int(),
})
export type QueueApplication = z.output<typeof QueueApplication>

export const listApproverApplications = endpoint({
  method: 'GET',
  path: '/partner/:type/:id/applications',
  summary: 'Заявки в работе у согласующего',
  access: can(approverObject, 'Read'),
  params: z.object({ type: ApproverType, id: IdParam }),
  query: PageQuery,
  response: pageOf(QueueApplication),
})
export const listAssignmentHistory = endpoint({
  method: 'GET',
  path: '/application/:id/assignmentHistory',
  summary: 'История назначений заявки («Почему я?»)',
  access: can('Application', 'List'),
  params: z.object({ id: IdParam }),
  response: z.array(Assignment),
})
export const listQueue = endpoint({
  method: 'POST',
  path: '/application/queue',
  summary: 'Поиск заявок в очереди',
  access: can('Application', 'List'),
  body: z.object({
    search: z.string().max(100).optional(),
    mine: z.boolean().default(false),
    ...PageQuery.shape,
  }),
  response: pageOf(QueueApplication),
  reads: true,
})

/** An application as another system hands it in. The department follows from the programme unless it is named. */
export const IntakeItem = z.object({
  number: z
    .string()
    .regex(/^[0-9A-Za-zА-Яа-яЁё\-/]{1,32}$/, 'Номер: буквы, цифры, «-» и «/», не более 32 знаков'),
  clientName: requiredText(200),
  /** Code, name or another name (`aliases`) of an item of `product/type`; what the dictionary does not know is refused. */
  programme: requiredText(120),
  type: CheckingType.optional(),
  level: Code,
  /** As the other system calls it; approvers of НИС take by it. The case itself begins at the check of the set. */
  status: Code,
  partnerId: Id,
  region: Code,
  receivedAt: Instant.optional(),
  dueAt: Instant.optional(),
})
export type IntakeItem = z.output<typeof IntakeItem>

export const intakeOutcomes = ['ACCEPTED', 'REPEATED', 'REFUSED'] as const
export const IntakeAnswer = z.object({
  results: z.array(
    z.object({
      number: z.string(),
      /** ACCEPTED: stored now. REPEATED: this number was stored before with the same content. REFUSED: see `errors`. */
      outcome: z.enum(intakeOutcomes),
      id: Id.nullable(),
      approver: PersonRef.nullable(),
      errors: z.array(FieldError),
    }),
  ),
})
export type IntakeAnswer = z.output<typeof IntakeAnswer>

/** One item or up to 1 000; each is answered by itself, so items are validated one by one and not by this schema. */
export const intakeApplications = endpoint({
  method: 'POST',
  path: '/application/intake',
  summary: 'Приём заявок',
  access: can('Application', 'Intake'),
  body: z.union([z.array(z.unknown()).min(1).max(1_000), z.record(z.string(), z.unknown())]),
  response: IntakeAnswer,
  idempotent: true,
  refusedAs: 'ER_IMPORT_MORTGAGE',
  bodyLimit: 2 * 1024 * 1024,
})

/** Statuses that end the work of an approver on an application. */
export const closingStatuses = [
  'APPROVED',
  'APPROVED_CONDITIONAL',
  'REJECTED',
  'CLIENT_REFUSED',
  'EXPIRED',
] as const

export const closeApplication = endpoint({
  method: 'POST',
  path: '/application/:id/close',
  summary: 'Завершение рассмотрения',
  access: can('Application', 'Close'),
  params: z.object({ id: IdParam }),
  body: z.object({ status: z.enum(closingStatuses) }),
  response: QueueApplication,
  idempotent: true,
})
