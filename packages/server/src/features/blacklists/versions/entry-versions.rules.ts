import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { entryMachine } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import { tellEntry, type Telling, type ToldField } from '../entry.rules.ts'
import type { EntryContent, EntryFacts } from '../stored-entry.ts'

/** A change of an entry as the trigger wrote it. */
export interface EntryChange {
  /** To the microsecond, as the database writes it. */
  readonly at: string
  readonly actor: string | null
  readonly values: Readonly<Record<string, unknown>>
}

/** What an entry said and how it stood from a moment on. */
export interface EntryVersion {
  readonly at: string
  readonly actor: string | null
  readonly state: string
  readonly facts: EntryFacts
}

const nothing: EntryContent = { data: {}, basis: '', evidence: '', comment: '' }

/** The versions of an entry, the oldest first: every change laid over those before it. */
export function versionsOf(
  changes: readonly EntryChange[],
  contents: ReadonlyMap<number, EntryContent>,
): EntryVersion[] {
  let row: Readonly<Record<string, unknown>> = {}
  return changes.map(({ at, actor, values }) => {
    row = { ...row, ...values }
    const facts = {
      level: row['level'],
      category: row['category'],
      source: row['source'],
      validFrom: row['valid_from'],
      validTo: row['valid_to'] ?? null,
      content: contents.get(Number(row['content_number'])) ?? nothing,
    } as EntryFacts
    return { at, actor, state: String(row['state']), facts }
  })
}

/** Parts of an entry, in the order of its page. */
const parts: Readonly<Record<ToldField['part'], string>> = {
  data: 'О ком или о чём запись',
  common: 'Как действует',
  reason: 'Основание',
}

/** Who is told: whether personal numbers are shown whole, and whether reasons are shown at all. */
export interface EntryTelling extends Telling {
  readonly showsReasons: boolean
}

const states: Readonly<Record<string, { readonly name: string }>> = entryMachine.states
const nameOfState = (state: string): string => states[state]?.name ?? state

/** A field of an entry at two moments. */
export interface EntryField {
  readonly section: ToldField['part']
  readonly sectionName: string
  readonly field: string
  readonly label: string
  readonly before: string
  readonly after: string
  readonly changed: boolean
}

/** Every field of two versions side by side, those of the reason for who may read it alone. */
export function comparedEntry(
  kind: BlacklistKind,
  { before, after }: { readonly before: EntryVersion; readonly after: EntryVersion },
  telling: EntryTelling,
): EntryField[] {
  // Masks of two numbers may look alike: what differs is found by the numbers themselves.
  const whole = { ...telling, showsNumbers: true }
  const [old, next] = [tellEntry(kind, before.facts, whole), tellEntry(kind, after.facts, whole)]
  const [shownOld, shownNext] = [
    tellEntry(kind, before.facts, telling),
    tellEntry(kind, after.facts, telling),
  ]
  const told = old.map(
    ({ part, name: field, label, text }, at): EntryField => ({
      ...{ section: part, sectionName: parts[part], field, label },
      before: shownOld[at]?.text || '−',
      after: shownNext[at]?.text || '−',
      changed: text !== next[at]?.text,
    }),
  )
  const of = (part: ToldField['part']) => told.filter(({ section }) => section === part)
  const state: EntryField = {
    ...{ section: 'common', sectionName: parts.common, field: 'state', label: 'Состояние' },
    before: nameOfState(before.state),
    after: nameOfState(after.state),
    changed: before.state !== after.state,
  }
  return [...of('data'), state, ...of('common'), ...(telling.showsReasons ? of('reason') : [])]
}

/** A version in the list: a move of the entry, or the parts that changed. */
export interface ListedVersion {
  readonly at: string
  readonly actor: string | null
  readonly kind: 'CHANGE' | 'STAGE'
  readonly names: string[]
}

const made = (version: EntryVersion): ListedVersion => ({
  at: version.at,
  actor: version.actor,
  kind: 'STAGE',
  names: [nameOfState(version.state)],
})

/** The versions that the reader can tell apart, the newest first. */
export function listedVersions(
  kind: BlacklistKind,
  versions: readonly EntryVersion[],
  telling: EntryTelling,
): ListedVersion[] {
  const listed = versions.flatMap((version, at): ListedVersion[] => {
    const previous = versions[at - 1]
    if (previous === undefined || previous.state !== version.state) return [made(version)]
    const changed = comparedEntry(kind, { before: previous, after: version }, telling).filter(
      (field) => field.changed,
    )
    if (changed.length === 0) return []
    const names = [...new Set(changed.map(({ sectionName }) => sectionName))]
    return [{ at: version.at, actor: version.actor, kind: 'CHANGE', names }]
  })
  return listed.toReversed()
}

/** The version that stood at a moment; undefined before the first. */
export const versionAt = (versions: readonly EntryVersion[], at: string): EntryVersion | undefined =>
  versions.findLast((version) => microseconds(version.at) <= microseconds(at))

/** Microseconds since 1970: moments of the history are finer than a `Date`. */
function microseconds(at: string): number {
  const fraction = /\.(\d+)/.exec(at)?.[1] ?? ''
  return Math.floor(Date.parse(at) / 1_000) * 1_000_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}
