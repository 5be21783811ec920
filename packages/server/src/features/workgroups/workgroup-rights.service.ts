import type { GroupRights } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import type { Db } from '#db/database.ts'
import type { Asking } from '#features/change-requests/change-requests.service.ts'
import { conflict, forbidden, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { pendingRolesOf, requestGroupRoles } from './workgroup-requests.service.ts'
import { findUserRoles, isMemberHimself, raiseVersion, writeUserRoles } from './workgroups.repo.ts'
import { getGroup, givingOf, noOwnRoles, requireVersion, takeGroup } from './workgroups.service.ts'

interface Key {
  readonly partnerId: number
  readonly id: number
}

async function rightsOf(db: Db, id: number, version: number): Promise<GroupRights> {
  const roles = await findUserRoles(db, id)
  const plain = (list: typeof roles) => list.map(({ held: _, ...role }) => role)
  const pending = await pendingRolesOf(db, id)
  return { held: plain(roles.filter(({ held }) => held)), available: plain(roles), pending, version }
}

export async function getGroupRights({ db, actor }: Context, key: Key): Promise<GroupRights> {
  const { version } = await getGroup(db, actor, key)
  return rightsOf(db, key.id, version)
}

export async function saveGroupRights(
  context: Context & Asking,
  key: Key,
  { userRoleIds, version }: { userRoleIds: readonly number[]; version: number },
): Promise<GroupRights> {
  const { db, actor } = context
  const group = await takeGroup(context, key)
  await requireVersion(context, key, group, version)
  const roles = await findUserRoles(db, key.id)
  const known = new Map(roles.map((role) => [role.id, role]))
  const wanted = [...new Set(userRoleIds)]
  const strange = wanted.findIndex((id) => !known.has(id))
  if (strange >= 0) throw invalid([{ path: `userRoleIds.${strange}`, message: 'Нет такой действующей роли' }])
  const added = wanted.filter((id) => !known.get(id)?.held)
  const isSame = added.length === 0 && roles.every(({ id, held }) => !held || wanted.includes(id))
  if (isSame) return rightsOf(db, key.id, group.version)
  if ((await givingOf(db, actor, key, added)) === 'second') {
    if (await isMemberHimself(db, key.id, actor.employeeId))
      throw forbidden(`Вы состоите в этой группе. ${noOwnRoles}`)
    await requestGroupRoles(context, key, group, wanted)
    return rightsOf(db, key.id, group.version)
  }
  if (await pendingRolesOf(db, key.id))
    throw conflict('Изменение ролей группы уже ждёт решения: дождитесь его или отзовите запрос')
  await writeUserRoles(db, key.id, wanted)
  await raiseVersion(db, key.id)
  return rightsOf(db, key.id, group.version + 1)
}
