import type { EmployeeAccount } from '@ipoteka-office/contract/employees/employee-rights.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { fourEyesFeature } from '@ipoteka-office/contract/roles/roles.ts'
import {
  type Asking,
  type ChangeKind,
  hasGrant,
  pendingOf,
  requestChange,
  takeGrant,
} from '#features/change-requests/change-requests.service.ts'
import { isFeatureOn } from '#features/feature-toggles/feature-toggles.service.ts'
import { conflict, forbidden, notFound } from '#http/errors.ts'
import { publish } from '#live/publish.ts'
import { findOwnRightsOf } from './employee-roles.repo.ts'
import { lockEmployee } from './employees.repo.ts'
import { missingRights } from './employees.rules.ts'

/** What calls about accounts get: toggles end on a day of the bank, and a second person may have a say. */
export type AccessContext = Asking

const kind = 'employee_account'

/**
 * Whoever has somebody's sign-in has that person's rights. So access to the account of somebody who holds more, or who
 * decides as the second person, takes a second person itself; where there is none it is refused.
 */
export async function accessTo(
  context: AccessContext,
  employeeId: number,
): Promise<EmployeeAccount['access']> {
  const { db, actor, bank } = context
  const rights = await findOwnRightsOf(db, employeeId)
  const isStronger = missingRights(actor.operations, rights).length > 0
  if (!(await isFeatureOn(db, actor, fourEyesFeature, bank.clock))) return isStronger ? 'REFUSED' : 'FREE'
  const decides = rights.some(
    ({ objectType, operation }) => objectType === 'UserRole' && operation === 'Approve',
  )
  if (employeeId === actor.employeeId || !(isStronger || decides)) return 'FREE'
  if (!actor.isAhml) return 'REFUSED'
  if (await hasGrant(context, employeeId)) return 'GRANTED'
  return (await pendingOf(db, { kind, objectId: employeeId })) === null ? 'NEEDED' : 'WAITING'
}

const waiting = 'Доступ к этой учётной записи ждёт решения второго человека'

/** Lets the caller at the account, using an approved access up; 403 otherwise. */
export async function spendAccess(context: AccessContext, employeeId: number): Promise<void> {
  const access = await accessTo(context, employeeId)
  if (access === 'FREE') return
  if (access === 'REFUSED')
    throw forbidden('У сотрудника есть права, которых нет у вас: обратитесь к администратору ролей')
  if (access === 'WAITING') throw forbidden(waiting)
  if (access === 'NEEDED' || !(await takeGrant(context, employeeId)))
    throw forbidden(
      'Учётной записью этого сотрудника распоряжаются вдвоём: запросите доступ на вкладке «Вход и роли»',
    )
}

/** Asks a second person for one access to the account. */
export async function requestAccess(context: AccessContext, employeeId: number): Promise<void> {
  const { db, actor } = context
  const person = await lockEmployee(db, actor, { id: employeeId })
  if (person === undefined) throw notFound('Сотрудник не найден')
  const access = await accessTo(context, employeeId)
  if (access === 'WAITING') throw conflict(waiting)
  if (access !== 'NEEDED') throw conflict('Второй человек для этого не нужен')
  const does = person.identityId === null ? 'завести вход' : 'выдать новый пароль'
  await requestChange(context, {
    kind,
    objectId: employeeId,
    title: `Сотрудник ${person.fullName}: доступ к учётной записи`,
    payload: {},
    diff: {
      fields: [{ label: 'Учётная запись', oldValue: '', newValue: `автор запроса сможет один раз ${does}` }],
      added: [],
      removed: [],
    },
    baseVersion: null,
    affected: 1,
  })
  await publish(db, topics.employee(employeeId))
}

/** Access to accounts, as a second person decides on it: the approval itself is what the maker uses afterwards. */
export const accountAccess: ChangeKind = {
  isStale: async () => false,
  async apply({ db, request: { objectId } }) {
    if (objectId !== null) await publish(db, topics.employee(objectId))
    return objectId
  },
}
