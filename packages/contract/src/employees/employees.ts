import { z } from 'zod'
import { ApproverType } from '../approvers/approvers.ts'
import { PersonRef, PartnerRef, NamedRef } from '../common/refs.ts'
import { Day, FlagParam, IdsQuery, ItemsAnswer, SearchText, Version, VersionQuery } from '../common/items.ts'
import { PageQuery, pageOf, sortOf } from '../common/page.ts'
import { RequiredNamePart, Sex } from '../common/person/person-name.ts'
import { Id, IdParam, Instant, text } from '../common/scalars.ts'
import { can, endpoint, signedIn } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import { employeeFields as fields, newEmployeeFields } from './employee-fields.ts'

export const absenceReasons = {
  VACATION: 'Отпуск',
  SICK_LEAVE: 'Больничный',
  BUSINESS_TRIP: 'Командировка',
  OTHER: 'Другая причина',
} as const
export type AbsenceReason = keyof typeof absenceReasons
export const AbsenceReason = z.enum(['VACATION', 'SICK_LEAVE', 'BUSINESS_TRIP', 'OTHER'])

/** How the person signs in: NONE no account, WAITING being created, FAILED with the reason in the card. */
export const accountStates = {
  NONE: 'Нет учётной записи',
  WAITING: 'Создаётся',
  ACTIVE: 'Действует',
  DISABLED: 'Вход закрыт',
  FAILED: 'Не создана',
} as const
export type AccountState = keyof typeof accountStates
export const AccountState = z.enum(['NONE', 'WAITING', 'ACTIVE', 'DISABLED', 'FAILED'])

/** How soon a document with an end date ends. */
export const expiryStates = {
  FUTURE: 'Ещё не действует',
  VALID: 'Действует',
  EXPIRING: 'Истекает',
  EXPIRED: 'Истекла',
  REVOKED: 'Отозвана',
} as const
export type ExpiryState = keyof typeof expiryStates
export const ExpiryState = z.enum(['FUTURE', 'VALID', 'EXPIRING', 'EXPIRED', 'REVOKED'])

/** What everybody who sees the partner may know of its employee. */
export const EmployeeName = z.object({
  id: Id,
  fullName: z.string(),
  /** Name as it is shown everywhere. */
  descriptor: z.string(),
  jobTitle: z.string(),
  notActive: z.boolean(),
  partner: PartnerRef,
})
export type EmployeeName = z.output<typeof EmployeeName>

/** The absence of today. */
const AbsentNow = z.object({
  id: Id,
  reason: AbsenceReason,
  dateFrom: z.string(),
  dateTo: z.string(),
  deputy: PersonRef.nullable(),
})

/** A row of the list. `email` and `phone` are null for those who may not read cards. */
export const EmployeeRow = z.object({
  id: Id,
  fullName: z.string(),
  jobTitle: z.string(),
  login: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  notActive: z.boolean(),
  partner: PartnerRef,
  head: PersonRef.nullable(),
  userRoles: z.array(NamedRef),
  workgroups: z.array(NamedRef),
  absence: AbsentNow.nullable(),
  /** The procuracy in force that lasts longest, or the one that ended last. */
  procuracy: z.object({ dateTo: z.string(), state: ExpiryState }).nullable(),
  accountState: AccountState,
  version: z.int(),
})
export type EmployeeRow = z.output<typeof EmployeeRow>

/** The card. */
export const Employee = EmployeeRow.extend({
  lastName: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  descriptor: z.string(),
  sex: Sex.nullable(),
  birthDate: z.string().nullable(),
  /** Id in the identity server. */
  identityId: z.string().nullable(),
  approvers: z.array(
    z.object({
      id: Id,
      type: ApproverType,
      workStatus: z.string(),
      openApplicationsCount: z.int(),
    }),
  ),
  /** Whether the roles give the right to check applications: only such a person can be made an approver. */
  mayCheck: z.boolean(),
  createdAt: Instant,
})
export type Employee = z.output<typeof Employee>

const isEmail = (value: string) => z.email().safeParse(value).success

/** Login: latin letters, digits, dot, hyphen, underscore and @. */
export const loginPattern = /^[A-Za-z0-9][A-Za-z0-9._@-]{1,99}$/
const Login = z
  .string()
  .trim()
  .regex(loginPattern, 'От 2 до 100 знаков: латинские буквы, цифры, точка, дефис, подчёркивание и @')

export const EmployeeInput = z.object({
  lastName: RequiredNamePart,
  firstName: RequiredNamePart,
  middleName: z
    .union([z.literal('').transform(() => null), RequiredNamePart])
    .nullish()
    .transform((v) => v ?? null),
  sex: Sex.nullable().default(null),
  jobTitle: text(200).default(''),
  birthDate: Day.nullable().default(null),
  email: text(200)
    .refine((v) => v === '' || isEmail(v), 'Укажите адрес вида name@bank.ru')
    .nullable()
    .default(null),
  phone: text(20)
    .refine((v) => v === '' || /^\+7\d{10}$/.test(v), 'Укажите телефон в виде +79991234567')
    .nullable()
    .default(null),
  login: z
    .union([z.literal('').transform(() => null), Login])
    .nullable()
    .default(null),
  /** Of the same partner, or of one above or below it in the tree; never the person or somebody under them. */
  headId: Id.nullable().default(null),
  notActive: z.boolean().default(false),
})
export type EmployeeInput = z.output<typeof EmployeeInput>

/** Rules over several fields and the calendar; the form and the server both call it. `today` is `YYYY-MM-DD`. */
export function employeeIssues(
  input: { birthDate: string | null; login: string | null; createAccount?: boolean },
  today: string,
) {
  const issues: { path: string; message: string }[] = []
  const { birthDate } = input
  if (
    birthDate !== null &&
    Number(today.slice(0, 4)) -
      Number(birthDate.slice(0, 4)) -
      (birthDate.slice(5) > today.slice(5) ? 1 : 0) <
      14
  )
    issues.push({ path: 'birthDate', message: 'Сотруднику должно быть не меньше 14 лет' })
  if (input.createAccount === true && input.login === null)
    issues.push({ path: 'login', message: 'Для учётной записи нужен логин' })
  return issues
}

const PartnerKey = z.object({ partnerId: IdParam })
const ItemKey = z.object({ partnerId: IdParam, id: IdParam })
const list = can('PartnerEmployee', 'List')
const read = can('PartnerEmployee', 'Read')
const update = can('PartnerEmployee', 'Update')

export const employeeSortFields = ['fullName', 'jobTitle', 'login', 'partner', 'createdAt'] as const
export const EmployeeListQuery = PageQuery.extend({
  sort: sortOf(employeeSortFields).default({ field: 'fullName', direction: 'asc' }),
})

/** An absent part does not restrict. */
export const EmployeeFilter = z.object({
  /** Part of the name or of the login, words in any order. */
  text: text(200).default(''),
  notActive: z.boolean().nullish(),
  userRoleIds: z.array(Id).max(100).optional(),
  workgroupIds: z.array(Id).max(100).optional(),
  jobTitle: text(200).default(''),
  absentNow: z.boolean().nullish(),
  /** Has a procuracy in force that ends within 30 days and no later one. */
  procuracyExpiring: z.boolean().nullish(),
  headId: Id.nullish(),
  /** With the employees of the branches under the partner. */
  includeBranches: z.boolean().default(false),
})
export type EmployeeFilter = z.output<typeof EmployeeFilter>

export const listPartnerEmployees = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/employee',
  summary: 'Сотрудники партнёра',
  access: list,
  params: PartnerKey,
  query: EmployeeListQuery.extend({
    text: SearchText.default(''),
    notActive: FlagParam.optional(),
    includeBranches: FlagParam.default(false),
  }),
  response: pageOf(EmployeeRow),
  fields,
})

/** A page of the filter with the totals of the filter without its activity. */
export const filterPartnerEmployees = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/employee/filtered',
  summary: 'Поиск сотрудников партнёра',
  access: list,
  reads: true,
  params: PartnerKey,
  query: EmployeeListQuery,
  body: EmployeeFilter,
  response: pageOf(EmployeeRow).extend({
    totals: z.object({ all: z.int(), active: z.int(), notActive: z.int(), absent: z.int() }),
  }),
  fields,
})

/** With `createAccount` the sign-in is created after the save: `accountState` is WAITING until then. */
export const createPartnerEmployee = endpoint({
  method: 'POST',
  path: '/partner/:partnerId/employee',
  summary: 'Новый сотрудник партнёра',
  access: can('PartnerEmployee', 'Create'),
  idempotent: true,
  params: PartnerKey,
  body: EmployeeInput.extend({
    createAccount: z.boolean().default(false),
    /** Needs PartnerEmployee.UpdateRoles when not empty. */
    userRoleIds: z.array(Id).max(50).default([]),
  }),
  response: Employee,
  fields: newEmployeeFields,
})
/** Deactivates; nothing is deleted. */
export const deactivatePartnerEmployees = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId/employee',
  summary: 'Отключение сотрудников партнёра',
  access: update,
  params: PartnerKey,
  query: IdsQuery,
  response: ItemsAnswer,
})
export const getPartnerEmployee = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/employee/:id',
  summary: 'Карточка сотрудника',
  access: read,
  params: ItemKey,
  response: Employee,
  fields,
})
/** Setting `notActive` closes the sign-in, hands the open applications to others and frees the groups of their head. */
export const updatePartnerEmployee = endpoint({
  method: 'PUT',
  path: '/partner/:partnerId/employee/:id',
  summary: 'Изменение сотрудника',
  access: update,
  params: ItemKey,
  body: EmployeeInput.extend({ version: Version }),
  response: Employee,
  fields,
})
/** The same as a PUT with `notActive: true`. */
export const deactivatePartnerEmployee = endpoint({
  method: 'DELETE',
  path: '/partner/:partnerId/employee/:id',
  summary: 'Отключение сотрудника',
  access: update,
  params: ItemKey,
  query: VersionQuery,
})

/** What depends on the person: shown before the card is switched off. */
export const EmployeeDependants = z.object({
  approvers: z.array(
    z.object({
      id: Id,
      type: ApproverType,
      workStatus: z.string(),
      openApplicationsCount: z.int(),
    }),
  ),
  openApplicationsCount: z.int(),
  headOfWorkgroups: z.array(NamedRef),
  subordinates: z.array(PersonRef),
  /** Absences of others whose deputy the person is, current and coming. */
  deputyOf: z.array(z.object({ id: Id, employee: PersonRef, dateFrom: z.string(), dateTo: z.string() })),
  hasAccount: z.boolean(),
  /** Why it is impossible, when it is. */
  refusal: z.string().nullable(),
})
export type EmployeeDependants = z.output<typeof EmployeeDependants>
export const getEmployeeDependants = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/employee/:id/dependants',
  summary: 'Что зависит от сотрудника',
  access: read,
  params: ItemKey,
  response: EmployeeDependants,
})
export const listEmployeeHistory = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/employee/:id/history',
  summary: 'История карточки сотрудника',
  access: read,
  params: ItemKey,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

/** The person who has active subordinates at the partner and no head of their own there; null while there is none. */
export const getHeadEmployee = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/employee/headEmployee',
  summary: 'Руководитель партнёра',
  access: signedIn,
  params: PartnerKey,
  response: z.object({ head: EmployeeName.nullable() }),
})

/**
 * An operation by which people are found: a right `PartnerEmployee.Update`, a process operation `UNDERWRITING.EDIT`,
 * or the process operation alone (`EDIT`: in any process).
 */
export const OperationParam = z
  .string()
  .max(120)
  .regex(/^[A-Za-z_]+(?:\.[A-Za-z_]+)?$/, 'Укажите операцию вида «Объект.Операция» или «EDIT»')
const OperationKey = z.object({ partnerId: IdParam, operation: OperationParam })

export const listEmployeesByOperation = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/employee/operation/:operation',
  summary: 'Сотрудники партнёра, которым разрешена операция',
  access: signedIn,
  params: OperationKey,
  query: PageQuery,
  response: pageOf(EmployeeName),
})
/** With `true` also the heads of the found people, whatever their own operations. */
export const listEmployeesByOperationWithHead = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/employee/operation/:operation/includeHead/:includeHead',
  summary: 'Сотрудники партнёра, которым разрешена операция, и их руководители',
  access: signedIn,
  params: OperationKey.extend({ includeHead: FlagParam }),
  query: PageQuery,
  response: pageOf(EmployeeName),
})
/** Employees of the operator who serve the partner: the operation is theirs. */
export const listServiceEmployees = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/serviceEmployee/operation/:operation',
  summary: 'Обслуживающие сотрудники оператора по операции',
  access: list,
  params: OperationKey,
  query: PageQuery,
  response: pageOf(EmployeeName),
})
