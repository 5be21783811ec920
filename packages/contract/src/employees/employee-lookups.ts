import { z } from 'zod'
import { PartnerRef, PersonRef } from '../common/refs.ts'
import { Day } from '../common/items.ts'
import { Id, IdParam, Option } from '../common/scalars.ts'
import { EmployeeContact, EmployeeDocument, Procuracy } from './employee-parts.ts'
import { Employee, EmployeeName } from './employees.ts'
import { can, endpoint, signedIn } from '../endpoint.ts'
import { ProcessOperation, Workgroup, WorkProcess } from '../workgroups/workgroups.ts'

const read = can('PartnerEmployee', 'Read')
const ByLogin = z.object({ login: z.string().min(1).max(255) })
const ById = z.object({ id: IdParam })
const ByKeycloakId = z.object({ keycloakId: z.guid() })

/** Contract of the reads `/employee/…` of specification 2 §6; who is not visible is not found. */
export const listSexes = endpoint({
  method: 'GET',
  path: '/employee/sex/',
  summary: 'Пол: значения',
  access: signedIn,
  response: z.array(Option),
})

/** `inIdentity` is null when the identity server did not answer or keeps no accounts for us; a partner gets `exists` alone. */
export const existsByLogin = endpoint({
  method: 'GET',
  path: '/employee/existsByLogin',
  summary: 'Занят ли логин',
  access: can('PartnerEmployee', 'Read'),
  query: ByLogin,
  response: z.object({
    exists: z.boolean(),
    inEmployees: z.boolean().nullable(),
    inIdentity: z.boolean().nullable(),
    /** Of the account that nobody of the employees has yet: it can be linked. */
    freeIdentityId: z.string().nullable(),
  }),
})

export const DetailUser = Employee.extend({
  contacts: z.array(EmployeeContact),
  operations: z.record(z.string(), z.array(z.string())),
  /** The topmost partner of the tree. */
  headOffice: PartnerRef,
})
export type DetailUser = z.output<typeof DetailUser>
export const getDetailUser = endpoint({
  method: 'GET',
  path: '/employee/getDetailUser',
  summary: 'Подробные данные пользователя',
  access: read,
  query: ByLogin,
  response: DetailUser,
})
export const getUserDetailWithHeadOfficeByKeycloakId = endpoint({
  method: 'GET',
  path: '/employee/getUserDetailWithHeadOfficeByKeycloakId',
  summary: 'Подробные данные пользователя и головной офис',
  access: read,
  query: ByKeycloakId,
  response: DetailUser,
})
export const getEmployeeById = endpoint({
  method: 'GET',
  path: '/employee/getEmployeeById',
  summary: 'Сотрудник',
  access: read,
  query: ById,
  response: Employee,
})
export const getEmployeeByIdWithContacts = endpoint({
  method: 'GET',
  path: '/employee/getEmployeeByIdWithContacts',
  summary: 'Сотрудник с контактами',
  access: read,
  query: ById,
  response: Employee.extend({ contacts: z.array(EmployeeContact) }),
})
export const getEmployeeByKeycloakId = endpoint({
  method: 'GET',
  path: '/employee/getEmployeeByKeycloakId',
  summary: 'Сотрудник по идентификатору сервера входа',
  access: read,
  query: ByKeycloakId,
  response: Employee,
})
export const getEmployeeByLogin = endpoint({
  method: 'GET',
  path: '/employee/getEmployeeByLogin',
  summary: 'Сотрудник по логину',
  access: read,
  query: ByLogin,
  response: Employee,
})
/** Active employees under the head who have the role; at most 500. */
export const getEmployeesByHeadAndRole = endpoint({
  method: 'GET',
  path: '/employee/getEmployeesByHeadAndRole',
  summary: 'Сотрудники руководителя с ролью',
  access: signedIn,
  query: z.object({ headId: IdParam, roleId: IdParam }),
  response: z.array(EmployeeName),
})
/** An employee of the operator (partner role Ahml); others are not found. */
export const getOperatorById = endpoint({
  method: 'GET',
  path: '/employee/getOperatorById',
  summary: 'Сотрудник оператора',
  access: signedIn,
  query: ById,
  response: EmployeeName,
})
/** Whose work the user answers for: the user, those under them and the members of the groups they head; at most 500. */
export const getOwnersByUserLogin = endpoint({
  method: 'GET',
  path: '/employee/getOwnersByUserLogin',
  summary: 'За чью работу отвечает пользователь',
  access: signedIn,
  query: ByLogin,
  response: z.array(EmployeeName),
})
/** Process operations that the user has through the roles of their active groups. */
export const processRoleOperation = endpoint({
  method: 'GET',
  path: '/employee/processRoleOperation',
  summary: 'Операции пользователя в процессах',
  access: signedIn,
  query: ByLogin,
  response: z.array(
    z.object({
      process: WorkProcess,
      operation: ProcessOperation,
      /** Which groups and roles give it. */
      through: z.array(z.object({ workgroup: z.string(), role: z.string() })),
    }),
  ),
})
export const getWorkgroupsByUserLogin = endpoint({
  method: 'GET',
  path: '/employee/getWorkgroupsByUserLogin',
  summary: 'Рабочие группы пользователя',
  access: signedIn,
  query: ByLogin,
  response: z.array(
    z.object({
      id: Id,
      name: z.string(),
      partner: PartnerRef,
      head: PersonRef.nullable(),
      notActive: z.boolean(),
    }),
  ),
})
export const getUserMainInfoByLogin = endpoint({
  method: 'GET',
  path: '/employee/getUserMainInfoByLogin',
  summary: 'Основные данные пользователя',
  access: signedIn,
  query: ByLogin,
  response: EmployeeName.extend({ login: z.string() }),
})
export const getEmployeeName = endpoint({
  method: 'GET',
  path: '/employee/employee-name',
  summary: 'Имя сотрудника',
  access: signedIn,
  query: ById,
  response: z.object({ id: Id, fullName: z.string(), shortName: z.string() }),
})
export const getPartnerEmployeeName = endpoint({
  method: 'GET',
  path: '/employee/partner-employee-name',
  summary: 'Имя сотрудника и его партнёр',
  access: signedIn,
  query: ById,
  response: EmployeeName,
})
export const getUserDescriptor = endpoint({
  method: 'GET',
  path: '/employee/getUserDescriptor',
  summary: 'Имя пользователя, как оно показывается',
  access: signedIn,
  query: ByLogin,
  response: z.object({ id: Id, descriptor: z.string() }),
})
/** What confirms the authority of people on a day (today by default); who is not visible is left out. */
export const getAuthority = endpoint({
  method: 'POST',
  path: '/employee/authority',
  summary: 'Полномочия сотрудников на дату',
  access: read,
  reads: true,
  body: z.object({ employeeIds: z.array(Id).min(1).max(100), date: Day.optional() }),
  response: z.array(
    z.object({
      employee: PersonRef,
      hasAuthority: z.boolean(),
      documents: z.array(EmployeeDocument),
      procuracies: z.array(Procuracy),
    }),
  ),
})
/** Who is not visible is left out. */
export const searchEmployeesById = endpoint({
  method: 'POST',
  path: '/employee/search-by-id',
  summary: 'Имена сотрудников по идентификаторам',
  access: signedIn,
  reads: true,
  body: z.object({ ids: z.array(Id).min(1).max(1_000) }),
  response: z.array(EmployeeName),
})
/** The head must be an active member of the group; null leaves it without one. */
export const setHeadForWorkgroup = endpoint({
  method: 'PUT',
  path: '/employee/headForWorkgroup/:workgroupId',
  summary: 'Руководитель рабочей группы',
  access: can('Workgroup', 'Update'),
  params: z.object({ workgroupId: IdParam }),
  body: z.object({ employeeId: Id.nullable() }),
  response: Workgroup,
})
