import {
  blacklistCategories,
  blacklistLevels,
  blacklistSources,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { entryCommonFields, entryReasonFields } from '@ipoteka-office/contract/blacklists/entry-fields.ts'
import { entryMachine } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { recordReasonReading } from '#features/access-log/access-log.service.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'
import { type CardChange, listCardHistory } from '#features/history/card-history.service.ts'
import { processOf } from '#features/machines/move-record.service.ts'
import { figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { seesPersonalData } from '#lib/masking.ts'
import {
  type BlacklistParts,
  entryObjectType,
  type EntryKey,
  type Reader,
  readsReasons,
  requireEntry,
} from './entries.service.ts'
import { findContents } from './entries.repo.ts'
import { entryKinds } from './entry-kind.ts'
import { differences, entryDictionaries } from './entry.rules.ts'
import { type EntryContent, objectOf, type StoredEntry } from './stored-entry.ts'

const states = Object.fromEntries(Object.entries(entryMachine.states).map(([code, { name }]) => [code, name]))
const common = {
  state: { label: 'Состояние', names: states },
  level: told(entryCommonFields.level, { names: blacklistLevels }),
  category: told(entryCommonFields.category, { names: blacklistCategories }),
  valid_from: told(entryCommonFields.validFrom),
  valid_to: told(entryCommonFields.validTo),
  approver_id: { label: 'Кто подтвердил', table: 'employee' as const },
  destroyed_at: { label: 'Сведения уничтожены' },
  // The words of a content stand apart from the history, to be destroyed one day; they are put here when it is read.
  content_number: { label: 'Сведения', parts: {} },
}
const labelsFor = (showsReasons: boolean): CardLabels => ({
  [entryObjectType]: {
    fields: {
      ...common,
      ...(showsReasons && { source: told(entryReasonFields.source, { names: blacklistSources }) }),
    },
  },
})

const nothing: EntryContent = { data: {}, basis: '', evidence: '', comment: '' }

/** The changes of the contents that each change of the entry led to. */
async function contentChanges(
  parts: BlacklistParts,
  { db, actor }: Reader,
  entry: StoredEntry,
  showsReasons: boolean,
) {
  const contents = await findContents(db, entry.id)
  const nameOf = await codeNames(parts.references, entryDictionaries(entry.kind))
  const telling = { nameOf, showsNumbers: seesPersonalData(actor), showsReasons }
  const factsOf = (number: unknown) => ({ ...entry, content: contents.get(Number(number)) ?? nothing })
  return ({ oldValues, newValues }: CardChange): HistoryEntry['changes'] => {
    const [before, after] = [oldValues?.['content_number'], newValues?.['content_number']]
    if (after === undefined || entry.destroyed) return []
    return differences(entry.kind, { before: factsOf(before), after: factsOf(after) }, telling).map(
      (change) => ({ field: 'content', ...change }),
    )
  }
}

/** The history of an entry: what it said by its contents, and how it stood by the chained history. */
export async function listHistory(
  reader: Reader,
  parts: BlacklistParts,
  key: EntryKey,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const entry = await requireEntry(reader.db, key)
  const showsReasons = readsReasons(reader.actor, key.kind)
  if (showsReasons && !entry.destroyed)
    await recordReasonReading(reader, { type: objectOf(key.kind), id: key.id }, 'История записи')
  const changesOf = await contentChanges(parts, reader, entry, showsReasons)
  const byId = new Map<string, HistoryEntry['changes']>()
  const page = await listCardHistory(
    reader,
    { objectType: entryObjectType, objectId: entry.id },
    labelsFor(showsReasons),
    query,
    (changes) => {
      for (const change of changes) byId.set(change.id, changesOf(change))
      return changes
    },
  )
  return {
    ...page,
    content: page.content.map((one) => ({ ...one, changes: [...one.changes, ...(byId.get(one.id) ?? [])] })),
  }
}

/** The machine drawn with the way of the entry; what was said with the moves is part of the reason. */
export async function entryProcess(reader: Reader, parts: BlacklistParts, key: EntryKey) {
  const entry = await requireEntry(reader.db, key)
  const process = await processOf(
    entryKinds[objectOf(key.kind)],
    { db: reader.db, clock: parts.clock, terms: await figuresToday(parts) },
    entry,
  )
  const showsReasons = readsReasons(reader.actor, key.kind)
  if (showsReasons) await recordReasonReading(reader, { type: objectOf(key.kind), id: key.id }, 'Путь записи')
  return {
    ...process,
    moves: process.moves.map((move) => ({ ...move, comment: showsReasons ? move.comment : null })),
  }
}
