import type { ChangeRequest } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import type { Db } from '#db/database.ts'
import {
  type Asking,
  type ChangeKind,
  requestChange,
  waitingFor,
} from '#features/change-requests/change-requests.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { Actor } from '#lib/actor.ts'
import { isFourEyesOn } from './four-eyes.service.ts'
import { applyChange, checkState } from './role-apply.service.ts'
import { diffOf, type RoleDiff, type RoleState, titleOf } from './role-changes.rules.ts'
import { countHolders } from './role-holders.repo.ts'
import { findRole, lockRole, type StoredRole } from './roles.repo.ts'

const may = (actor: Actor, operation: 'Update' | 'Approve') =>
  actor.isAhml && actor.operations.UserRole?.includes(operation) === true

/** How roles are changed in this bank, as the caller may. */
export async function getRoleSettings(db: Db, actor: Actor, bank: BankFigures) {
  return {
    fourEyes: await isFourEyesOn(db, actor, bank),
    canUpdate: may(actor, 'Update'),
    canApprove: may(actor, 'Approve'),
    waitingForMe: await waitingFor(db, actor, 'UserRole'),
  }
}

/** Puts a change of a role before a second person. The caller has locked the role. */
export async function requestRoleChange(
  asking: Asking,
  before: StoredRole | null,
  after: RoleState,
  diff: RoleDiff,
): Promise<ChangeRequest> {
  const { code, name, description, isDisabled, partnerMayGive, operations } = after
  return requestChange(asking, {
    kind: 'user_role',
    objectId: before?.id ?? null,
    title: titleOf(before, after),
    payload: { code, name, description, isDisabled, partnerMayGive, operations },
    diff,
    baseVersion: before?.version ?? null,
    affected: before === null ? 0 : await countHolders(asking.db, asking.actor, before.id),
  })
}

/** Changes of roles, as a second person decides on them. */
export const roleChanges: ChangeKind = {
  async isStale(db, { objectId, baseVersion }, { lock }) {
    if (objectId === null) return false
    const role = await (lock ? lockRole : findRole)(db, objectId)
    return role?.version !== baseVersion
  },
  async apply({ db, request: { objectId, payload, maker } }) {
    const before = objectId === null ? null : ((await lockRole(db, objectId)) ?? null)
    const asked = payload as RoleState
    // A request from before the mark existed does not change it.
    const state = { ...asked, partnerMayGive: asked.partnerMayGive ?? before?.partnerMayGive ?? false }
    await checkState(db, state, objectId, before)
    return applyChange(db, objectId, { state, diff: diffOf(before, state), makerId: maker.id })
  },
}
