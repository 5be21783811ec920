import { lowered } from '@ipoteka-office/contract/words.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import {
  type Asking,
  type ChangeKind,
  pendingOf,
  requestChange,
} from '#features/change-requests/change-requests.service.ts'
import { diffOfRoles, refuseDisabledRoles } from '#features/employees/employee-role-requests.service.ts'
import { conflict } from '#http/errors.ts'
import { publish } from '#live/publish.ts'
import {
  addMembers,
  findApplicants,
  findMemberNames,
  findUserRoles,
  type LockedGroup,
  lockAnyGroup,
  raiseVersion,
  writeUserRoles,
} from './workgroups.repo.ts'
import { refusalOfMember } from './workgroups.rules.ts'

interface Key {
  readonly partnerId: number
  readonly id: number
}

/** The user roles of a group as they were and as they shall be. */
interface AskedRoles {
  readonly before: readonly number[]
  readonly userRoleIds: readonly number[]
}
/** Who shall join a group. */
interface AskedMembers {
  readonly employeeIds: readonly number[]
}

const heldBy = async (db: Db, id: number) =>
  (await findUserRoles(db, id)).filter(({ held }) => held).map((role) => role.id)

/** Puts other user roles of a group before a second person; the caller has locked the group. */
export async function requestGroupRoles(
  asking: Asking,
  { id, partnerId }: Key,
  { name, version }: LockedGroup,
  userRoleIds: readonly number[],
): Promise<void> {
  const { db } = asking
  const before = await heldBy(db, id)
  const { oldValue, newValue, added, removed } = await diffOfRoles(db, before, userRoleIds)
  const members = await findMemberNames(db, id)
  await requestChange(asking, {
    kind: 'workgroup_roles',
    objectId: id,
    title: `Рабочая группа «${name}»: роли`,
    payload: { before, userRoleIds } satisfies AskedRoles,
    diff: {
      fields: [
        { label: 'Роли группы', oldValue, newValue },
        { label: 'Кто в группе', oldValue: '', newValue: members.join(', ') },
      ],
      added,
      removed,
    },
    baseVersion: version,
    affected: members.length,
  })
  await publish(db, topics.partner(partnerId))
}

/** Asks a second person to let people into a group that gives roles; the caller has locked the group. */
export async function requestGroupMembers(
  asking: Asking,
  { id, partnerId }: Key,
  { name, version }: LockedGroup,
  joining: readonly { readonly id: number; readonly fullName: string }[],
) {
  const { db } = asking
  const { newValue, added } = await diffOfRoles(db, [], await heldBy(db, id))
  const request = await requestChange(asking, {
    kind: 'workgroup_members',
    objectId: id,
    title: `Рабочая группа «${name}»: новые сотрудники`,
    payload: { employeeIds: joining.map((one) => one.id) } satisfies AskedMembers,
    diff: {
      fields: [
        { label: 'Войдут в группу', oldValue: '', newValue: joining.map((one) => one.fullName).join(', ') },
        { label: 'Получат роли', oldValue: '', newValue },
      ],
      added,
      removed: [],
    },
    baseVersion: version,
    affected: joining.length,
  })
  await publish(db, topics.partner(partnerId))
  return { id: request.id, title: request.title, maker: request.maker.fullName }
}

/** The change of the group's user roles that waits. */
export const pendingRolesOf = (db: Db, id: number) => pendingOf(db, { kind: 'workgroup_roles', objectId: id })

/** The group has changed since the request, its members and roles included. */
const isStale: ChangeKind['isStale'] = async (db, { objectId, baseVersion }, how) =>
  objectId === null || (await lockAnyGroup(db, objectId, how))?.version !== baseVersion

async function takeForApproval(db: Db, id: number | null) {
  const group = id === null ? null : await lockAnyGroup(db, id, { lock: true })
  if (id === null || group === null) throw new Error('An approved group is gone')
  return { id, partnerId: group.partnerId }
}

/** User roles that groups give, as a second person decides on them. */
export const groupRoleChanges: ChangeKind = {
  isStale,
  async apply({ db, request: { objectId, payload } }) {
    const { id, partnerId } = await takeForApproval(db, objectId)
    const { before, userRoleIds } = payload as AskedRoles
    await refuseDisabledRoles(db, before, userRoleIds)
    await writeUserRoles(db, id, userRoleIds)
    await raiseVersion(db, id)
    await publish(db, topics.partner(partnerId))
    return id
  },
}

/** Who joins groups that give roles, as a second person decides on it. */
export const groupMemberChanges: ChangeKind = {
  isStale,
  async apply({ db, actor, request: { objectId, payload } }) {
    const { id, partnerId } = await takeForApproval(db, objectId)
    const { employeeIds } = payload as AskedMembers
    const applicants = await findApplicants(db, actor, { id, partnerId }, employeeIds)
    for (const employeeId of employeeIds) {
      const refusal = refusalOfMember(applicants.get(employeeId))
      if (refusal !== null)
        throw conflict(
          `${applicants.get(employeeId)?.fullName ?? `Сотрудник № ${employeeId}`}: ${lowered(refusal)}. Отклоните запрос`,
        )
    }
    await addMembers(db, id, employeeIds)
    await raiseVersion(db, id)
    await publish(db, topics.partner(partnerId))
    return id
  },
}
