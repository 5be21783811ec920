import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type * as api from '@ipoteka-office/contract/blacklists/entry-versions.ts'
import { type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import { recordReasonReading, recordUnmasking } from '#features/access-log/access-log.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { invalid } from '#http/errors.ts'
import { seesPersonalData } from '#lib/masking.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { findContents } from '../entries.repo.ts'
import {
  type BlacklistParts,
  entryObjectType,
  type EntryKey,
  type Reader,
  readsReasons,
  requireEntry,
} from '../entries.service.ts'
import { entryDictionaries } from '../entry.rules.ts'
import { objectOf, type StoredEntry } from '../stored-entry.ts'
import { findEntryChanges } from './entry-changes.repo.ts'
import {
  comparedEntry,
  type EntryTelling,
  type EntryVersion,
  listedVersions,
  versionAt,
  versionsOf,
} from './entry-versions.rules.ts'

interface Known {
  readonly entry: StoredEntry
  readonly versions: readonly EntryVersion[]
  readonly telling: EntryTelling
}

async function known(reader: Reader, parts: BlacklistParts, key: EntryKey): Promise<Known> {
  const entry = await requireEntry(reader.db, key)
  const changes = await findEntryChanges(reader.db, { objectType: entryObjectType, objectId: entry.id })
  return {
    entry,
    versions: versionsOf(changes, await findContents(reader.db, entry.id)),
    telling: {
      nameOf: await codeNames(parts.references, entryDictionaries(key.kind)),
      showsNumbers: seesPersonalData(reader.actor),
      showsReasons: readsReasons(reader.actor, key.kind),
    },
  }
}

/** Versions of an entry to choose from, the newest first. */
export async function entryVersions(
  reader: Reader,
  parts: BlacklistParts,
  key: EntryKey,
  query: PageQuery,
): Promise<ReplyOf<typeof api.listEntryVersions>> {
  refuseDeepPage(query)
  const { versions, telling } = await known(reader, parts, key)
  const listed = listedVersions(key.kind, versions, telling)
  const from = query.page * query.size
  return toPage(listed.slice(from, from + query.size), listed.length, query)
}

/** An entry at two moments; who reads its reason or its numbers there is written down as where the entry itself is read. */
export async function compareEntry(
  reader: Reader,
  parts: BlacklistParts,
  key: EntryKey,
  { from, to, all }: ParsedRequest<typeof api.compareEntryVersions>['body'],
): Promise<ReplyOf<typeof api.compareEntryVersions>> {
  const { entry, versions, telling } = await known(reader, parts, key)
  const before = versionAt(versions, from) ?? versions[0]
  const after = to === undefined ? versions.at(-1) : versionAt(versions, to)
  if (after === undefined || before === undefined || versions.indexOf(after) < versions.indexOf(before))
    throw invalid([{ path: 'to', message: 'Второй момент должен быть позже первого' }])
  const fields = comparedEntry(key.kind, { before, after }, telling).filter(({ changed }) => all || changed)
  const object = { type: objectOf(key.kind), id: key.id }
  if (telling.showsReasons && !entry.destroyed)
    await recordReasonReading(reader, object, 'Сравнение версий записи')
  if (telling.showsNumbers && fields.some(({ section }) => section === 'data'))
    await recordUnmasking(reader, object, { persons: 1, what: 'Сравнение версий записи' })
  return fields.map((field) => ({ ...field, participantId: null }))
}
