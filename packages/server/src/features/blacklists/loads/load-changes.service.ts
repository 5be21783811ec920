import type { ChangeKind } from '#features/change-requests/change-requests.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import { conflict } from '#http/errors.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { findActive, findLoad, replaceActive, updateLoad } from './loads.repo.ts'
import { loadApplyName } from './load-works.service.ts'

/** Files put before a second person: the version of the authority's list acts at once, entries are made by a task. */
export const loadChanges = ({ clock }: { readonly clock: BankClock }): ChangeKind => ({
  async isStale(db, { objectId, baseVersion }, { lock }) {
    const load = await findLoad(db, objectId ?? 0, { lock })
    if (load === undefined || load.state !== 'REQUESTED') return true
    return load.target === 'authority' && ((await findActive(db))?.id ?? 0) !== baseVersion
  },
  async apply({ db, actor, request }) {
    const load = await findLoad(db, request.objectId ?? 0, { lock: true })
    if (load === undefined) throw conflict('Загрузки больше нет')
    const { id, target, counts, fileName } = load
    const approved = { by: actor.employeeId, at: clock.now() }
    if (target === 'authority') {
      await replaceActive(db, id)
      await updateLoad(db, id, { state: 'ACTIVE', approved })
      return id
    }
    const task = await startTask(db, actor, {
      work: loadApplyName,
      kind: 'work',
      title: `Загрузка файла «${fileName}» в чёрный список`,
      total: counts.new ?? 0,
      input: { loadId: id },
    })
    await updateLoad(db, id, { state: 'APPLYING', approved, taskId: task.id })
    return id
  },
  async decided(db, { objectId }) {
    const load = await findLoad(db, objectId ?? 0)
    // What was rejected or withdrawn may be put before somebody again.
    if (load?.state === 'REQUESTED') await updateLoad(db, load.id, { state: 'READY' })
  },
})
