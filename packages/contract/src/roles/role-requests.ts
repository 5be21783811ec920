import { z } from 'zod'
import { FlagParam, Version } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { Id, IdParam, Instant, requiredText, text } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'
import { OperationRef } from './role-operations.ts'

/** States of a change that waits for a second person. */
export const requestStatuses = {
  PENDING: 'Ждёт решения',
  APPROVED: 'Подтверждено',
  REJECTED: 'Отклонено',
  EXPIRED: 'Срок истёк',
  WITHDRAWN: 'Отозвано автором',
} as const
export type RequestStatus = keyof typeof requestStatuses
export const RequestStatus = z.enum(Object.keys(requestStatuses) as [RequestStatus, ...RequestStatus[]])

/** What a request changes. */
export const changeKinds = {
  user_role: 'Роль',
  employee_roles: 'Роли сотрудника',
  employee_account: 'Доступ к учётной записи',
  workgroup_roles: 'Роли рабочей группы',
  workgroup_members: 'Сотрудники рабочей группы',
  feature_toggle: 'Переключатель функции',
} as const
export type ChangeKindCode = keyof typeof changeKinds
const ChangeKindCode = z.enum(Object.keys(changeKinds) as [ChangeKindCode, ...ChangeKindCode[]])

const Person = z.object({ id: Id, fullName: z.string() })

/** A change that a second person approves or rejects. Nothing is ever deleted. */
export const ChangeRequest = z.object({
  id: Id,
  kind: ChangeKindCode,
  /** What it changes: a role, an employee, a group, a toggle; null while a new role is not approved. */
  objectId: Id.nullable(),
  /** The role of a change of a role; null while a new one is not approved, and for other kinds. */
  roleId: Id.nullable(),
  /** «Роль «Андеррайтер»: изменение». */
  title: z.string(),
  /** «+3 / −1 операции». */
  summary: z.string(),
  fields: z.array(z.object({ label: z.string(), oldValue: z.string(), newValue: z.string() })),
  added: z.array(OperationRef),
  removed: z.array(OperationRef),
  /** People whom it touched when it was made. */
  affected: z.int(),
  status: RequestStatus,
  maker: Person,
  createdAt: Instant,
  checker: Person.nullable(),
  decidedAt: Instant.nullable(),
  comment: z.string(),
  expiresAt: Instant,
  /** What it changes has changed since: it can be rejected or withdrawn, not approved. */
  stale: z.boolean(),
  /** The caller may approve and reject it: has the right, did not make it and is not whom it is about. */
  canDecide: z.boolean(),
  canWithdraw: z.boolean(),
  version: z.int(),
})
export type ChangeRequest = z.output<typeof ChangeRequest>

const list = can('UserRole', 'List')
const Key = z.object({ id: IdParam })

export const listRoleRequests = endpoint({
  method: 'GET',
  path: '/userRole/request',
  summary: 'Изменения ролей, ждущие второго человека, и решённые',
  access: list,
  query: PageQuery.extend({
    status: RequestStatus.optional(),
    roleId: IdParam.optional(),
    mine: FlagParam.default(false),
  }),
  response: pageOf(ChangeRequest),
})
export const getRoleRequest = endpoint({
  method: 'GET',
  path: '/userRole/request/:id',
  summary: 'Изменение роли, ждущее второго человека',
  access: list,
  params: Key,
  response: ChangeRequest,
})
/** Applies the change. 403 to its maker; 409 when the role has changed since or the request is decided. */
export const approveRoleRequest = endpoint({
  method: 'POST',
  path: '/userRole/request/:id/approve',
  summary: 'Подтверждение изменения роли',
  access: can('UserRole', 'Approve'),
  params: Key,
  idempotent: true,
  body: z.object({ version: Version, comment: text(1_000).default('') }),
  response: ChangeRequest,
})
export const rejectRoleRequest = endpoint({
  method: 'POST',
  path: '/userRole/request/:id/reject',
  summary: 'Отклонение изменения роли',
  access: can('UserRole', 'Approve'),
  params: Key,
  idempotent: true,
  body: z.object({ version: Version, comment: requiredText(1_000) }),
  response: ChangeRequest,
})
/** The maker alone. */
export const withdrawRoleRequest = endpoint({
  method: 'POST',
  path: '/userRole/request/:id/withdraw',
  summary: 'Отзыв своего изменения роли',
  access: can('UserRole', 'Update'),
  params: Key,
  idempotent: true,
  body: z.object({ version: Version }),
  response: ChangeRequest,
})
