import type { EmployeeRoles } from '@ipoteka-office/contract/employees/employee-rights.ts'
import { fourEyesFeature } from '@ipoteka-office/contract/roles/roles.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { isAnyOf } from '#db/same-person.ts'
import { type Asking, pendingOf } from '#features/change-requests/change-requests.service.ts'
import { isFeatureOn } from '#features/feature-toggles/feature-toggles.service.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { publish } from '#live/publish.ts'
import { requestRoles } from './employee-role-requests.service.ts'
import { findHeldRoles, findRoles, findWorkgroups, isOperator, writeRoles } from './employee-roles.repo.ts'
import {
  findLastChange,
  findPlace,
  findVersion,
  isPartnerVisible,
  lockEmployee,
  raiseVersion,
} from './employees.repo.ts'
import { refusalToGive } from './employees.rules.ts'

/** What calls about roles get: toggles end on a day of the bank, and a second person may have a say. */
export type RolesContext = Asking

const noOwnRoles = 'Свои роли меняет другой сотрудник'

type Role = Awaited<ReturnType<typeof findRoles>>[number]

/** Whom roles are given to: somebody who is there, or a new person of a partner. */
interface Receiver {
  readonly employeeId: number | null
  readonly partnerId: number
}

/** What decides for every role whether the caller may give it to this person, and whether alone. */
async function judge({ db, actor, bank }: RolesContext, { employeeId, partnerId }: Receiver) {
  const toBankStaff = await isOperator(db, partnerId)
  const isOwn = employeeId !== null && (await isAnyOf(db, actor.employeeId, [employeeId]))
  const fourEyes = await isFeatureOn(db, actor, fourEyesFeature, bank.clock)
  return {
    refusalOf: (role: Role): string | null =>
      isOwn
        ? noOwnRoles
        : refusalToGive({ isAhml: actor.isAhml, operations: actor.operations, fourEyes }, role, toBankStaff),
    /** What the bank has marked it has decided on already, and it stays within the partner. */
    needsSecond: (role: Role): boolean => fourEyes && !(role.partnerMayGive && !toBankStaff),
  }
}

const withRefusal = (
  { rights: _, isDisabled, partnerMayGive: __, ...role }: Role,
  refusal: string | null,
) => ({
  ...role,
  refusal: refusal ?? (isDisabled ? 'Роль отключена' : null),
})

/** Roles that could be given; a partner is not told of those that the bank keeps to itself. */
async function availableRoles(context: RolesContext, receiver: Receiver, heldIds: ReadonlySet<number>) {
  const { refusalOf } = await judge(context, receiver)
  return (await findRoles(context.db))
    .filter((role) => context.actor.isAhml || heldIds.has(role.id) || role.partnerMayGive)
    .map((role) => withRefusal(role, refusalOf(role)))
}

async function rolesOf(context: RolesContext, receiver: Receiver & { employeeId: number }, version: number) {
  const { db } = context
  const { held, throughWorkgroups } = await findHeldRoles(db, receiver.employeeId)
  const shown = new Set([...held, ...throughWorkgroups].map(({ id }) => id))
  const available = await availableRoles(context, receiver, shown)
  const pending = await pendingOf(db, { kind: 'employee_roles', objectId: receiver.employeeId })
  return { held, throughWorkgroups, available, pending, version } satisfies EmployeeRoles
}

/** The person's roles and all that could be given. */
export async function getRoles(context: RolesContext, employeeId: number): Promise<EmployeeRoles> {
  const person = await findPlace(context.db, context.actor, employeeId)
  if (person === null) throw notFound('Сотрудник не найден')
  return rolesOf(context, { employeeId, partnerId: person.partnerId }, person.version)
}

/** Roles that the caller may give a new person of the partner. */
export async function rolesToGive(context: RolesContext, partnerId: number) {
  if (!(await isPartnerVisible(context.db, context.actor, partnerId))) throw notFound('Партнёр не найден')
  const roles = await availableRoles(context, { employeeId: null, partnerId }, new Set())
  return roles.filter(({ refusal }) => refusal === null).map(({ refusal: _, ...role }) => role)
}

/** 400 or 403 for a role that the caller may not give or take; whether a second person has to agree. */
async function checkChanged(
  context: RolesContext,
  receiver: Receiver,
  { held, wanted }: { held: ReadonlySet<number>; wanted: readonly number[] },
): Promise<boolean> {
  const roles = await findRoles(context.db)
  const known = new Map(roles.map((role) => [role.id, role]))
  for (const [index, id] of wanted.entries()) {
    const role = known.get(id)
    if (role === undefined) throw invalid([{ path: `userRoleIds.${index}`, message: 'Нет такой роли' }])
    if (role.isDisabled && !held.has(id))
      throw invalid([{ path: `userRoleIds.${index}`, message: `Роль «${role.name}» отключена` }])
  }
  const { refusalOf, needsSecond } = await judge(context, receiver)
  const changed = roles.filter(({ id }) => held.has(id) !== wanted.includes(id))
  for (const role of changed) {
    const refusal = refusalOf(role)
    if (refusal !== null) throw forbidden(`Роль «${role.name}» не выдана и не снята. ${refusal}`)
  }
  return changed.some(needsSecond)
}

/** Gives the roles, or asks a second person to. */
async function putRoles(
  context: RolesContext,
  receiver: Receiver & { employeeId: number },
  change: { held: ReadonlySet<number>; wanted: readonly number[] },
): Promise<'given' | 'asked'> {
  const { db } = context
  const { employeeId } = receiver
  if (await checkChanged(context, receiver, change)) {
    await requestRoles(context, employeeId, [...change.held], change.wanted)
    await publish(db, topics.employee(employeeId))
    return 'asked'
  }
  if (await pendingOf(db, { kind: 'employee_roles', objectId: employeeId }))
    throw conflict('Изменение ролей этого сотрудника уже ждёт решения: дождитесь его или отзовите запрос')
  await writeRoles(db, employeeId, change.wanted)
  return 'given'
}

/** Leaves the person exactly these roles. */
export async function saveRoles(
  context: RolesContext,
  employeeId: number,
  { userRoleIds, version }: { userRoleIds: readonly number[]; version: number },
): Promise<EmployeeRoles> {
  const { db, actor } = context
  const before = await lockEmployee(db, actor, { id: employeeId })
  if (before === undefined) throw notFound('Сотрудник не найден')
  const receiver = { employeeId, partnerId: before.partnerId }
  if (before.version !== version)
    throw stale(await rolesOf(context, receiver, before.version), await findLastChange(db, employeeId))
  const wanted = [...new Set(userRoleIds)]
  const held = new Set((await findHeldRoles(db, employeeId)).held.map(({ id }) => id))
  if (held.size === wanted.length && wanted.every((id) => held.has(id)))
    return rolesOf(context, receiver, version)
  if ((await putRoles(context, receiver, { held, wanted })) === 'asked')
    return rolesOf(context, receiver, version)
  await raiseVersion(db, employeeId)
  await publish(db, topics.employee(employeeId))
  return rolesOf(context, receiver, version + 1)
}

/** Roles of somebody who has just been created; who may give any is the caller's to check. */
export async function giveFirstRoles(
  context: RolesContext,
  receiver: Receiver & { employeeId: number },
  userRoleIds: readonly number[],
): Promise<void> {
  await putRoles(context, receiver, { held: new Set(), wanted: [...new Set(userRoleIds)] })
}

/** The groups that the person is in. */
export async function getWorkgroups({ db, actor }: Context, employeeId: number) {
  if ((await findVersion(db, actor, employeeId)) === null) throw notFound('Сотрудник не найден')
  return findWorkgroups(db, employeeId)
}
