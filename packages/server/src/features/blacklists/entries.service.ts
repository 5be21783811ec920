import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type {
  BlacklistEntry,
  EntryInput,
  EntryReason,
} from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { entryFields } from '@ipoteka-office/contract/blacklists/entry-fields.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { recordReasonReading, recordUnmasking } from '#features/access-log/access-log.service.ts'
import { codesIn } from '#features/references/field-codes.rules.ts'
import { codeIssues } from '#features/references/known-codes.service.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { allowedActions, moveRecord } from '#features/machines/move-record.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { keepMasked, masked, seesPersonalData } from '#lib/masking.ts'
import { publish } from '#live/publish.ts'
import { findAppeals } from './appeals.repo.ts'
import { findOrigin } from './origins.repo.ts'
import { changesOf, pendingChange } from './entry-availability.service.ts'
import { entryKinds } from './entry-kind.ts'
import { checkEntry } from './entry.rules.ts'
import { findEntry, insertEntry, writeFacts } from './entries.repo.ts'
import { maskedTitle } from './identity.rules.ts'
import { type EntryFacts, objectOf, type StoredEntry } from './stored-entry.ts'

/** What the area needs beside the database. */
export interface BlacklistParts extends BankFigures {
  readonly references: ReferenceReader
}
/** Which entry is meant. */
export interface EntryKey {
  readonly kind: BlacklistKind
  readonly id: number
}
export type Reader = Pick<Context, 'db' | 'actor' | 'requestId'>

export const entryObjectType = 'blacklistEntry'
const noEntry = () => notFound('Записи нет в этом списке')

/** Whether the person may see why somebody is in the list. */
export const readsReasons = ({ operations }: Reader['actor'], kind: BlacklistKind): boolean =>
  operations[objectOf(kind)]?.includes('ReadReason') ?? false

const reasonOf = ({ source, content: { basis, evidence, comment } }: StoredEntry): EntryReason => ({
  source,
  basis,
  evidence,
  comment,
})

const moverOf = ({ db, actor, requestId }: Reader, { clock }: BlacklistParts) => ({
  db,
  actor,
  requestId,
  clock,
})

/** Writes down what the person is about to see of an entry: why it is there, and its numbers whole. */
async function noteSeen(reader: Reader, { kind, id, destroyed }: StoredEntry): Promise<void> {
  if (destroyed) return
  const type = objectOf(kind)
  if (readsReasons(reader.actor, kind)) await recordReasonReading(reader, { type, id }, 'Карточка записи')
  if (seesPersonalData(reader.actor))
    await recordUnmasking(reader, { type, id }, { persons: 1, what: 'Запись чёрного списка' })
}

/** The entry as the person may see it; what they see is written down. */
export async function present(
  reader: Reader,
  parts: BlacklistParts,
  entry: StoredEntry,
): Promise<BlacklistEntry> {
  const { db, actor } = reader
  await noteSeen(reader, entry)
  const { content, source: _, contributors: __, contentNumber: ___, endedOn: ____, ...shown } = entry
  const readsReason = readsReasons(actor, entry.kind)
  const pending = await pendingChange(db, entry)
  const appeals = await findAppeals(db, entry.id, bankDay(parts.clock))
  return {
    ...shown,
    title: seesPersonalData(actor) ? entry.title : maskedTitle(entry.kind, entry.title),
    data: masked(actor, content.data),
    reason: readsReason && !entry.destroyed ? reasonOf(entry) : null,
    actions: (await allowedActions(entryKinds[objectOf(entry.kind)], moverOf(reader, parts), entry)).filter(
      // These two follow from an approved request alone.
      ({ code }) => code !== 'remove' && code !== 'appeal',
    ),
    changes: changesOf(actor, entry, pending),
    pending,
    // From which case it came is part of the reason.
    origin: readsReason && !entry.destroyed ? ((await findOrigin(db, entry.id)) ?? null) : null,
    appeals: readsReason ? appeals : appeals.map((appeal) => ({ ...appeal, words: null })),
  }
}

export async function requireEntry(db: Reader['db'], key: EntryKey): Promise<StoredEntry> {
  const entry = await findEntry(db, key)
  if (entry === undefined) throw noEntry()
  return entry
}

export const getEntry = async (
  reader: Reader,
  parts: BlacklistParts,
  key: EntryKey,
): Promise<BlacklistEntry> => present(reader, parts, await requireEntry(reader.db, key))

/** The entry held until the transaction ends; 409 with the entry as it is when the version is old. */
export async function takeEntry(
  reader: Reader,
  parts: BlacklistParts,
  key: EntryKey,
  version: number,
): Promise<StoredEntry> {
  const entry = await findEntry(reader.db, key, { lock: true })
  if (entry === undefined) throw noEntry()
  if (entry.version !== version)
    throw stale(
      await present(reader, parts, entry),
      await findLastChangeOf(reader.db, { objectType: entryObjectType, objectId: entry.id }),
    )
  return entry
}

/** What was sent as it is to be stored, over what is stored; 400 with the paths of what is wrong. */
export async function readFacts(
  { clock }: BlacklistParts,
  { db, actor }: Pick<Reader, 'db' | 'actor'>,
  kind: BlacklistKind,
  { input, before }: { readonly input: EntryInput; readonly before: StoredEntry | null },
): Promise<EntryFacts> {
  const stored = before?.content.data ?? {}
  const { data, errors } = checkEntry(
    kind,
    { ...input, data: keepMasked(input.data, stored, 'data.') },
    bankDay(clock),
  )
  const kept = codesIn(entryFields[kind], stored)
  const all = [...errors, ...(await codeIssues(db, codesIn(entryFields[kind], data, 'data.'), { kept }))]
  if (all.length > 0) throw invalid(all)
  const reason = readsReasons(actor, kind) ? input.reason : null
  const { source, ...words } = reason ?? (before === null ? null : reasonOf(before)) ?? noReason()
  const { level, category, validFrom, validTo } = input
  return { level, category, validFrom, validTo, source, content: { data, ...words } }
}

function noReason(): never {
  throw invalid([{ path: 'reason.basis', message: 'Укажите источник и основание' }])
}

/** Tells open lists and the card of the entry that it has changed. */
export async function tellOf(db: Reader['db'], { kind, id }: EntryKey): Promise<void> {
  await publish(db, topics.blacklist(kind))
  await publish(db, topics.blacklistEntry(id))
}

export async function createEntry(
  context: Context,
  parts: BlacklistParts,
  kind: BlacklistKind,
  input: EntryInput,
): Promise<BlacklistEntry> {
  const { db, actor } = context
  const facts = await readFacts(parts, context, kind, { input, before: null })
  const id = await insertEntry(db, { kind, authorId: actor.employeeId, at: parts.clock.now() }, facts)
  await tellOf(db, { kind, id })
  return getEntry(context, parts, { kind, id })
}

export async function saveEntry(
  context: Context,
  parts: BlacklistParts,
  key: EntryKey,
  { version, ...input }: EntryInput & { readonly version: number },
): Promise<BlacklistEntry> {
  const { db, actor } = context
  const before = await takeEntry(context, parts, key, version)
  if (before.state !== 'DRAFT')
    throw conflict(
      'Сохраняется только черновик. Действующая запись меняется запросом, который подтвердит другой сотрудник',
    )
  const facts = await readFacts(parts, context, key.kind, { input, before })
  await writeFacts(db, before, facts, [actor.employeeId])
  await tellOf(db, key)
  return getEntry(context, parts, key)
}

export async function moveEntry(
  context: Context,
  parts: BlacklistParts,
  key: EntryKey,
  {
    action,
    version,
    comment,
  }: { readonly action: string; readonly version: number; readonly comment: string },
): Promise<BlacklistEntry> {
  const entry = await takeEntry(context, parts, key, version)
  await moveRecord(entryKinds[objectOf(key.kind)], moverOf(context, parts), entry, { action, comment })
  await tellOf(context.db, key)
  return getEntry(context, parts, key)
}
