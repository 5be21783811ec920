import { z } from 'zod'
import { PersonRef, PartnerRef } from '../common/refs.ts'
import { choice, day, line, reference } from '../common/fields.ts'
import { Day, FlagParam, IdsQuery, ItemsAnswer, SearchText, Version, VersionQuery } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Code, Id, IdParam, Instant, messages, text, Option } from '../common/scalars.ts'
import { byCaseType, CaseType } from '../cases/types/case-types.ts'
import { can, endpoint } from '../endpoint.ts'
import { BackgroundTask } from '../notifications/notifications.ts'

const PartnerKey = z.object({ partnerId: IdParam })
const ItemKey = z.object({ partnerId: IdParam, id: IdParam })

const readPartner = can('Partner', 'Read')

/** Codes of the dictionary partner/reassignmentType. */
export const reassignmentTypes = {
  FULL: 'Все объекты',
  BY_REGION: 'По региону',
  BY_EMPLOYEE: 'По сотруднику',
  TEMPORARY: 'Временное (на период отсутствия)',
  ON_DISMISSAL: 'При увольнении',
} as const
export type ReassignmentType = keyof typeof reassignmentTypes
export const ReassignmentType = keyOf(reassignmentTypes)

export const reassignmentStates = {
  PLANNED: 'Запланирована',
  RUNNING: 'Выполняется',
  COMPLETED: 'Выполнена',
  FAILED: 'Прервана',
  CANCELLED: 'Отменена',
  RETURNING: 'Возвращается',
  RETURNED: 'Возвращена',
} as const
export type ReassignmentState = keyof typeof reassignmentStates
const ReassignmentState = keyOf(reassignmentStates)

/** Kinds of objects that move: open cases by their type, and what is a partner's beside them. */
export const transferKinds = {
  ...byCaseType((_, { plural }) => plural),
  PARTNER_LINK: 'Связи с партнёрами',
  WORKGROUP: 'Рабочие группы',
  WORKGROUP_MEMBER: 'Участие в рабочих группах',
  CONTACT: 'Контакты',
} as const
export type TransferKind = keyof typeof transferKinds
export const TransferKind = keyOf(transferKinds)

/** Whether objects of the kind are cases. */
export const isCaseKind = (kind: TransferKind): kind is CaseType => CaseType.safeParse(kind).success

/** What moves with each type of reassignment. */
export const transferKindsOf: Readonly<Record<ReassignmentType, readonly TransferKind[]>> = {
  // Groups go first: their cases and tasks stay with them.
  FULL: ['WORKGROUP', ...CaseType.options, 'PARTNER_LINK', 'CONTACT'],
  BY_REGION: CaseType.options,
  BY_EMPLOYEE: [...CaseType.options, 'WORKGROUP_MEMBER', 'CONTACT'],
  TEMPORARY: CaseType.options,
  ON_DISMISSAL: [...CaseType.options, 'WORKGROUP_MEMBER', 'CONTACT'],
}

/** Whether the type is about one employee, who needs a successor. */
export const isOfEmployee = (type: ReassignmentType): boolean =>
  type === 'BY_EMPLOYEE' || type === 'ON_DISMISSAL'

const KindCount = z.object({ kind: TransferKind, count: z.int() })

/** What could be transferred and to whom. */
export const findTransfer = endpoint({
  method: 'POST',
  path: '/partner/findTransfer',
  summary: 'Что и кому можно передать от партнёра',
  access: can('Partner', 'Reassign'),
  reads: true,
  body: z.object({
    partnerId: Id,
    typeCode: ReassignmentType,
    regionCode: Code.nullish(),
    employeeId: Id.nullish(),
    /** A part of the name or ИНН of the recipient. */
    search: SearchText.default(''),
  }),
  response: z.object({
    counts: z.array(KindCount),
    total: z.int(),
    /** What a recipient needs: the partner's roles and the regions of its open cases. */
    needed: z.object({ roles: z.array(Code), regions: z.array(Code) }),
    /** At most 50: those with everything first, then by name. */
    candidates: z.array(
      PartnerRef.extend({
        inn: z.string(),
        suitable: z.boolean(),
        missingRoles: z.array(Code),
        missingRegions: z.array(Code),
      }),
    ),
  }),
})

/** A transfer of a partner's work: planned, started, done; each moved object has an answer. */
export const Reassignment = z.object({
  id: Id,
  partnerId: Id,
  toPartner: PartnerRef,
  typeCode: ReassignmentType,
  regionCode: z.string().nullable(),
  regionName: z.string().nullable(),
  employee: PersonRef.nullable(),
  toEmployee: PersonRef.nullable(),
  dateFrom: z.string().nullable(),
  dateTo: z.string().nullable(),
  comment: z.string(),
  state: ReassignmentState,
  /** Of a plan: what would move now. Later: what was to move and how it ended. */
  counts: z.array(KindCount.extend({ done: z.int(), failed: z.int(), returned: z.int() })),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  returned: z.int(),
  /** The background task, for its progress; it belongs to who started it. */
  taskId: Id.nullable(),
  error: z.string().nullable(),
  createdAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  returnedAt: Instant.nullable(),
  version: z.int(),
})
export type Reassignment = z.output<typeof Reassignment>

/** What is entered of a plan of a transfer. */
export const reassignmentFields = {
  typeCode: choice('Что передаётся', reassignmentTypes, { historyLabel: 'Тип' }),
  regionCode: reference('Регион', 'region'),
  employeeId: reference('Чьи дела', 'employee', { historyLabel: 'От сотрудника' }),
  toPartnerId: reference('Кому', 'partner', { hint: 'Сначала те, у кого есть нужные роли и регионы' }),
  toEmployeeId: reference('Преемник', 'employee', { historyLabel: 'Сотруднику' }),
  dateTo: day('Вернуть после', { historyLabel: 'Действует по' }),
  comment: line('Комментарий'),
}

export const ReassignmentInput = z.object({
  toPartnerId: Id,
  typeCode: ReassignmentType,
  regionCode: Code.nullable().default(null),
  employeeId: Id.nullable().default(null),
  toEmployeeId: Id.nullable().default(null),
  dateFrom: Day.nullable().default(null),
  dateTo: Day.nullable().default(null),
  comment: text(1_000).default(''),
})
export type ReassignmentInput = z.output<typeof ReassignmentInput>

/** What each type needs; the form and the server both call it. */
export function reassignmentIssues(input: ReassignmentInput) {
  const issues: { path: string; message: string }[] = []
  const need = (ok: boolean, path: string, message: string = messages.required) => {
    if (!ok) issues.push({ path, message })
  }
  if (input.typeCode === 'BY_REGION') need(input.regionCode !== null, 'regionCode')
  if (isOfEmployee(input.typeCode)) {
    need(input.employeeId !== null, 'employeeId')
    need(input.toEmployeeId !== null, 'toEmployeeId')
    need(
      input.employeeId === null || input.employeeId !== input.toEmployeeId,
      'toEmployeeId',
      'Выберите другого сотрудника',
    )
  }
  if (input.typeCode === 'TEMPORARY') need(input.dateTo !== null, 'dateTo')
  if (input.dateFrom !== null && input.dateTo !== null)
    need(input.dateFrom <= input.dateTo, 'dateTo', 'Окончание не может быть раньше начала')
  return issues
}

const reassign = can('Partner', 'Reassign')

export const listReassignments = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/reassignment',
  summary: 'Передачи работы партнёра',
  access: readPartner,
  params: PartnerKey,
  query: PageQuery,
  response: pageOf(Reassignment),
})
/** Plans; nothing moves before the start. The recipient must be active, visible, and have the roles. */
export const createReassignment = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/reassignment',
  summary: 'План передачи работы партнёра',
  access: reassign,
  params: PartnerKey,
  idempotent: true,
  body: ReassignmentInput,
  response: Reassignment,
})
/** Only plans and cancelled ones that moved nothing may be deleted. */
export const deleteReassignments = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId/reassignment',
  summary: 'Удаление планов передачи',
  access: reassign,
  params: PartnerKey,
  query: IdsQuery,
  response: ItemsAnswer,
})
export const getReassignment = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/reassignment/:id',
  summary: 'Передача работы партнёра',
  access: readPartner,
  params: ItemKey,
  response: Reassignment,
})
/** Only while it is planned; of a started TEMPORARY one `dateTo` and `comment` alone. */
export const updateReassignment = endpoint({
  method: 'PUT',
  path: '/partner/:partnerId/reassignment/:id',
  summary: 'Изменение плана передачи',
  access: reassign,
  params: ItemKey,
  body: ReassignmentInput.extend({ version: Version }),
  response: Reassignment,
})
export const deleteReassignment = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId/reassignment/:id',
  summary: 'Удаление плана передачи',
  access: reassign,
  params: ItemKey,
  query: VersionQuery,
})
/** Starts the plan, or goes on with one that failed or was cancelled; what has moved does not move again. */
export const startReassignment = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/reassignment/:id/start',
  summary: 'Запуск передачи работы',
  access: reassign,
  params: ItemKey,
  idempotent: true,
  body: z.object({ version: Version }),
  response: z.object({ reassignment: Reassignment, task: BackgroundTask }),
})
/** A plan is cancelled at once, a running one after the batch in work; what has moved stays moved. */
export const cancelReassignment = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/reassignment/:id/cancel',
  summary: 'Отмена передачи работы',
  access: reassign,
  params: ItemKey,
  idempotent: true,
  body: z.object({}).optional(),
  response: Reassignment,
})
/** Moves a completed temporary one back now, without waiting for its end. */
export const returnReassignment = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/reassignment/:id/return',
  summary: 'Досрочный возврат временной передачи',
  access: reassign,
  params: ItemKey,
  idempotent: true,
  body: z.object({}).optional(),
  response: z.object({ reassignment: Reassignment, task: BackgroundTask }),
})

/** The answer of one object. */
export const ReassignmentItem = z.object({
  id: Id,
  kind: TransferKind,
  objectId: Id,
  title: z.string(),
  /** Null: not yet. */
  done: z.boolean().nullable(),
  reason: z.string().nullable(),
  returned: z.boolean().nullable(),
  returnReason: z.string().nullable(),
})
export const listReassignmentItems = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/reassignment/:id/item',
  summary: 'Ответы по объектам передачи',
  access: readPartner,
  params: ItemKey,
  query: PageQuery.extend({ kind: TransferKind.optional(), done: FlagParam.optional() }),
  response: pageOf(ReassignmentItem),
})

/** Appraisers with an accreditation in force on the day. */
export const findAppraisers = endpoint({
  method: 'POST',
  path: '/partner/appraisers',
  summary: 'Оценщики с действующей аккредитацией в регионе',
  access: can('Partner', 'List'),
  reads: true,
  body: z.object({
    regionCode: Code.nullish(),
    search: SearchText.default(''),
    /** Today when absent. */
    date: Day.nullish(),
    ...PageQuery.shape,
  }),
  response: pageOf(
    PartnerRef.extend({
      fullName: z.string(),
      inn: z.string(),
      regions: z.array(Option),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      accreditation: z.object({
        dateFrom: z.string(),
        dateTo: z.string().nullable(),
        documentName: z.string(),
        documentNumber: z.string(),
      }),
    }),
  ),
})
