import type { AppealInput, EntryInput } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import type { ChangeRequest } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import type { z } from 'zod'
import { requestChange } from '#features/change-requests/change-requests.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type AskedEntryChange } from './entry-changes.service.ts'
import { type BlacklistParts, type EntryKey, readFacts, takeEntry, tellOf } from './entries.service.ts'
import { changeKindOf } from './entry-availability.service.ts'
import { differences, entryDictionaries } from './entry.rules.ts'
import type { StoredEntry } from './stored-entry.ts'

const titles: Readonly<Record<AskedEntryChange['action'], string>> = {
  change: 'изменение',
  prolong: 'продление',
  remove: 'снятие',
  appeal: 'обжалование',
}

/** The entry held for a request: it must act. */
async function takeActing(
  context: Context,
  parts: BlacklistParts,
  key: EntryKey,
  version: number,
): Promise<StoredEntry> {
  const entry = await takeEntry(context, parts, key, version)
  if (entry.state !== 'ACTIVE') throw conflict('Запись не действует: запросом меняется только действующая')
  return entry
}

/** What is kept with a request names the fields alone: their values are destroyed with the entry's one day. */
async function ask(
  context: Context,
  parts: BlacklistParts,
  entry: StoredEntry,
  { change, labels }: { readonly change: AskedEntryChange; readonly labels: readonly string[] },
): Promise<ChangeRequest> {
  const { db, actor } = context
  const request = await requestChange(
    { db, actor, bank: parts },
    {
      kind: changeKindOf(entry),
      objectId: entry.id,
      title: `Чёрный список, запись № ${entry.id}: ${titles[change.action]}`,
      payload: change,
      diff: {
        fields: labels.map((label) => ({ label, oldValue: '', newValue: '' })),
        added: [],
        removed: [],
      },
      baseVersion: entry.version,
      affected: 0,
    },
  )
  await tellOf(db, entry)
  return request
}

export async function askChange(
  context: Context,
  parts: BlacklistParts,
  key: EntryKey,
  { version, ...input }: EntryInput & { readonly version: number },
): Promise<ChangeRequest> {
  const before = await takeActing(context, parts, key, version)
  const facts = await readFacts(parts, context, key.kind, { input, before })
  if (facts.validTo !== null && facts.validTo < bankDay(parts.clock))
    throw invalid([{ path: 'validTo', message: 'Этот день уже прошёл: чтобы прекратить запись, снимите её' }])
  const nameOf = await codeNames(parts.references, entryDictionaries(key.kind))
  const telling = { nameOf, showsNumbers: true, showsReasons: true }
  const labels = differences(key.kind, { before, after: facts }, telling).map(({ label }) => label)
  if (labels.length === 0) throw invalid([{ path: 'data', message: 'Ничего не изменено' }])
  return ask(context, parts, before, { change: { action: 'change', facts }, labels })
}

export async function askProlonging(
  context: Context,
  parts: BlacklistParts,
  key: EntryKey,
  {
    version,
    validTo,
    reason,
  }: { readonly version: number; readonly validTo: string | null; readonly reason: string },
): Promise<ChangeRequest> {
  const entry = await takeActing(context, parts, key, version)
  const isLater =
    entry.validTo !== null &&
    (validTo === null || (validTo > entry.validTo && validTo >= bankDay(parts.clock)))
  if (!isLater)
    throw invalid([
      {
        path: 'validTo',
        message:
          entry.validTo === null
            ? 'Запись и так бессрочная'
            : 'Укажите день позже прежнего или оставьте пусто: бессрочно',
      },
    ])
  return ask(context, parts, entry, {
    change: { action: 'prolong', validTo, reason },
    labels: ['Действует по', 'Причина'],
  })
}

export async function askRemoval(
  context: Context,
  parts: BlacklistParts,
  key: EntryKey,
  { version, reason }: { readonly version: number; readonly reason: string },
): Promise<ChangeRequest> {
  const entry = await takeActing(context, parts, key, version)
  return ask(context, parts, entry, { change: { action: 'remove', reason }, labels: ['Причина'] })
}

export async function askAppeal(
  context: Context,
  parts: BlacklistParts,
  key: EntryKey,
  { version, ...appeal }: z.output<typeof AppealInput> & { readonly version: number },
): Promise<ChangeRequest> {
  const entry = await takeActing(context, parts, key, version)
  if (appeal.receivedOn > bankDay(parts.clock))
    throw invalid([{ path: 'receivedOn', message: 'Этот день ещё не наступил' }])
  return ask(context, parts, entry, {
    change: { action: 'appeal', ...appeal },
    labels: ['Получено', 'Заявитель', 'Что оспаривается'],
  })
}
