import { z } from 'zod'
import { PersonRef, ValueChange } from '../common/refs.ts'
import { FlagParam, Version } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Id, IdParam, Instant, requiredText, text } from '../common/scalars.ts'
import { type Access, endpoint } from '../endpoint.ts'
import type { ObjectType } from '../operations.ts'
import { OperationRef } from '../roles/role-operations.ts'

/** States of a change that waits for a second person. */
export const requestStatuses = {
  PENDING: 'Ждёт решения',
  APPROVED: 'Подтверждено',
  REJECTED: 'Отклонено',
  EXPIRED: 'Срок истёк',
  WITHDRAWN: 'Отозвано автором',
} as const
export type RequestStatus = keyof typeof requestStatuses
export const RequestStatus = keyOf(requestStatuses)

/** What a kind of change is called, and whose operation `Approve` decides on it. */
interface ChangeKindSpec {
  readonly title: string
  readonly decides: ObjectType
}

/** What a request changes. */
export const changeKinds = {
  user_role: { title: 'Роль', decides: 'UserRole' },
  employee_roles: { title: 'Роли сотрудника', decides: 'UserRole' },
  employee_account: { title: 'Доступ к учётной записи', decides: 'UserRole' },
  workgroup_roles: { title: 'Роли рабочей группы', decides: 'UserRole' },
  workgroup_members: { title: 'Сотрудники рабочей группы', decides: 'UserRole' },
  feature_toggle: { title: 'Переключатель функции', decides: 'UserRole' },
  parameter: { title: 'Параметр', decides: 'Parameter' },
  blacklist_individual: { title: 'Чёрный список: физлицо', decides: 'IndividualBlacklist' },
  blacklist_phone: { title: 'Чёрный список: телефон', decides: 'IndividualBlacklist' },
  blacklist_legal_person: { title: 'Чёрный список: юрлицо', decides: 'LegalPersonBlacklist' },
  load_authority: { title: 'Перечень 115-ФЗ: загрузка', decides: 'IndividualBlacklist' },
  load_individuals: { title: 'Чёрный список физлиц: загрузка', decides: 'IndividualBlacklist' },
  load_phones: { title: 'Чёрный список телефонов: загрузка', decides: 'IndividualBlacklist' },
  load_legal_persons: { title: 'Чёрный список юрлиц: загрузка', decides: 'LegalPersonBlacklist' },
  decision_authority: { title: 'Полномочия на решения', decides: 'Underwriting' },
  rate_limits: { title: 'Предельные ПСК', decides: 'Rule' },
  rate_cap: { title: 'Потолок ставки', decides: 'Rule' },
  individual_rate: { title: 'Индивидуальная ставка', decides: 'CreditProduct' },
  individual_loan_rate: { title: 'Индивидуальная ставка', decides: 'LoanProduct' },
} as const satisfies Record<string, ChangeKindSpec>
export type ChangeKindCode = keyof typeof changeKinds
const ChangeKindCode = keyOf(changeKinds)

/** Objects whose holders of `Approve` decide on changes. */
export type DecidingObject = (typeof changeKinds)[ChangeKindCode]['decides']

/** The operation by which one decides, where it is not `Approve`: the object has other things to approve. */
const decidingOperations: Readonly<Partial<Record<ObjectType, string>>> = {
  Rule: 'MaxRateCalculationApprove',
  CreditProduct: 'IndividualRate',
  LoanProduct: 'IndividualRate',
}
export const decidingOperation = (object: DecidingObject): string => decidingOperations[object] ?? 'Approve'

/** The kinds on which holders of the object's `Approve` decide. */
export const kindsDecidedBy = (object: DecidingObject): ChangeKindCode[] =>
  ChangeKindCode.options.filter((kind) => changeKinds[kind].decides === object)

/** A change that a second person approves or rejects. Nothing is ever deleted. */
export const ChangeRequest = z.object({
  id: Id,
  kind: ChangeKindCode,
  /** What it changes: a role, an employee, a group, a toggle, a parameter, an entry of a blacklist, whose authority; null while a new role is not approved. */
  objectId: Id.nullable(),
  /** The role of a change of a role; null while a new one is not approved, and for other kinds. */
  roleId: Id.nullable(),
  /** «Роль «Андеррайтер»: изменение». */
  title: z.string(),
  /** «+3 / −1 операции». */
  summary: z.string(),
  fields: z.array(ValueChange),
  added: z.array(OperationRef),
  removed: z.array(OperationRef),
  /** People whom it touched when it was made. */
  affected: z.int(),
  status: RequestStatus,
  maker: PersonRef,
  createdAt: Instant,
  checker: PersonRef.nullable(),
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

/** Who may see the requests of an object, decide on them, and take back their own. */
export interface RequestRights {
  readonly see: Access
  readonly decide: Access
  readonly make: Access
}

const Key = z.object({ id: IdParam })

/** The calls by which requests of an object are read and decided on; `of` names them in Russian: «изменение роли». */
export const changeRequestCalls = <const P extends string>(
  path: P,
  of: string,
  { see, decide, make }: RequestRights,
) => ({
  list: endpoint({
    method: 'GET',
    path,
    summary: `Ждут второго человека и решены: ${of}`,
    access: see,
    query: PageQuery.extend({
      status: RequestStatus.optional(),
      objectId: IdParam.optional(),
      mine: FlagParam.default(false),
    }),
    response: pageOf(ChangeRequest),
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: `Ждёт второго человека: ${of}`,
    access: see,
    params: Key,
    response: ChangeRequest,
  }),
  /** Applies the change. 403 to its maker; 409 when the object has changed since or the request is decided. */
  approve: endpoint({
    method: 'POST',
    path: `${path}/:id/approve`,
    summary: `Подтверждение: ${of}`,
    access: decide,
    params: Key,
    idempotent: true,
    body: z.object({ version: Version, comment: text(1_000).default('') }),
    response: ChangeRequest,
  }),
  reject: endpoint({
    method: 'POST',
    path: `${path}/:id/reject`,
    summary: `Отклонение: ${of}`,
    access: decide,
    params: Key,
    idempotent: true,
    body: z.object({ version: Version, comment: requiredText(1_000) }),
    response: ChangeRequest,
  }),
  /** The maker alone. */
  withdraw: endpoint({
    method: 'POST',
    path: `${path}/:id/withdraw`,
    summary: `Отзыв своего запроса: ${of}`,
    access: make,
    params: Key,
    idempotent: true,
    body: z.object({ version: Version }),
    response: ChangeRequest,
  }),
})
/** The calls of one object. */
export type ChangeRequestCalls = ReturnType<typeof changeRequestCalls>
