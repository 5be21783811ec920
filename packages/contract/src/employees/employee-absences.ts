import { z } from 'zod'
import { ApproverType } from '../approvers/approvers.ts'
import { PersonRef } from '../common/refs.ts'
import { Day, Version, VersionQuery } from '../common/items.ts'
import { Id, IdParam, text } from '../common/scalars.ts'
import { AbsenceReason } from './employees.ts'
import { can, endpoint } from '../endpoint.ts'

const EmployeeKey = z.object({ employeeId: IdParam })
const ItemKey = z.object({ employeeId: IdParam, id: IdParam })
const read = can('PartnerEmployee', 'Read')
const update = can('PartnerEmployee', 'Update')
type Issue = { path: string; message: string }

export const absenceStates = {
  PLANNED: 'Запланировано',
  CURRENT: 'Идёт',
  ENDED: 'Завершено',
  CANCELLED: 'Отменено',
} as const
export const EmployeeAbsence = z.object({
  id: Id,
  reason: AbsenceReason,
  /** Both days included. */
  dateFrom: z.string(),
  dateTo: z.string(),
  deputy: PersonRef.nullable(),
  comment: z.string(),
  state: z.enum(['PLANNED', 'CURRENT', 'ENDED', 'CANCELLED']),
  /** Approvers that are paused because of it. */
  pausedApprovers: z.array(z.object({ id: Id, type: ApproverType })),
  version: z.int(),
})
export type EmployeeAbsence = z.output<typeof EmployeeAbsence>
export const EmployeeAbsenceInput = z.object({
  reason: AbsenceReason,
  dateFrom: Day,
  dateTo: Day,
  /** An active colleague of the same tree of partners, not away themselves on these days. */
  deputyId: Id.nullable().default(null),
  comment: text(1_000).default(''),
})
export type EmployeeAbsenceInput = z.output<typeof EmployeeAbsenceInput>
/** The form and the server both call it. */
export const absenceIssues = ({ dateFrom, dateTo }: EmployeeAbsenceInput): Issue[] =>
  dateTo < dateFrom ? [{ path: 'dateTo', message: 'Дата окончания раньше даты начала' }] : []

export const listAbsences = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/absence',
  summary: 'Отсутствия сотрудника',
  access: read,
  params: EmployeeKey,
  response: z.array(EmployeeAbsence),
})
/** 400 on `dateFrom` when it overlaps another absence. One that begins today acts at once. */
export const createAbsence = endpoint({
  method: 'POST',
  path: '/employee/:employeeId/absence',
  summary: 'Новое отсутствие',
  access: update,
  idempotent: true,
  params: EmployeeKey,
  body: EmployeeAbsenceInput,
  response: EmployeeAbsence,
})
export const updateAbsence = endpoint({
  method: 'PUT',
  path: '/employee/:employeeId/absence/:id',
  summary: 'Изменение отсутствия',
  access: update,
  params: ItemKey,
  body: EmployeeAbsenceInput.extend({ version: Version }),
  response: EmployeeAbsence,
})
/** Cancels it; a current one ends now. */
export const cancelAbsence = endpoint({
  method: 'DELETE',
  path: '/employee/:employeeId/absence/:id',
  summary: 'Отмена отсутствия',
  access: update,
  params: ItemKey,
  query: VersionQuery,
})
