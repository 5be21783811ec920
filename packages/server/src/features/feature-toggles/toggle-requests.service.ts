import type { ChangeKind } from '#features/change-requests/change-requests.service.ts'
import { findToggle, lockToggle, type ToggleSettings } from './feature-toggles.repo.ts'
import { writeToggle } from './feature-toggles.service.ts'

/** Changes of toggles, as a second person decides on them. */
export const toggleChanges: ChangeKind = {
  async isStale(db, { objectId, baseVersion }, { lock }) {
    const toggle = await (lock ? lockToggle : findToggle)(db, objectId ?? 0)
    return toggle?.version !== baseVersion
  },
  async apply({ db, request: { objectId, payload } }) {
    const before = await lockToggle(db, objectId ?? 0)
    if (before === undefined) throw new Error('An approved toggle is gone')
    await writeToggle(db, before, payload as ToggleSettings)
    return objectId
  },
}
