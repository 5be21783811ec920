import type { DutyWarning } from '@ipoteka-office/contract/roles/roles.ts'
import type { Db } from '#db/database.ts'
import { invalid } from '#http/errors.ts'
import { findOperations } from './operations.repo.ts'
import { describer } from './operations.service.ts'
import {
  bankOperationsOf,
  brokenDuties,
  operationKey,
  operationList,
  type RoleDiff,
  type RoleState,
} from './role-changes.rules.ts'
import { refuseLosingLastRoleEditor } from './role-guards.service.ts'
import { addOperations, findTaken, insertRole, removeOperations, updateRoleRow } from './roles.repo.ts'

/** 400 for what no save may hold: a code or name of another role, an operation that does not exist. */
export async function checkState(db: Db, state: RoleState, id: number | null, before: RoleState | null) {
  const taken = await findTaken(db, state, id)
  const known = new Set((await findOperations(db)).map(operationKey))
  // What the role has already is no reason to refuse another change of it.
  for (const operation of operationList(before?.operations ?? {})) known.add(operationKey(operation))
  const unknown = operationList(state.operations).filter((operation) => !known.has(operationKey(operation)))
  const issues = [
    ...(taken.code ? [{ path: 'code', message: 'Роль с таким кодом уже есть' }] : []),
    ...(taken.name ? [{ path: 'name', message: 'Роль с таким названием уже есть' }] : []),
    ...unknown.map((operation) => ({
      path: `operations.${operation.objectType}`,
      message: `Нет такой операции: ${operationKey(operation)}`,
    })),
  ]
  const bankOnly = state.partnerMayGive ? bankOperationsOf(state) : []
  if (bankOnly.length > 0) {
    const names = bankOnly.map(await describer(db)).map(({ descriptor }) => `«${descriptor}»`)
    issues.push({
      path: 'partnerMayGive',
      message: `Партнёр не выдаёт роли с правами банка: ${names.join(', ')}. Снимите их с роли или отметку «Может выдавать партнёр»`,
    })
  }
  if (issues.length > 0) throw invalid(issues)
}

/** Conflicting duties that the change brings together. */
export async function dutyWarnings(
  db: Db,
  before: RoleState | null,
  after: RoleState,
): Promise<DutyWarning[]> {
  const pairs = brokenDuties(before, after)
  if (pairs.length === 0) return []
  const describe = await describer(db)
  return pairs.map(({ first, second, reason }) => ({
    first: describe(first),
    second: describe(second),
    reason,
  }))
}

/** Writes the change that `makerId` has made; answers the role's id. The transaction fails when nobody could edit roles afterwards. */
export async function applyChange(
  db: Db,
  id: number | null,
  { state, diff, makerId }: { state: RoleState; diff: RoleDiff; makerId: number },
): Promise<number> {
  if (id !== null) await updateRoleRow(db, id, state, makerId)
  const roleId = id ?? (await insertRole(db, state, makerId))
  await removeOperations(db, roleId, diff.removed)
  await addOperations(db, roleId, diff.added)
  await refuseLosingLastRoleEditor(db)
  return roleId
}
