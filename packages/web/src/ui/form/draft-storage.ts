/** Unsaved values of a form with the version of the record they began from; `partial`: something of them is not kept. */
export type Draft = { values: unknown; version: number | null; savedAt: string; partial: boolean }

/** Whether a value under the name may not be kept in the browser. */
export type IsPrivate = (name: string) => boolean

/** Drafts older than this are forgotten, ms. */
export const draftLife = 7 * 24 * 60 * 60 * 1000
const prefix = 'draft2:'
/** Drafts of every form that there has been (earlier ones kept whatever was typed) and uploads that were cut short. */
const ofPerson = /^(?:draft\d*:|uploads )/
let ended = false

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Key of a draft: it belongs to one person and one record, so the next person at this machine does not see it. */
export function draftKey(user: string, record: string): string {
  return `${prefix}${encodeURIComponent(user)}:${record}`
}

/** The draft kept under the key; an old or broken one is removed. */
export function readDraft(store: Store, key: string, now: number): Draft | null {
  const raw = store.getItem(key)
  if (raw === null) return null
  const draft = parse(raw)
  if (draft && now - Date.parse(draft.savedAt) < draftLife) return draft
  store.removeItem(key)
  return null
}

function parse(raw: string): Draft | null {
  try {
    const value: unknown = JSON.parse(raw)
    if (typeof value !== 'object' || value === null || !('values' in value) || !('savedAt' in value))
      return null
    if (typeof value.savedAt !== 'string' || Number.isNaN(Date.parse(value.savedAt))) return null
    const version = 'version' in value && typeof value.version === 'number' ? value.version : null
    const partial = 'partial' in value && value.partial === true
    return { values: value.values, version, savedAt: value.savedAt, partial }
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The values without what may not be kept, however deep it lies. */
export function withoutPrivate(values: unknown, isPrivate: IsPrivate): unknown {
  if (Array.isArray(values)) return values.map((one: unknown) => withoutPrivate(one, isPrivate))
  if (!isRecord(values)) return values
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !isPrivate(name))
      .map(([name, value]) => [name, withoutPrivate(value, isPrivate)]),
  )
}

/** A draft over what stands in the form: what the draft does not have stays; rows of lists are told by their keys. */
export function overDraft(current: unknown, draft: unknown): unknown {
  if (Array.isArray(draft)) {
    const rows: readonly unknown[] = Array.isArray(current) ? current : []
    return draft.map((row: unknown, index) => overDraft(rowOf(rows, row, index), row))
  }
  if (!isRecord(draft)) return draft
  const known = isRecord(current) ? current : {}
  const merged = Object.entries(draft).map(([name, value]) => [name, overDraft(known[name], value)] as const)
  return { ...known, ...Object.fromEntries(merged) }
}

function rowOf(rows: readonly unknown[], row: unknown, index: number): unknown {
  if (!isRecord(row) || row['key'] === undefined) return isRecord(row) ? undefined : rows[index]
  return rows.find((one) => isRecord(one) && one['key'] === row['key'])
}

/** Removes drafts and unfinished uploads from this browser; none is written any more before the next visit. */
export function endDrafts(store: Store & Pick<Storage, 'key' | 'length'>): void {
  ended = true
  const keys = Array.from({ length: store.length }, (_, at) => store.key(at) ?? '')
  for (const key of keys) if (ofPerson.test(key)) store.removeItem(key)
}

/** Keeps the values but the private ones; answers false when the browser has no room or forbids it, or the visit ended. */
export function writeDraft(
  store: Store,
  key: string,
  { values, version, isPrivate }: { values: unknown; version: number | null; isPrivate: IsPrivate },
  now: number,
): boolean {
  if (ended) return false
  try {
    const left = withoutPrivate(values, isPrivate)
    const partial = JSON.stringify(left) !== JSON.stringify(values)
    const draft: Draft = { values: left, version, savedAt: new Date(now).toISOString(), partial }
    store.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}
