import { z } from 'zod'
import { NamedRef } from '../common/refs.ts'
import { SearchText } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { Id, IdParam } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'
import { OperationRef } from './role-operations.ts'
import { RolePerson } from './roles.ts'

/** How a right reaches a person: a role of the person's own (`workgroup` is null) or a role of a group. */
export const RightPath = z.object({
  role: NamedRef,
  workgroup: NamedRef.nullable(),
})
export type RightPath = z.output<typeof RightPath>

const list = can('UserRole', 'List')
const code = z.string().min(1).max(64)

/** People of visible partners by a part of the name, the inactive ones too; at most 20. */
export const findRolePeople = endpoint({
  method: 'GET',
  path: '/userRole/people',
  summary: 'Поиск сотрудника для проверки прав',
  access: list,
  query: z.object({ fullName: SearchText.default('') }),
  response: z.array(RolePerson),
})

/** «По сотруднику». 404 when the person's partner is not visible to the caller. */
export const getEffectiveOperations = endpoint({
  method: 'GET',
  path: '/userRole/employee/:employeeId',
  summary: 'Действующие операции сотрудника и откуда они',
  access: list,
  params: z.object({ employeeId: IdParam }),
  response: z.object({
    person: RolePerson,
    /** Null when the person may sign in; otherwise why not, in words. */
    inactiveReason: z.string().nullable(),
    /** By the partner: the operator's staff see every partner's rows, others their own and those under it. */
    scope: z.enum(['ALL', 'OWN_PARTNER']),
    operations: z.array(OperationRef.extend({ paths: z.array(RightPath) })),
    /** Roles and groups that give nothing now: disabled roles, inactive groups. */
    idle: z.array(RightPath.extend({ reason: z.string() })),
  }),
})

/** «Кто может?»: active people of visible partners who hold the operation. */
export const findWhoCan = endpoint({
  method: 'GET',
  path: '/userRole/whoCan',
  summary: 'Кто может выполнить операцию',
  access: list,
  query: PageQuery.extend({ objectType: code, operation: code, fullName: SearchText.default('') }),
  response: pageOf(RolePerson.extend({ paths: z.array(RightPath) })),
})

/** The ledger's form of the same question, without the paths. */
export const findEmployeesByOperation = endpoint({
  method: 'GET',
  path: '/partner/employee/objectType/:objectType/operationCode/:operationCode',
  summary: 'Сотрудники, которым доступна операция',
  access: can('PartnerEmployee', 'List'),
  params: z.object({ objectType: code, operationCode: code }),
  query: PageQuery,
  response: pageOf(RolePerson),
})

/** «Почему нет доступа?». */
export const explainAccess = endpoint({
  method: 'GET',
  path: '/userRole/whyNot',
  summary: 'Почему у сотрудника нет доступа к операции',
  access: list,
  query: z.object({ employeeId: IdParam, objectType: code, operation: code }),
  response: z.object({
    person: RolePerson,
    operation: OperationRef,
    allowed: z.boolean(),
    /** What gives it when it is allowed. */
    paths: z.array(RightPath),
    /** What is missing, one sentence each; empty when allowed. */
    missing: z.array(z.string()),
    /** Roles that hold the operation. */
    roles: z.array(z.object({ id: Id, name: z.string(), isDisabled: z.boolean(), held: z.boolean() })),
    /** Groups of the person's partner that would give it to their members. */
    workgroups: z.array(z.object({ id: Id, name: z.string(), notActive: z.boolean(), member: z.boolean() })),
    /** Who may give the person a role: at most ten, those nearest to the person first. */
    granters: z.array(RolePerson),
  }),
})
