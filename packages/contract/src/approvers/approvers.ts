import { z } from 'zod'
import { PersonRef } from '../common/refs.ts'
import { Version } from '../common/items.ts'
import { type ExportOf, listExport } from '../exports/list-export.ts'
import { PageQuery, pageOf, sortOf } from '../common/page.ts'
import { Code, Id, IdParam, Instant, messages, Option, text } from '../common/scalars.ts'
import { isTime } from '../common/shift.ts'
import { can, endpoint, type ObjectByParam } from '../endpoint.ts'
import { HistoryEntry, HistoryEntryId } from '../history/history.ts'

/** Departments among which applications are distributed: the route parameter `type`. */
export const approverTypes = { oic: 'ОИК', nis: 'НИС', uw: 'Андеррайтинг' } as const
export type ApproverType = keyof typeof approverTypes
export const ApproverType = z.enum(['oic', 'nis', 'uw'])

/** Departments that check the set; underwriters have pages of their own. */
export const checkingTypes = ['oic', 'nis'] as const satisfies ApproverType[]
export type CheckingType = (typeof checkingTypes)[number]
export const CheckingType = z.enum(checkingTypes)

/** Work status labels (specification 1 §3). */
export const workStatuses = { ACTIVE: 'Активный', INACTIVE: 'Неактивный', PAUSE: 'На паузе' } as const
export type WorkStatus = keyof typeof workStatuses
export const WorkStatus = z.enum(['ACTIVE', 'INACTIVE', 'PAUSE'])

/** The object type whose rights guard a department's approvers. */
export const approverObject = {
  param: 'type',
  objects: { oic: 'EmployeeOic', nis: 'EmployeeNis', uw: 'EmployeeUnderwriting' },
} as const satisfies ObjectByParam

const TypeParams = z.object({ type: ApproverType })
const ApproverKey = z.object({ type: ApproverType, id: IdParam })

/** `HH:MM` or empty; whether it may be empty depends on the work status. */
const Time = z.union([z.literal(''), z.string().refine(isTime, messages.badTime)])
const ApproverPartner = z.object({ partnerId: Id, shortName: z.string() })
const limit = z
  .int(messages.notNegative)
  .min(0, messages.notNegative)
  .max(10_000, 'Введите число не больше 10 000')

/** An approver as the server answers it. */
export const Approver = z.object({
  id: Id,
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  role: z.string(),
  workStatus: WorkStatus,
  mortgageApplicationLevels: z.array(Option),
  /** Used for nis only; empty for oic. */
  mortgageApplicationStatuses: z.array(Option),
  partners: z.array(ApproverPartner),
  allPartners: z.boolean(),
  regions: z.array(Option),
  allRegions: z.boolean(),
  workingShiftFrom: z.string().nullable(),
  workingShiftBy: z.string().nullable(),
  mortgageApplicationsLimit: z.int().nullable(),
  /** Grows by one with every saved change; an old one answers 409. */
  version: z.int(),
  /** Applications in work now. */
  openApplicationsCount: z.int(),
  overdueCount: z.int(),
  onShift: z.boolean(),
  lastAssignedAt: Instant.nullable(),
  /** «Отпуск до 02.12.2026», while an absence has paused the approver. */
  pauseReason: z.string().nullish(),
})
export type Approver = z.output<typeof Approver>

/** An approver as the form sends it: names and role are shown only, and ignored when sent. */
export const ApproverInput = z.object({
  id: Id.optional(),
  workStatus: WorkStatus,
  mortgageApplicationLevels: z
    .array(z.object({ code: Code }))
    .max(100)
    .default([]),
  mortgageApplicationStatuses: z
    .array(z.object({ code: Code }))
    .max(100)
    .default([]),
  partners: z
    .array(z.object({ partnerId: Id }))
    .max(5_000)
    .default([]),
  allPartners: z.boolean().default(false),
  regions: z
    .array(z.object({ code: Code }))
    .max(200)
    .default([]),
  allRegions: z.boolean().default(false),
  workingShiftFrom: Time.nullish(),
  workingShiftBy: Time.nullish(),
  mortgageApplicationsLimit: limit.nullish(),
  version: z.int().min(1).max(2_147_483_647).optional(),
})
export type ApproverInput = z.output<typeof ApproverInput>

type Issue = { path: string; message: string }

/**
 * The rules that hold only for an ACTIVE approver (specification 1 §5); the form and the server both call it.
 * Empty when everything is in order.
 */
export function activeApproverIssues(type: ApproverType, a: Omit<ApproverInput, 'id' | 'version'>): Issue[] {
  if (a.workStatus !== 'ACTIVE') return []
  const issues: Issue[] = []
  const need = (ok: boolean, path: string, message: string = messages.required) => {
    if (!ok) issues.push({ path, message })
  }
  need(a.mortgageApplicationLevels.length > 0, 'mortgageApplicationLevels')
  if (type === 'nis') need(a.mortgageApplicationStatuses.length > 0, 'mortgageApplicationStatuses')
  need(a.allPartners || a.partners.length > 0, 'partners')
  need(a.allRegions || a.regions.length > 0, 'regions')
  need(isTime(a.workingShiftFrom ?? ''), 'workingShiftFrom', messages.badTime)
  need(isTime(a.workingShiftBy ?? ''), 'workingShiftBy', messages.badTime)
  need(
    a.mortgageApplicationsLimit !== null && a.mortgageApplicationsLimit !== undefined,
    'mortgageApplicationsLimit',
  )
  return issues
}

/** The filter of the list; an absent or empty part does not restrict. */
export const ApproverFilter = z.object({
  workStatus: WorkStatus.nullish(),
  ids: z.array(Id).max(1_000).optional(),
  mortgageApplicationLevels: z.array(Code).max(100).optional(),
  /** Approvers whose shift overlaps [from, by); with one end only, those on shift at that time. */
  workingShiftFrom: Time.nullish(),
  workingShiftBy: Time.nullish(),
  regions: z.array(Code).max(200).optional(),
  partners: z.array(Id).max(1_000).optional(),
  /** Those who have as many applications as their limit allows, or more. */
  overloaded: z.boolean().optional(),
  /** Those who have an application whose deadline has passed. */
  overdue: z.boolean().optional(),
  /** Those who work now: active and on shift. */
  onShift: z.boolean().optional(),
})
export type ApproverFilter = z.output<typeof ApproverFilter>

export const approverSortFields = [
  'fullName',
  'workStatus',
  'shift',
  'load',
  'overdue',
  'lastAssignedAt',
] as const

const ListQuery = PageQuery.extend({
  sort: sortOf(approverSortFields).default({ field: 'fullName', direction: 'asc' }),
})

export const listApprovers = endpoint({
  method: 'POST',
  path: '/partner/:type/list',
  summary: 'Список согласующих',
  access: can(approverObject, 'Read'),
  params: TypeParams,
  query: ListQuery,
  body: ApproverFilter,
  response: pageOf(Approver),
  reads: true,
  hot: true,
})

export const ApproverStatistics = z.object({
  allEmployeesCount: z.int(),
  activeEmployeesCount: z.int(),
  inactiveEmployeesCount: z.int(),
  pauseEmployeesCount: z.int(),
})
export type ApproverStatistics = z.output<typeof ApproverStatistics>

/** The four counts of the tabs: the filter applies, its work status does not (each tab is a work status). */
export const getApproverStatistics = endpoint({
  method: 'POST',
  path: '/partner/:type/statistics',
  summary: 'Число согласующих по статусам',
  access: can(approverObject, 'Read'),
  params: TypeParams,
  body: ApproverFilter,
  response: ApproverStatistics,
  reads: true,
})

export const getApprover = endpoint({
  method: 'GET',
  path: '/partner/:type/:id',
  summary: 'Согласующий',
  access: can(approverObject, 'Read'),
  params: ApproverKey,
  response: Approver,
  hot: true,
})

/** 409 ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE with the current row when `version` is old. */
export const saveApprover = endpoint({
  method: 'PUT',
  path: '/partner/:type/:id',
  summary: 'Сохранение согласующего',
  access: can(approverObject, 'Update'),
  params: ApproverKey,
  body: ApproverInput,
  response: Approver,
  hot: true,
})

/** Makes an employee one of those who check: inactive until a load is set. 409 for whoever may not check, or is there. */
export const joinApprovers = endpoint({
  method: 'POST',
  path: '/partner/:type/join',
  summary: 'Включение сотрудника в согласующие',
  access: can(approverObject, 'Update'),
  params: z.object({ type: CheckingType }),
  body: z.object({ employeeId: Id }),
  response: Approver,
  idempotent: true,
})

export const findEmployeesByFullName = endpoint({
  method: 'POST',
  path: '/partner/:type/findEmployeesByFullName',
  summary: 'Поиск согласующих по ФИО',
  access: can(approverObject, 'Read'),
  params: TypeParams,
  body: z.object({ fullName: text(200) }),
  response: z.array(PersonRef),
  reads: true,
})

export const listApproverHistory = endpoint({
  method: 'GET',
  path: '/partner/:type/:id/history',
  summary: 'История изменений согласующего',
  access: can(approverObject, 'Read'),
  params: ApproverKey,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

/** What people change of an approver: what the form shows and an earlier state brings back. */
export const ApproverState = Approver.pick({
  workStatus: true,
  mortgageApplicationLevels: true,
  mortgageApplicationStatuses: true,
  partners: true,
  allPartners: true,
  regions: true,
  allRegions: true,
  workingShiftFrom: true,
  workingShiftBy: true,
  mortgageApplicationsLimit: true,
})
export type ApproverState = z.output<typeof ApproverState>

/** As the approver was before the change `entry` of its history: for the form, which saves it like any other change. */
export const getApproverBefore = endpoint({
  method: 'GET',
  path: '/partner/:type/:id/history/:entry/before',
  summary: 'Согласующий до изменения',
  access: can(approverObject, 'Read'),
  params: ApproverKey.extend({ entry: HistoryEntryId }),
  response: ApproverState,
})

/** Where the open applications would go if the approver became INACTIVE now; nothing is changed. */
export const RedistributionPreview = z.object({
  total: z.int(),
  recipients: z.array(z.object({ id: Id, fullName: z.string(), count: z.int() })),
  unassigned: z.int(),
})
export type RedistributionPreview = z.output<typeof RedistributionPreview>

export const previewRedistribution = endpoint({
  method: 'GET',
  path: '/partner/:type/:id/redistribution',
  summary: 'Кому уйдут заявки согласующего',
  access: can(approverObject, 'Read'),
  params: ApproverKey,
  response: RedistributionPreview,
})

/** One change for many approvers; each is answered by itself. */
export const BulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('status'), workStatus: z.enum(['ACTIVE', 'PAUSE']) }),
  z.object({ action: z.literal('limit'), mortgageApplicationsLimit: limit }),
  z.object({
    action: z.literal('shift'),
    workingShiftFrom: z.string().refine(isTime, messages.badTime),
    workingShiftBy: z.string().refine(isTime, messages.badTime),
  }),
])
export type BulkChange = z.output<typeof BulkChange>

export const BulkAnswer = z.object({
  results: z.array(
    z.object({
      id: Id,
      fullName: z.string(),
      done: z.boolean(),
      reason: z.string().nullable(),
      /** Version that the change has made; null when it has made none. */
      version: z.int().nullable(),
    }),
  ),
})
export type BulkAnswer = z.output<typeof BulkAnswer>

export const bulkChangeApprovers = endpoint({
  method: 'POST',
  path: '/partner/:type/bulk',
  summary: 'Изменение нескольких согласующих',
  access: can(approverObject, 'Update'),
  params: TypeParams,
  idempotent: true,
  body: z.object({ ids: z.array(Id).min(1).max(1_000), change: BulkChange }),
  response: BulkAnswer,
})

/**
 * Takes back what a bulk change has done: each approver whose version is still the one that the change made becomes what it
 * was before. Whoever was changed since is refused.
 */
export const undoBulkChange = endpoint({
  method: 'POST',
  path: '/partner/:type/bulk/undo',
  summary: 'Отмена изменения нескольких согласующих',
  access: can(approverObject, 'Update'),
  params: TypeParams,
  idempotent: true,
  body: z.object({
    items: z
      .array(z.object({ id: Id, version: Version }))
      .min(1)
      .max(1_000),
  }),
  response: BulkAnswer,
})

/** Columns of the list and of its export: key → heading. */
export const approverColumns = {
  fullName: 'Сотрудник',
  role: 'Роль',
  workStatus: 'Статус',
  shift: 'Смена',
  load: 'В работе / лимит',
  levels: 'Уровни',
  statuses: 'Статусы заявок',
  regions: 'Регионы',
  partners: 'Партнёры',
  overdue: 'Проср.',
  lastAssignedAt: 'Назначение',
} as const
export type ApproverColumn = keyof typeof approverColumns

export const approversExport = listExport({
  path: '/partner/:type/export',
  of: 'согласующих',
  access: can(approverObject, 'Read', 'Export'),
  params: TypeParams,
  filter: ApproverFilter,
  sort: ListQuery.shape.sort,
  columns: approverColumns,
})
export type ApproverExport = ExportOf<typeof approversExport>
