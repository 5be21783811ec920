import type { FiredHit } from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import type { Context } from '#http/route.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { type EntryKey, requireEntry } from '../entries.service.ts'
import { objectOf } from '../stored-entry.ts'
import { findFired } from './hits.repo.ts'

/** Where an entry has fired, the newest first; whose cases are named by it is written down. */
export async function listFired(context: Context, key: EntryKey, query: PageQuery): Promise<Page<FiredHit>> {
  const { db, actor } = context
  const { id } = await requireEntry(db, key)
  const { content, ...page } = await findFired(db, id, query)
  const shown = content.map(
    ({ case: { stage, ...one }, ...hit }): FiredHit => ({
      ...hit,
      case: holds(actor, one.type, 'Read')
        ? { ...one, stageName: stageNameFor(actor, one.type, stage) }
        : null,
    }),
  )
  const persons = shown.filter((hit) => hit.case !== null).length
  if (persons > 0)
    await recordUnmasking(
      context,
      { type: objectOf(key.kind), id },
      { persons, what: 'Где сработала запись' },
    )
  return { ...page, content: shown }
}
