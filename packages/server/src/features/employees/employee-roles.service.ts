import type { EmployeeRoles } from '@ipoteka-office/contract/employee-rights.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { publish } from '#live/publish.ts'
import { findHeldRoles, findRightsOf, findRoles, findWorkgroups, writeRoles } from './employee-roles.repo.ts'
import { findLastChange, findVersion, lockEmployee, raiseVersion } from './employees.repo.ts'
import { missingRights } from './employees.rules.ts'

const noRight = 'Роль даёт права, которых нет у вас: обратитесь к администратору ролей'

/** 403 when the person may do what the caller may not: taking over their sign-in would hand those rights on. */
export async function requireNotStronger(db: Db, actor: Actor, employeeId: number): Promise<void> {
  if (missingRights(actor.operations, await findRightsOf(db, employeeId)).length > 0)
    throw forbidden('У сотрудника есть права, которых нет у вас: обратитесь к администратору ролей')
}

type Role = Awaited<ReturnType<typeof findRoles>>[number]

const refusalOf = (actor: Actor, role: Role): string | null => {
  if (missingRights(actor.operations, role.rights).length > 0) return noRight
  return role.isDisabled ? 'Роль отключена' : null
}

async function rolesOf(db: Db, actor: Actor, employeeId: number, version: number): Promise<EmployeeRoles> {
  const available = (await findRoles(db)).map(({ rights, isDisabled, ...role }) => ({
    ...role,
    refusal: refusalOf(actor, { ...role, rights, isDisabled }),
  }))
  return { ...(await findHeldRoles(db, employeeId)), available, version }
}

/** The person's roles and all that could be given. */
export async function getRoles({ db, actor }: Context, employeeId: number): Promise<EmployeeRoles> {
  const version = await findVersion(db, actor, employeeId)
  if (version === null) throw notFound('Сотрудник не найден')
  return rolesOf(db, actor, employeeId, version)
}

/** 400 or 403 for a role that the caller may not give or take. */
function checkChanged(
  actor: Actor,
  roles: readonly Role[],
  held: ReadonlySet<number>,
  wanted: readonly number[],
) {
  const known = new Map(roles.map((role) => [role.id, role]))
  for (const [index, id] of wanted.entries()) {
    const role = known.get(id)
    if (role === undefined) throw invalid([{ path: `userRoleIds.${index}`, message: 'Нет такой роли' }])
    if (role.isDisabled && !held.has(id))
      throw invalid([{ path: `userRoleIds.${index}`, message: `Роль «${role.name}» отключена` }])
  }
  const isChanged = (id: number) => held.has(id) !== wanted.includes(id)
  const refused = roles.find(
    (role) => isChanged(role.id) && missingRights(actor.operations, role.rights).length > 0,
  )
  if (refused !== undefined)
    throw forbidden(`«${refused.name}»: ${noRight[0]?.toLowerCase()}${noRight.slice(1)}`)
}

/** Leaves the person exactly these roles. */
export async function saveRoles(
  { db, actor }: Context,
  employeeId: number,
  { userRoleIds, version }: { userRoleIds: readonly number[]; version: number },
): Promise<EmployeeRoles> {
  const before = await lockEmployee(db, actor, { id: employeeId })
  if (before === undefined) throw notFound('Сотрудник не найден')
  if (before.version !== version)
    throw stale(await rolesOf(db, actor, employeeId, before.version), await findLastChange(db, employeeId))
  const wanted = [...new Set(userRoleIds)]
  const held = new Set((await findHeldRoles(db, employeeId)).held.map(({ id }) => id))
  if (held.size === wanted.length && wanted.every((id) => held.has(id)))
    return rolesOf(db, actor, employeeId, version)
  checkChanged(actor, await findRoles(db), held, wanted)
  await writeRoles(db, employeeId, wanted)
  await raiseVersion(db, employeeId)
  await publish(db, topics.employee(employeeId))
  return rolesOf(db, actor, employeeId, version + 1)
}

/** Roles of somebody who has just been created. */
export async function giveFirstRoles(
  { db, actor }: Context,
  employeeId: number,
  userRoleIds: readonly number[],
): Promise<void> {
  if (!actor.operations.PartnerEmployee?.includes('UpdateRoles'))
    throw forbidden('Роли назначает сотрудник с правом «Назначение ролей сотруднику»')
  const wanted = [...new Set(userRoleIds)]
  checkChanged(actor, await findRoles(db), new Set(), wanted)
  await writeRoles(db, employeeId, wanted)
}

/** The groups that the person is in. */
export async function getWorkgroups({ db, actor }: Context, employeeId: number) {
  if ((await findVersion(db, actor, employeeId)) === null) throw notFound('Сотрудник не найден')
  return findWorkgroups(db, employeeId)
}
