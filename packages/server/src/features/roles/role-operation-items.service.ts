import type { RoleOperation, RoleSaved } from '@ipoteka-office/contract/roles/roles.ts'
import type { Db } from '#db/database.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { RoleContext } from './four-eyes.service.ts'
import { findRoleOperations } from './operations.repo.ts'
import {
  type OperationCode,
  objectTypeName,
  operationKey,
  operationList,
  operationMap,
  without,
} from './role-changes.rules.ts'
import { findRole } from './roles.repo.ts'
import { changeRole } from './roles.service.ts'

/** Operations of a role as rows of a collection; every change of them is a change of the role. */
export async function listRoleOperations(
  db: Db,
  roleId: number,
  ids: readonly number[] | null = null,
): Promise<RoleOperation[]> {
  if ((await findRole(db, roleId)) === undefined) throw notFound('Роль не найдена')
  const rows = await findRoleOperations(db, roleId, ids)
  return rows.map((row) => ({ ...row, objectTypeName: objectTypeName(row.objectType) }))
}

export async function getRoleOperation(db: Db, roleId: number, id: number): Promise<RoleOperation> {
  const [row] = await listRoleOperations(db, roleId, [id])
  if (row === undefined) throw notFound('У роли нет такой операции')
  return row
}

/** Changes the role's operations from what they are now. */
const changeOperations = (
  context: RoleContext,
  roleId: number,
  change: (list: OperationCode[]) => OperationCode[],
): Promise<RoleSaved> =>
  changeRole(context, roleId, null, (before) => ({
    ...before,
    operations: operationMap(change(operationList(before.operations))),
  }))

const refuseHeld = (list: readonly OperationCode[], operation: OperationCode) => {
  if (list.some((one) => operationKey(one) === operationKey(operation)))
    throw conflict('У роли уже есть эта операция')
}

export const addRoleOperation = (
  context: RoleContext,
  roleId: number,
  operation: OperationCode,
): Promise<RoleSaved> =>
  changeOperations(context, roleId, (list) => {
    refuseHeld(list, operation)
    return [...list, operation]
  })

export async function removeRoleOperations(
  context: RoleContext,
  roleId: number,
  ids: readonly number[],
): Promise<RoleSaved> {
  const rows = await listRoleOperations(context.db, roleId, ids)
  if (rows.length < ids.length) throw notFound('У роли нет такой операции')
  return changeOperations(context, roleId, (list) => without(list, rows))
}

export async function replaceRoleOperation(
  context: RoleContext,
  roleId: number,
  id: number,
  operation: OperationCode,
): Promise<RoleSaved> {
  const row = await getRoleOperation(context.db, roleId, id)
  if (operationKey(row) === operationKey(operation)) return changeOperations(context, roleId, (list) => list)
  return changeOperations(context, roleId, (list) => {
    refuseHeld(list, operation)
    return [...without(list, [row]), operation]
  })
}
