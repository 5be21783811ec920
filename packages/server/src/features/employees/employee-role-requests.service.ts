import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { type ChangeKind, requestChange } from '#features/change-requests/change-requests.service.ts'
import { conflict } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { publish } from '#live/publish.ts'
import { findHeldRoles, findRoles, lockPerson, writeRoles } from './employee-roles.repo.ts'
import { raiseVersion } from './employees.repo.ts'
import type { Right } from './employees.rules.ts'

/** The roles of a person as they were and as they shall be. */
interface Asked {
  readonly before: readonly number[]
  readonly userRoleIds: readonly number[]
}

const operationsOf = (rights: readonly Right[]) =>
  [...new Map(rights.map((right) => [`${right.objectType}.${right.operation}`, right])).values()].map(
    ({ objectType, operation }) => ({ objectType, code: operation }),
  )

/** Puts other roles of a person before a second one; the caller has locked the person. */
export async function requestRoles(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  employeeId: number,
  before: readonly number[],
  userRoleIds: readonly number[],
): Promise<void> {
  const roles = await findRoles(db)
  const of = (ids: readonly number[]) => roles.filter(({ id }) => ids.includes(id))
  const words = (ids: readonly number[]) =>
    of(ids)
      .map(({ name }) => name)
      .join(', ')
  const rights = (ids: readonly number[]) => operationsOf(of(ids).flatMap((role) => role.rights))
  const without = (list: ReturnType<typeof rights>, other: ReturnType<typeof rights>) =>
    list.filter(
      (one) => !other.some(({ objectType, code }) => objectType === one.objectType && code === one.code),
    )
  const [own, next] = [rights(before), rights(userRoleIds)]
  const person = await lockPerson(db, employeeId)
  await requestChange(db, actor, {
    kind: 'employee_roles',
    objectId: employeeId,
    title: `Сотрудник ${person?.fullName ?? `№ ${employeeId}`}: роли`,
    payload: { before, userRoleIds } satisfies Asked,
    diff: {
      fields: [{ label: 'Роли', oldValue: words(before), newValue: words(userRoleIds) }],
      added: without(next, own),
      removed: without(own, next),
    },
    baseVersion: null,
    affected: 1,
  })
}

const sameIds = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id) => other.includes(id))

const heldIds = async (db: Db, employeeId: number) =>
  (await findHeldRoles(db, employeeId)).held.map(({ id }) => id)

/** Roles of people, as a second person decides on them. */
export const employeeRoleChanges: ChangeKind = {
  async isStale(db, { objectId, payload }, { lock }) {
    if (objectId === null) return true
    if (lock) await lockPerson(db, objectId)
    return !sameIds(await heldIds(db, objectId), (payload as Asked).before)
  },
  async apply({ db, request: { objectId, payload } }) {
    const person = await lockPerson(db, objectId ?? 0)
    if (objectId === null || person === null) throw new Error('An approved person is gone')
    const { before, userRoleIds } = payload as Asked
    const off = (await findRoles(db)).find(
      ({ id, isDisabled }) => isDisabled && userRoleIds.includes(id) && !before.includes(id),
    )
    if (off !== undefined) throw conflict(`Роль «${off.name}» с тех пор отключена: отклоните запрос`)
    if (person.notActive) throw conflict('Сотрудник с тех пор отключён: отклоните запрос')
    await writeRoles(db, objectId, userRoleIds)
    await raiseVersion(db, objectId)
    await publish(db, topics.employee(objectId))
    return objectId
  },
}
