import { z } from 'zod'
import { PersonRef, PartnerRef, CodedRef, PendingRef } from '../common/refs.ts'
import { flag, line, reference } from '../common/fields.ts'
import { FlagParam, IdsQuery, ItemsAnswer, SearchText, Version, VersionQuery } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Code, Id, IdParam, Option, requiredText, text } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

/** Operations of a role in a process (specification 2 §6 «Role operations»). */
export const processOperations = {
  CREATE: 'Создание',
  VIEW: 'Просмотр',
  EDIT: 'Изменение',
  CHANGE_RESPONSIBLE: 'Смена ответственного',
  SEND_TO_NEXT_STEP: 'Передача на следующий шаг',
} as const
export type ProcessOperation = keyof typeof processOperations
export const ProcessOperation = keyOf(processOperations)

/** Processes in which groups work; more join with their areas. */
export const workProcesses = {
  SHORT_APPLICATION: 'Краткая заявка',
  FULL_APPLICATION: 'Полная заявка',
  UNDERWRITING: 'Андеррайтинг',
  MORTGAGE_LOAN: 'Кредитное дело',
  MORTGAGE_SUPPORT: 'Сопровождение',
  DEAL_REFINANCING: 'Сделка рефинансирования',
  INSURANCE: 'Страхование',
  APPRAISAL: 'Оценка',
  REGISTRATION: 'Электронная регистрация',
  USER_REQUEST: 'Обращение',
} as const
export type WorkProcess = keyof typeof workProcesses
export const WorkProcess = keyOf(workProcesses)

/** One right of a workgroup role: an operation in a process. */
export const ProcessRight = z.object({ process: WorkProcess, operation: ProcessOperation })
export type ProcessRight = z.output<typeof ProcessRight>

const rightsOf = z
  .array(ProcessRight)
  .max(100)
  .transform((list) => [...new Map(list.map((r) => [`${r.process}.${r.operation}`, r])).values()])

/** A role that a group may hold. */
export const WorkgroupRole = z.object({
  id: Id,
  name: z.string(),
  /** Code of the partner role that the group's partner must have; null: any partner. */
  partnerRoleId: z.string().nullable(),
  partnerRoleName: z.string().nullable(),
  isDisabled: z.boolean(),
  description: z.string(),
  operations: z.array(ProcessRight),
  /** Groups that hold it. */
  groupsCount: z.int(),
  version: z.int(),
})
export type WorkgroupRole = z.output<typeof WorkgroupRole>

export const WorkgroupRoleInput = z.object({
  name: requiredText(120),
  partnerRoleId: Code.nullable().default(null),
  isDisabled: z.boolean().default(false),
  description: text(1_000).default(''),
  operations: rightsOf.default([]),
})
export type WorkgroupRoleInput = z.output<typeof WorkgroupRoleInput>

const RoleKey = z.object({ id: IdParam })

/** The catalogue of the bank, also read as `/partner/{partnerId}/workgroup/roles`. */
export const listWorkgroupRoles = endpoint({
  method: 'GET',
  path: '/workgroupRole',
  summary: 'Роли рабочих групп',
  access: can('Workgroup', 'Read'),
  response: z.array(WorkgroupRole),
})
export const getWorkgroupRole = endpoint({
  method: 'GET',
  path: '/workgroupRole/:id',
  summary: 'Роль рабочей группы',
  access: can('Workgroup', 'Read'),
  params: RoleKey,
  response: WorkgroupRole,
})
/** The operator alone; 400 on `name` when it is taken. */
export const createWorkgroupRole = endpoint({
  method: 'POST',
  path: '/workgroupRole',
  summary: 'Новая роль рабочих групп',
  access: can('UserRole', 'Update'),
  idempotent: true,
  body: WorkgroupRoleInput,
  response: WorkgroupRole,
})
export const updateWorkgroupRole = endpoint({
  method: 'PUT',
  path: '/workgroupRole/:id',
  summary: 'Изменение роли рабочих групп',
  access: can('UserRole', 'Update'),
  params: RoleKey,
  body: WorkgroupRoleInput.extend({ version: Version }),
  response: WorkgroupRole,
})
/** 409 while groups hold it: disable it instead. */
export const deleteWorkgroupRole = endpoint({
  method: 'DELETE',
  path: '/workgroupRole/:id',
  summary: 'Удаление роли рабочих групп',
  access: can('UserRole', 'Update'),
  params: RoleKey,
  query: VersionQuery,
})

/** A group of a partner's employees. */
export const Workgroup = z.object({
  id: Id,
  partnerId: Id,
  name: z.string(),
  description: z.string(),
  notActive: z.boolean(),
  head: PersonRef.nullable(),
  employeesCount: z.int(),
  roles: z.array(z.object({ id: Id, name: z.string(), isDisabled: z.boolean() })),
  /** User roles that its members hold through it. */
  userRoles: z.array(CodedRef),
  version: z.int(),
})
export type Workgroup = z.output<typeof Workgroup>

/** What is entered of a group. */
export const workgroupFields = {
  name: line('Название'),
  headId: reference('Руководитель', 'employee'),
  description: line('Описание'),
  notActive: flag('Отключена: не получает задач и не даёт прав', { historyLabel: 'Отключена' }),
}
/** What is entered of a role of groups. */
export const workgroupRoleFields = {
  name: line('Название'),
  partnerRoleId: reference('Роль партнёра', 'partnerRole', { hint: 'Пусто — для любых партнёров' }),
  description: line('Описание'),
  isDisabled: flag('Отключена: группы её не получают, прав она не даёт', { historyLabel: 'Отключена' }),
}

export const WorkgroupInput = z.object({
  name: requiredText(200),
  description: text(1_000).default(''),
  notActive: z.boolean().default(false),
  /** Must be a member; a new group has no members yet and takes its head in as the first. */
  headId: Id.nullable().default(null),
})
export type WorkgroupInput = z.output<typeof WorkgroupInput>

const PartnerKey = z.object({ partnerId: IdParam })
const GroupKey = z.object({ partnerId: IdParam, id: IdParam })
const GroupPartKey = z.object({ partnerId: IdParam, workgroupId: IdParam })
const read = can('Workgroup', 'Read')
const update = can('Workgroup', 'Update')

export const listWorkgroups = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/workgroup',
  summary: 'Рабочие группы партнёра',
  access: read,
  params: PartnerKey,
  query: PageQuery.extend({ name: SearchText.default(''), notActive: FlagParam.optional() }),
  response: pageOf(Workgroup),
})
export const createWorkgroup = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/workgroup',
  summary: 'Новая рабочая группа',
  access: update,
  params: PartnerKey,
  idempotent: true,
  body: WorkgroupInput,
  response: Workgroup,
})
/** A group that has members, or stands in the history of tasks, is refused: make it inactive instead. */
export const deleteWorkgroups = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId/workgroup',
  summary: 'Удаление рабочих групп',
  access: update,
  params: PartnerKey,
  query: IdsQuery,
  response: ItemsAnswer,
})
export const getWorkgroup = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/workgroup/:id',
  summary: 'Рабочая группа',
  access: read,
  params: GroupKey,
  response: Workgroup,
})
export const updateWorkgroup = endpoint({
  method: 'PUT',
  path: '/partner/:partnerId/workgroup/:id',
  summary: 'Изменение рабочей группы',
  access: update,
  params: GroupKey,
  body: WorkgroupInput.extend({ version: Version }),
  response: Workgroup,
})
export const deleteWorkgroup = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId/workgroup/:id',
  summary: 'Удаление рабочей группы',
  access: update,
  params: GroupKey,
  query: VersionQuery,
})
/** Id, name and activity of all groups of the partner, for selects. */
export const listWorkgroupNames = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/workgroup/',
  summary: 'Рабочие группы партнёра для выбора',
  access: read,
  params: PartnerKey,
  response: z.array(z.object({ id: Id, name: z.string(), notActive: z.boolean() })),
})
/** The whole catalogue with `suitable`: whether groups of this partner may hold the role. */
export const listPartnerWorkgroupRoles = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/workgroup/roles',
  summary: 'Роли рабочих групп с пригодностью для партнёра',
  access: read,
  params: PartnerKey,
  response: z.array(WorkgroupRole.extend({ suitable: z.boolean() })),
})
/** Roles that are not disabled and whose partner role the partner has (or that need none). */
export const findSuitableRole = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/workgroup/findSuitableRole',
  summary: 'Роли, подходящие рабочим группам партнёра',
  access: read,
  params: PartnerKey,
  response: z.array(WorkgroupRole),
})
/** Active groups whose roles (not disabled) allow the operation in the process. */
export const findWorkgroupsByOperation = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/workgroup/findWorkgroupsByOperation',
  summary: 'Рабочие группы по операции процесса',
  access: read,
  params: PartnerKey,
  query: z.object({ process: WorkProcess, operation: ProcessOperation }),
  response: z.array(Workgroup),
})

export const WorkgroupMember = z.object({
  id: Id,
  fullName: z.string(),
  jobTitle: z.string(),
  notActive: z.boolean(),
  head: z.boolean(),
  /** Where the person works: the partner or one under it. */
  partner: PartnerRef,
})
export type WorkgroupMember = z.output<typeof WorkgroupMember>

/** A change of the group that waits for a second person. */

const EmployeeIds = z.object({ employeeIds: z.array(Id).min(1).max(500) })

export const listWorkgroupEmployees = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/workgroup/:workgroupId/employee',
  summary: 'Сотрудники рабочей группы',
  access: read,
  params: GroupPartKey,
  query: PageQuery.extend({ fullName: SearchText.default('') }),
  response: pageOf(WorkgroupMember),
})
/**
 * Each is answered by itself: members belong to the partner or to what is under it, and are active. Where the group gives
 * roles that need a second person, everybody who may join is asked for at once: the answer says so, with the request.
 */
export const addWorkgroupEmployees = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/workgroup/:workgroupId/employee',
  summary: 'Добавление сотрудников в рабочую группу',
  access: update,
  params: GroupPartKey,
  idempotent: true,
  body: EmployeeIds,
  response: ItemsAnswer.extend({ pending: PendingRef.nullable() }),
})
/** `ids` are employees; the head who leaves the group is its head no longer. */
export const removeWorkgroupEmployees = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId/workgroup/:workgroupId/employee',
  summary: 'Исключение сотрудников из рабочей группы',
  access: update,
  params: GroupPartKey,
  query: IdsQuery,
  response: ItemsAnswer,
})
/** Null while the group has no head. */
export const findWorkgroupHead = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/workgroup/:workgroupId/employee/findHead',
  summary: 'Руководитель рабочей группы',
  access: read,
  params: GroupPartKey,
  response: z.object({ head: WorkgroupMember.nullable() }),
})

export const listRolesOfWorkgroup = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/workgroup/:workgroupId/role',
  summary: 'Роли рабочей группы',
  access: read,
  params: GroupPartKey,
  response: z.array(WorkgroupRole),
})
/** Each is answered by itself: a disabled role, or one that the partner's roles do not allow, is refused. */
export const addRolesOfWorkgroup = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/workgroup/:workgroupId/role',
  summary: 'Добавление ролей рабочей группе',
  access: update,
  params: GroupPartKey,
  idempotent: true,
  body: z.object({ roleIds: z.array(Id).min(1).max(100) }),
  response: ItemsAnswer,
})
/** `ids` are workgroup roles. */
export const removeRolesOfWorkgroup = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId/workgroup/:workgroupId/role',
  summary: 'Снятие ролей с рабочей группы',
  access: update,
  params: GroupPartKey,
  query: IdsQuery,
  response: ItemsAnswer,
})

const UserRoles = z.array(Option.extend({ id: Id }))
const GroupRights = z.object({
  held: UserRoles,
  available: UserRoles,
  /** The change of these roles that waits for a second person. */
  pending: PendingRef.nullable(),
  version: z.int(),
})
export type GroupRights = z.output<typeof GroupRights>

/** User roles that the group gives its members, and all that it could give. */
export const getWorkgroupUserRoles = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/workgroup/:workgroupId/userRole',
  summary: 'Роли пользователей, которые даёт рабочая группа',
  access: read,
  params: GroupPartKey,
  response: GroupRights,
})
/**
 * Acts on the next request of the members. `version` is the group's. Where roles need a second person, what is added is asked
 * for: the answer is what was, with `pending`.
 */
export const saveWorkgroupUserRoles = endpoint({
  method: 'PUT',
  path: '/partner/:partnerId/workgroup/:workgroupId/userRole',
  summary: 'Сохранение ролей пользователей рабочей группы',
  access: can('UserRole', 'Update'),
  params: GroupPartKey,
  body: z.object({ userRoleIds: z.array(Id).max(200), version: Version }),
  response: GroupRights,
})
