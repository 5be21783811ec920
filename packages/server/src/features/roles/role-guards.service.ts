import type { Db } from '#db/database.ts'
import { conflict, forbidden, lastRoleEditorMessage } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { isFourEyesOn } from './four-eyes.service.ts'
import { findOperationsOfRoles, hasRoleEditor } from './role-guards.repo.ts'

/**
 * 409 when after the changes of this transaction nobody could edit roles. Call it after the change, in the same
 * transaction; the database looks once more when it commits (migration 013), so that no path can be forgotten.
 */
export async function refuseLosingLastRoleEditor(db: Db): Promise<void> {
  if (!(await hasRoleEditor(db))) throw conflict(lastRoleEditorMessage)
}

/** 403 for everybody but the operator's staff: roles are the whole bank's. */
export function requireOperator(actor: Actor): void {
  if (!actor.isAhml) throw forbidden('Роли меняют только сотрудники банка')
}

/** 403 when the roles give what the caller does not hold: rights are handed on, never invented. */
export async function refuseRolesAboveOwn(db: Db, actor: Actor, roleIds: readonly number[]): Promise<void> {
  if (roleIds.length === 0) return
  const given = await findOperationsOfRoles(db, roleIds)
  if (given.some(({ objectType, operation }) => !actor.operations[objectType]?.includes(operation)))
    throw forbidden('Роль даёт права, которых нет у вас: обратитесь к администратору ролей')
}

/** 403 for adding a role to oneself while changes of rights need a second person. */
export async function refuseOwnRoles(
  db: Db,
  actor: Actor,
  employeeId: number,
  clock: BankClock,
): Promise<void> {
  if (employeeId === actor.employeeId && (await isFourEyesOn(db, actor, clock)))
    throw forbidden('Назначить роль самому себе нельзя: попросите другого администратора')
}
