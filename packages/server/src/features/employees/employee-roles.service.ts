import type { EmployeeRoles } from '@ipoteka-office/contract/employee-rights.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { publish } from '#live/publish.ts'
import {
  findHeldRoles,
  findOwnRightsOf,
  findRoles,
  findWorkgroups,
  isOperator,
  writeRoles,
} from './employee-roles.repo.ts'
import {
  findLastChange,
  findPlace,
  findVersion,
  isPartnerVisible,
  lockEmployee,
  raiseVersion,
} from './employees.repo.ts'
import { missingRights, refusalToGive } from './employees.rules.ts'

const noOwnRoles = 'Свои роли меняет другой сотрудник'

/** 403 when the person may do what the caller may not: taking over their sign-in would hand those rights on. */
export async function requireNotStronger(db: Db, actor: Actor, employeeId: number): Promise<void> {
  if (missingRights(actor.operations, await findOwnRightsOf(db, employeeId)).length > 0)
    throw forbidden('У сотрудника есть права, которых нет у вас: обратитесь к администратору ролей')
}

type Role = Awaited<ReturnType<typeof findRoles>>[number]

/** Whom roles are given to: somebody who is there, or a new person of a partner. */
interface Receiver {
  readonly employeeId: number | null
  readonly partnerId: number
}

/** What decides for every role whether the caller may give it to this person. */
async function refuser(db: Db, actor: Actor, { employeeId, partnerId }: Receiver) {
  const toBankStaff = await isOperator(db, partnerId)
  return (role: Role): string | null =>
    employeeId === actor.employeeId ? noOwnRoles : refusalToGive(actor, role, toBankStaff)
}

const withRefusal = (
  { rights: _, isDisabled, partnerMayGive: __, ...role }: Role,
  refusal: string | null,
) => ({
  ...role,
  refusal: refusal ?? (isDisabled ? 'Роль отключена' : null),
})

/** Roles that could be given; a partner is not told of those that the bank keeps to itself. */
async function availableRoles(db: Db, actor: Actor, receiver: Receiver, heldIds: ReadonlySet<number>) {
  const refusalOf = await refuser(db, actor, receiver)
  return (await findRoles(db))
    .filter((role) => actor.isAhml || heldIds.has(role.id) || role.partnerMayGive)
    .map((role) => withRefusal(role, refusalOf(role)))
}

async function rolesOf(db: Db, actor: Actor, receiver: Receiver & { employeeId: number }, version: number) {
  const { held, throughWorkgroups } = await findHeldRoles(db, receiver.employeeId)
  const shown = new Set([...held, ...throughWorkgroups].map(({ id }) => id))
  const available = await availableRoles(db, actor, receiver, shown)
  return { held, throughWorkgroups, available, version } satisfies EmployeeRoles
}

/** The person's roles and all that could be given. */
export async function getRoles({ db, actor }: Context, employeeId: number): Promise<EmployeeRoles> {
  const person = await findPlace(db, actor, employeeId)
  if (person === null) throw notFound('Сотрудник не найден')
  return rolesOf(db, actor, { employeeId, partnerId: person.partnerId }, person.version)
}

/** Roles that the caller may give a new person of the partner. */
export async function rolesToGive({ db, actor }: Context, partnerId: number) {
  if (!(await isPartnerVisible(db, actor, partnerId))) throw notFound('Партнёр не найден')
  const roles = await availableRoles(db, actor, { employeeId: null, partnerId }, new Set())
  return roles.filter(({ refusal }) => refusal === null).map(({ refusal: _, ...role }) => role)
}

/** 400 or 403 for a role that the caller may not give or take. */
async function checkChanged(
  db: Db,
  actor: Actor,
  receiver: Receiver,
  { held, wanted }: { held: ReadonlySet<number>; wanted: readonly number[] },
): Promise<void> {
  const roles = await findRoles(db)
  const known = new Map(roles.map((role) => [role.id, role]))
  for (const [index, id] of wanted.entries()) {
    const role = known.get(id)
    if (role === undefined) throw invalid([{ path: `userRoleIds.${index}`, message: 'Нет такой роли' }])
    if (role.isDisabled && !held.has(id))
      throw invalid([{ path: `userRoleIds.${index}`, message: `Роль «${role.name}» отключена` }])
  }
  const refusalOf = await refuser(db, actor, receiver)
  for (const role of roles.filter(({ id }) => held.has(id) !== wanted.includes(id))) {
    const refusal = refusalOf(role)
    if (refusal !== null) throw forbidden(`Роль «${role.name}» не выдана и не снята. ${refusal}`)
  }
}

/** Leaves the person exactly these roles. */
export async function saveRoles(
  { db, actor }: Context,
  employeeId: number,
  { userRoleIds, version }: { userRoleIds: readonly number[]; version: number },
): Promise<EmployeeRoles> {
  const before = await lockEmployee(db, actor, { id: employeeId })
  if (before === undefined) throw notFound('Сотрудник не найден')
  const receiver = { employeeId, partnerId: before.partnerId }
  if (before.version !== version)
    throw stale(await rolesOf(db, actor, receiver, before.version), await findLastChange(db, employeeId))
  const wanted = [...new Set(userRoleIds)]
  const held = new Set((await findHeldRoles(db, employeeId)).held.map(({ id }) => id))
  if (held.size === wanted.length && wanted.every((id) => held.has(id)))
    return rolesOf(db, actor, receiver, version)
  await checkChanged(db, actor, receiver, { held, wanted })
  await writeRoles(db, employeeId, wanted)
  await raiseVersion(db, employeeId)
  await publish(db, topics.employee(employeeId))
  return rolesOf(db, actor, receiver, version + 1)
}

/** Roles of somebody who has just been created. */
export async function giveFirstRoles(
  { db, actor }: Context,
  receiver: Receiver & { employeeId: number },
  userRoleIds: readonly number[],
): Promise<void> {
  if (!actor.operations.PartnerEmployee?.includes('UpdateRoles'))
    throw forbidden('Роли назначает сотрудник с правом «Назначение ролей сотруднику»')
  const wanted = [...new Set(userRoleIds)]
  await checkChanged(db, actor, receiver, { held: new Set(), wanted })
  await writeRoles(db, receiver.employeeId, wanted)
}

/** The groups that the person is in. */
export async function getWorkgroups({ db, actor }: Context, employeeId: number) {
  if ((await findVersion(db, actor, employeeId)) === null) throw notFound('Сотрудник не найден')
  return findWorkgroups(db, employeeId)
}
