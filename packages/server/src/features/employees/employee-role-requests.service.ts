import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import {
  type Asking,
  type ChangeKind,
  requestChange,
} from '#features/change-requests/change-requests.service.ts'
import { conflict } from '#http/errors.ts'
import { publish } from '#live/publish.ts'
import { findHeldRoles, findRoles, lockPerson, writeRoles } from './employee-roles.repo.ts'
import { raiseVersion } from './employees.repo.ts'
import type { Right } from './employees.rules.ts'

/** The roles of a person as they were and as they shall be. */
interface Asked {
  readonly before: readonly number[]
  readonly userRoleIds: readonly number[]
}

type OperationCode = { readonly objectType: string; readonly code: string }

const operationsOf = (rights: readonly Right[]) =>
  [...new Map(rights.map((right) => [`${right.objectType}.${right.operation}`, right])).values()].map(
    ({ objectType, operation }) => ({ objectType, code: operation }),
  )

/** What a change of roles is for those who decide on it: names of the roles, and the operations that come and go. */
export async function diffOfRoles(
  db: Db,
  before: readonly number[],
  after: readonly number[],
): Promise<{ oldValue: string; newValue: string; added: OperationCode[]; removed: OperationCode[] }> {
  const roles = await findRoles(db)
  const of = (ids: readonly number[]) => roles.filter(({ id }) => ids.includes(id))
  const words = (ids: readonly number[]) =>
    of(ids)
      .map(({ name }) => name)
      .join(', ')
  const rights = (ids: readonly number[]) => operationsOf(of(ids).flatMap((role) => role.rights))
  const without = (list: OperationCode[], other: OperationCode[]) =>
    list.filter(
      (one) => !other.some(({ objectType, code }) => objectType === one.objectType && code === one.code),
    )
  const [own, next] = [rights(before), rights(after)]
  return {
    ...{ oldValue: words(before), newValue: words(after) },
    ...{ added: without(next, own), removed: without(own, next) },
  }
}

/** 409 for a role among the added that was switched off since it was asked for. */
export async function refuseDisabledRoles(
  db: Db,
  before: readonly number[],
  after: readonly number[],
): Promise<void> {
  const off = (await findRoles(db)).find(
    ({ id, isDisabled }) => isDisabled && after.includes(id) && !before.includes(id),
  )
  if (off !== undefined) throw conflict(`Роль «${off.name}» с тех пор отключена: отклоните запрос`)
}

/** Puts other roles of a person before a second one; the caller has locked the person. */
export async function requestRoles(
  asking: Asking,
  employeeId: number,
  before: readonly number[],
  userRoleIds: readonly number[],
): Promise<void> {
  const { db } = asking
  const { oldValue, newValue, added, removed } = await diffOfRoles(db, before, userRoleIds)
  const person = await lockPerson(db, employeeId)
  await requestChange(asking, {
    kind: 'employee_roles',
    objectId: employeeId,
    title: `Сотрудник ${person?.fullName ?? `№ ${employeeId}`}: роли`,
    payload: { before, userRoleIds } satisfies Asked,
    diff: { fields: [{ label: 'Роли', oldValue, newValue }], added, removed },
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
    await refuseDisabledRoles(db, before, userRoleIds)
    if (person.notActive) throw conflict('Сотрудник с тех пор отключён: отклоните запрос')
    await writeRoles(db, objectId, userRoleIds)
    await raiseVersion(db, objectId)
    await publish(db, topics.employee(objectId))
    return objectId
  },
}
