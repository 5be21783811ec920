import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import {
  BlacklistEntry,
  createBlacklistEntry,
  type EntryReason,
  getBlacklistEntry,
  listEntryHistory,
  requestEntryChange,
  saveBlacklistEntry,
  searchBlacklist,
} from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import type { FormNames } from '#widgets/case-sections/section-names.ts'
import { sayFailed } from '#widgets/notify-failure.ts'
import { fieldDifferences, mergeFields } from '#widgets/record/field-differences.ts'
import type { FormValues } from '#widgets/record/field-values.ts'
import { type RecordKit, useRecord } from '#widgets/record/use-record.ts'
import { entryIssues, fieldsOf, newEntryValues, toEntryInput, toEntryValues } from './entry-form-values.ts'
import { refreshEntry } from './refresh-entry.ts'

const paramsOf = ({ kind, id }: Pick<BlacklistEntry, 'kind' | 'id'>) => ({ kind, id: String(id) })

/** The form of an entry: a draft is saved, what acts is changed by a request for a second person. */
export function useEntryRecord({
  kind,
  entry,
  refusal,
  names,
  onCreated,
  onRequested,
}: {
  kind: BlacklistKind
  /** Null: a new one. */
  entry: BlacklistEntry | null
  refusal: string | null
  names: FormNames
  onCreated: (created: BlacklistEntry) => void
  onRequested: () => void
}): RecordKit<BlacklistEntry, FormValues> {
  const hasReason = entry === null || entry.reason !== null
  const fields = fieldsOf(kind, { hasReason })
  const save = async (values: FormValues, version: number) => {
    const input = toEntryInput(kind, values, hasReason)
    if (entry === null)
      return call(createBlacklistEntry, {
        params: { kind },
        body: { ...input, reason: input.reason as EntryReason },
      })
    const body = { ...input, version }
    if (entry.state === 'DRAFT') return call(saveBlacklistEntry, { params: paramsOf(entry), body })
    await call(requestEntryChange, { params: paramsOf(entry), body })
    await refreshEntry()
    return null
  }
  return useRecord<BlacklistEntry, FormValues>({
    record: entry,
    name: 'Запись чёрного списка',
    draftKey: `blacklist/${kind}/${entry?.id ?? 'new'}`,
    toValues: toEntryValues,
    start: newEntryValues(kind, bankDay(serverNow())),
    check: (values) => entryIssues(kind, values, hasReason, bankDay(serverNow())),
    refusal,
    schema: BlacklistEntry,
    save,
    onSaved: (saved, how) => {
      if (how !== 'met') toast.success('Черновик сохранён', { keepOnRouteChange: true })
      if (how === 'created') onCreated(saved)
    },
    onDone: () => {
      if (entry !== null && entry.state !== 'DRAFT') onRequested()
    },
    fieldOf: (path) => path.replace(/^(?:data|reason)\./, ''),
    onFailure: (failure, _, marked) => {
      if (marked > 0) toast.error('Сервер не принял часть полей', { key: 'entry refused' })
      else sayFailed('Запись не сохранена', failure, 'entry refused')
      return true
    },
    differences: (mine, server, base) =>
      fieldDifferences(fields, { base, mine, server: toEntryValues(server) }, names.nameOf),
    merge: (mine, server, choice) => mergeFields(fields, mine, toEntryValues(server), choice),
    ...(entry !== null && {
      queryKey: query(getBlacklistEntry, { params: paramsOf(entry) }).queryKey,
      echo: { topic: topics.blacklistEntry(entry.id), read: () => void refreshEntry() },
    }),
    invalidates: [searchBlacklist, listEntryHistory],
  })
}
