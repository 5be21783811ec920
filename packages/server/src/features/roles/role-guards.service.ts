import type { Db } from '#db/database.ts'
import { conflict, forbidden, lastRoleEditorMessage } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { hasRoleEditor } from './role-guards.repo.ts'

/**
 * 409 when after the changes of this transaction nobody could edit roles. Call it after the change, in the same
 * transaction; the database looks once more when it commits (migration 013), so that no path can be forgotten.
 */
export async function refuseLosingLastRoleEditor(db: Db): Promise<void> {
  if (!(await hasRoleEditor(db))) throw conflict(lastRoleEditorMessage, 'ER_PRE_SAVE_CALLBACK')
}

/** 403 for everybody but the operator's staff: roles are the whole bank's. */
export function requireOperator(actor: Actor): void {
  if (!actor.isAhml) throw forbidden('Роли меняют только сотрудники банка')
}
