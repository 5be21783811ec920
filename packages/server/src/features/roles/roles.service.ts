import type { OperationRef } from '@ipoteka-office/contract/roles/role-operations.ts'
import type { Role, RoleCard, RoleInput, RoleSaved } from '@ipoteka-office/contract/roles/roles.ts'
import type { Db } from '#db/database.ts'
import { ApiError, invalid, notFound, stale } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { isFourEyesOn, type RoleContext } from './four-eyes.service.ts'
import { describer } from './operations.service.ts'
import { applyChange, checkState, dutyWarnings } from './role-apply.service.ts'
import {
  diffOf,
  isEmptyDiff,
  operationKey,
  operationList,
  operationMap,
  type RoleDiff,
  type RoleState,
} from './role-changes.rules.ts'
import { requireOperator } from './role-guards.service.ts'
import { findHolders } from './role-holders.repo.ts'
import { requestRoleChange } from './role-requests.service.ts'
import {
  findLastChange,
  findOperationsByRole,
  findRole,
  findRoles,
  lockRole,
  type StoredRole,
} from './roles.repo.ts'

const noRole = () => notFound('Роль не найдена')

export async function getRole(db: Db, actor: Actor, id: number): Promise<RoleCard> {
  const [role] = await findRoles(db, actor, { query: '', ids: [id] })
  if (role === undefined) throw noRole()
  const operations = (await findOperationsByRole(db, [id])).get(id) ?? []
  return { ...role, operations: operationMap(operations) }
}

/** Operations of the role by object type. */
export async function getRoleMenu(db: Db, id: number): Promise<Record<string, string[]>> {
  const role = await findRole(db, id)
  if (role === undefined) throw noRole()
  return operationMap(operationList(role.operations))
}

export async function listOperationsOfRole(db: Db, id: number): Promise<OperationRef[]> {
  const role = await findRole(db, id)
  if (role === undefined) throw noRole()
  return operationList(role.operations).map(await describer(db))
}

/** An empty role with a code that nobody has. */
export async function newRole(db: Db, actor: Actor): Promise<RoleInput> {
  const taken = new Set((await findRoles(db, actor, { query: '' })).map(({ code }) => code))
  let number = taken.size + 1
  while (taken.has(`ROLE_${number}`)) number += 1
  return {
    code: `ROLE_${number}`,
    name: '',
    description: '',
    isDisabled: false,
    partnerMayGive: false,
    operations: {},
  }
}

/** Applies the change at once or, with four eyes, puts it before a second person. */
async function put(
  { db, actor, bank }: RoleContext,
  before: StoredRole | null,
  after: RoleState,
  diff: RoleDiff,
): Promise<RoleSaved> {
  const warnings = await dutyWarnings(db, before, after)
  if (await isFourEyesOn(db, actor, bank)) {
    const request = await requestRoleChange({ db, actor, bank }, before, after, diff)
    const role = before === null ? null : await getRole(db, actor, before.id)
    return { role, request, warnings }
  }
  const id = await applyChange(db, before?.id ?? null, { state: after, diff, makerId: actor.employeeId })
  return { role: await getRole(db, actor, id), request: null, warnings }
}

export async function createRole(context: RoleContext, input: RoleState): Promise<RoleSaved> {
  requireOperator(context.actor)
  await checkState(context.db, input, null, null)
  return put(context, null, input, diffOf(null, input))
}

/** The role, locked; 404 without it, 409 when the caller's version is old. */
async function takeRole({ db, actor }: RoleContext, id: number, version: number | null): Promise<StoredRole> {
  requireOperator(actor)
  const before = await lockRole(db, id)
  if (before === undefined) throw noRole()
  if (version !== null && before.version !== version)
    throw stale(await getRole(db, actor, id), await findLastChange(db, id))
  return before
}

/** Changes a role from what it is now; `version` null: whatever it is. A change of nothing writes nothing. */
export async function changeRole(
  context: RoleContext,
  id: number,
  version: number | null,
  change: (before: StoredRole) => RoleState,
): Promise<RoleSaved> {
  const { db, actor } = context
  const before = await takeRole(context, id, version)
  const after = change(before)
  const diff = diffOf(before, after)
  if (isEmptyDiff(diff)) return { role: await getRole(db, actor, id), request: null, warnings: [] }
  await checkState(db, after, id, before)
  return put(context, before, after, diff)
}

export const updateRole = (
  context: RoleContext,
  id: number,
  { version, ...state }: RoleInput & { version: number },
): Promise<RoleSaved> => changeRole(context, id, version, () => state)

/** People told of in a refusal to disable a role that is held. */
const shownPeople = { page: 0, size: 20 }

export async function disableRole(
  context: RoleContext,
  id: number,
  { version, confirmed }: { version: number; confirmed: boolean },
): Promise<RoleSaved> {
  const { db, actor } = context
  const before = await takeRole(context, id, version)
  const people = await findHolders(db, actor, id, shownPeople)
  if (!confirmed && !before.isDisabled && people.totalElements > 0)
    throw new ApiError(
      409,
      'ER_VALIDATION',
      `Роль есть у сотрудников: ${people.totalElements}. Они потеряют её права; подтвердите отключение`,
      { current: { peopleCount: people.totalElements, people: people.content } },
    )
  return changeRole(context, id, version, (role) => ({ ...role, isDisabled: true }))
}

export async function copyRole(
  context: RoleContext,
  id: number,
  names: { code: string; name: string },
): Promise<RoleSaved> {
  const source = await findRole(context.db, id)
  if (source === undefined) throw noRole()
  const { description, operations } = source
  // A copy is a new role: whether partners may give it is decided anew.
  return createRole(context, {
    ...names,
    description,
    operations,
    isDisabled: false,
    partnerMayGive: false,
  })
}

/** Both roles with every operation that either holds. */
export async function compareRoles(db: Db, actor: Actor, firstId: number, secondId: number) {
  if (firstId === secondId) throw invalid([{ path: 'second', message: 'Выберите две разные роли' }])
  const roles = await findRoles(db, actor, { query: '', ids: [firstId, secondId] })
  const pick = (id: number): Role => {
    const role = roles.find((one) => one.id === id)
    if (role === undefined) throw noRole()
    return role
  }
  const [first, second] = [pick(firstId), pick(secondId)]
  const byRole = await findOperationsByRole(db, [firstId, secondId])
  const own = (id: number) => new Map((byRole.get(id) ?? []).map((o) => [operationKey(o), o]))
  const [a, b] = [own(firstId), own(secondId)]
  const describe = await describer(db)
  const rows = [...new Map([...a, ...b])]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([key, { objectType, code }]) => ({
      ...describe({ objectType, code }),
      inFirst: a.has(key),
      inSecond: b.has(key),
    }))
  return {
    first,
    second,
    rows,
    onlyFirst: rows.filter((row) => !row.inSecond).length,
    onlySecond: rows.filter((row) => !row.inFirst).length,
    both: rows.filter((row) => row.inFirst && row.inSecond).length,
  }
}
