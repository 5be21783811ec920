import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { appealFields, entryCommonFields } from '@ipoteka-office/contract/blacklists/entry-fields.ts'
import { recordReasonReading } from '#features/access-log/access-log.service.ts'
import type {
  Approval,
  ChangeKind,
  RequestReader,
} from '#features/change-requests/change-requests.service.ts'
import { moveRecord } from '#features/machines/move-record.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { seesPersonalData } from '#lib/masking.ts'
import { registerAppeal } from './appeals.service.ts'
import { type BlacklistParts, readsReasons, requireEntry, tellOf } from './entries.service.ts'
import { findEntry, writeFacts } from './entries.repo.ts'
import { entryKinds } from './entry-kind.ts'
import { differences, entryDictionaries } from './entry.rules.ts'
import { type EntryFacts, objectOf, type StoredEntry } from './stored-entry.ts'

/** What a request asks for. */
export type AskedEntryChange =
  | { readonly action: 'change'; readonly facts: EntryFacts }
  | { readonly action: 'prolong'; readonly validTo: string | null; readonly reason: string }
  | { readonly action: 'remove'; readonly reason: string }
  | {
      readonly action: 'appeal'
      readonly receivedOn: string
      readonly applicant: string
      readonly claim: string
    }

const endText = (day: string | null) => dayText(day) ?? 'бессрочно'

/** What a change says to those who may read reasons, in words; `entry` is as it is now. */
async function changeFields(
  { references }: BlacklistParts,
  { actor }: Pick<RequestReader, 'actor'>,
  entry: StoredEntry,
  change: AskedEntryChange,
): Promise<{ label: string; oldValue: string; newValue: string }[]> {
  const showsReasons = readsReasons(actor, entry.kind)
  if (change.action === 'change') {
    const nameOf = await codeNames(references, entryDictionaries(entry.kind))
    const telling = { nameOf, showsNumbers: seesPersonalData(actor), showsReasons }
    return differences(entry.kind, { before: entry, after: change.facts }, telling)
  }
  const reason = (label: string, newValue: string) => ({ label, oldValue: '−', newValue })
  const words = showsReasons
    ? change.action === 'appeal'
      ? [
          reason(appealFields.applicant.label, change.applicant),
          reason(appealFields.claim.label, change.claim),
        ]
      : [reason('Причина', change.reason)]
    : []
  if (change.action === 'prolong')
    return [
      {
        label: entryCommonFields.validTo.label,
        oldValue: endText(entry.validTo),
        newValue: endText(change.validTo),
      },
      ...words,
    ]
  if (change.action === 'appeal')
    return [reason(appealFields.receivedOn.label, dayText(change.receivedOn)), ...words]
  return words
}

/** Makes the change as the second person agreed to it. */
async function applyChange(
  parts: BlacklistParts,
  { db, actor, request }: Approval,
  entry: StoredEntry,
): Promise<void> {
  const change = request.payload as AskedEntryChange
  const people = [request.maker.id, actor.employeeId]
  if (change.action === 'change') return writeFacts(db, entry, change.facts, people)
  if (change.action === 'prolong') return writeFacts(db, entry, { ...entry, validTo: change.validTo }, people)
  const move = { db, actor, requestId: null, clock: parts.clock }
  const kind = entryKinds[objectOf(entry.kind)]
  if (change.action === 'remove')
    return moveRecord(kind, move, entry, { action: 'remove', comment: change.reason })
  await registerAppeal(db, parts, entry, { ...change, registeredBy: request.maker.id })
  return moveRecord(kind, move, entry, { action: 'appeal' })
}

/** Changes of entries that act, as a second person decides on them. */
export const entryChanges = (parts: BlacklistParts, kind: BlacklistKind): ChangeKind => ({
  async isStale(db, { objectId, baseVersion, payload }, { lock }) {
    const entry = await findEntry(db, { kind, id: objectId ?? 0 }, { lock })
    if (entry === undefined || entry.version !== baseVersion || entry.state !== 'ACTIVE') return true
    const change = payload as AskedEntryChange
    const validTo =
      change.action === 'change' ? change.facts.validTo : change.action === 'prolong' ? change.validTo : null
    return validTo !== null && validTo < bankDay(parts.clock)
  },
  async apply(approval) {
    const { db, request } = approval
    const entry = await requireEntry(db, { kind, id: request.objectId ?? 0 })
    await applyChange(parts, approval, entry)
    return entry.id
  },
  decided: (db, { objectId }) => tellOf(db, { kind, id: objectId ?? 0 }),
  async fieldsFor(reader, { objectId, payload, status, diff }) {
    // What was decided is told by the history of the entry; its own words may be destroyed by now.
    const entry = await findEntry(reader.db, { kind, id: objectId ?? 0 })
    if (status !== 'PENDING' || entry === undefined) return diff.fields
    if (readsReasons(reader.actor, kind))
      await recordReasonReading(reader, { type: objectOf(kind), id: entry.id }, 'Запрос изменения записи')
    return changeFields(parts, reader, entry, payload as AskedEntryChange)
  },
})
