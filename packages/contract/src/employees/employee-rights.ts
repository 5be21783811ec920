import { z } from 'zod'
import { PartnerRef, NamedRef, CodedRef, PendingRef } from '../common/refs.ts'
import { Version } from '../common/items.ts'
import { Id, IdParam } from '../common/scalars.ts'
import { AccountState } from './employees.ts'
import { can, endpoint } from '../endpoint.ts'

const EmployeeKey = z.object({ employeeId: IdParam })
const read = can('PartnerEmployee', 'Read')

export const EmployeeRoles = z.object({
  /** Given to the person. */
  held: z.array(CodedRef.extend({ isDisabled: z.boolean() })),
  /** Through groups. */
  throughWorkgroups: z.array(CodedRef.extend({ workgroup: NamedRef })),
  /** Roles that there are, for a partner those that it may give; what the caller may not give says why. */
  available: z.array(CodedRef.extend({ refusal: z.string().nullable() })),
  /** The change of the person's roles that waits for a second person. */
  pending: PendingRef.nullable(),
  /** The employee's. */
  version: z.int(),
})
export type EmployeeRoles = z.output<typeof EmployeeRoles>
export const getEmployeeRoles = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/userRole',
  summary: 'Роли сотрудника',
  access: read,
  params: EmployeeKey,
  response: EmployeeRoles,
})
/** Roles that the caller may give a new employee of the partner. */
export const listRolesToGive = endpoint({
  method: 'GET',
  path: '/partner/:partnerId/employee/rolesToGive',
  summary: 'Роли, которые можно выдать новому сотруднику',
  access: can('PartnerEmployee', 'UpdateRoles'),
  params: z.object({ partnerId: IdParam }),
  response: z.array(CodedRef),
})
/**
 * To people of partners everybody with the right gives roles that the bank has marked; beyond that the bank's people
 * give and take what they hold themselves. Nobody changes their own roles. While roles need a second person, the bank's
 * people ask for every other role: the answer is what was, with `pending`.
 */
export const saveEmployeeRoles = endpoint({
  method: 'PUT',
  path: '/employee/:employeeId/userRole',
  summary: 'Сохранение ролей сотрудника',
  access: can('PartnerEmployee', 'UpdateRoles'),
  params: EmployeeKey,
  body: z.object({ userRoleIds: z.array(Id).max(200), version: Version }),
  response: EmployeeRoles,
})
export const listEmployeeWorkgroups = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/workgroup',
  summary: 'Рабочие группы сотрудника',
  access: read,
  params: EmployeeKey,
  response: z.array(
    z.object({ id: Id, name: z.string(), partner: PartnerRef, head: z.boolean(), notActive: z.boolean() }),
  ),
})

/* Sign-in */
export const EmployeeAccount = z.object({
  state: AccountState,
  login: z.string().nullable(),
  identityId: z.string().nullable(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  /** Where accounts are: the embedded identity server or Keycloak; null: accounts are not kept from here. */
  provider: z.enum(['EMBEDDED', 'KEYCLOAK']).nullable(),
  /** Whether a letter with a link can be sent instead of a password that is shown. */
  canSendLetter: z.boolean(),
  /** The product made the account: only then passwords are reset from here. */
  madeHere: z.boolean(),
  /**
   * Whether a second person has a say in what the caller does with the account: NEEDED access is to be asked for,
   * WAITING it was, GRANTED it may be used once.
   */
  access: z.enum(['FREE', 'REFUSED', 'NEEDED', 'WAITING', 'GRANTED']),
})
export type EmployeeAccount = z.output<typeof EmployeeAccount>
const identity = can('PartnerEmployee', 'UpdateIdentity')

export const getEmployeeAccount = endpoint({
  method: 'GET',
  path: '/employee/:employeeId/account',
  summary: 'Учётная запись сотрудника',
  access: read,
  params: EmployeeKey,
  response: EmployeeAccount,
})
/**
 * CREATE makes an account for the login; LINK takes the account with the id: the operator's people alone, with their
 * confirmation, and only one without privileged roles that nobody has.
 */
export const requestEmployeeAccount = endpoint({
  method: 'POST',
  path: '/employee/:employeeId/account',
  summary: 'Создание или привязка учётной записи',
  access: identity,
  idempotent: true,
  params: EmployeeKey,
  body: z.discriminatedUnion('action', [
    z.object({ action: z.literal('CREATE') }),
    z.object({
      action: z.literal('LINK'),
      identityId: z.guid(),
      confirmed: z.literal(true, 'Подтвердите, что учётная запись принадлежит этому сотруднику'),
    }),
  ]),
  response: EmployeeAccount,
})
/** Asks a second person for access to the account of somebody who holds more than the caller; 409 while it waits. */
export const requestAccountAccess = endpoint({
  method: 'POST',
  path: '/employee/:employeeId/account/access',
  summary: 'Запрос доступа к учётной записи',
  access: identity,
  idempotent: true,
  params: EmployeeKey,
  response: EmployeeAccount,
})
/** A new password, shown this once; the person changes it at the next sign-in. */
export const issueEmployeePassword = endpoint({
  method: 'POST',
  path: '/employee/:employeeId/account/password',
  summary: 'Выдача нового пароля',
  access: identity,
  ownTransactions: true,
  params: EmployeeKey,
  response: z.object({ login: z.string(), password: z.string() }),
})
/** A letter of the identity server with a link to set a password; 409 when it cannot send letters. */
export const sendPasswordLetter = endpoint({
  method: 'POST',
  path: '/employee/:employeeId/account/letter',
  summary: 'Письмо для смены пароля',
  access: identity,
  ownTransactions: true,
  params: EmployeeKey,
})
