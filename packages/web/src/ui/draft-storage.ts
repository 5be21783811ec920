/** Unsaved values of a form with the version of the record they began from. */
export type Draft = { values: unknown; version: number | null; savedAt: string }

/** Drafts older than this are forgotten, ms. */
export const draftLife = 7 * 24 * 60 * 60 * 1000
const prefix = 'draft:'

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
    return { values: value.values, version, savedAt: value.savedAt }
  } catch {
    return null
  }
}

/** Keeps the values; answers false when the browser has no room or forbids it. */
export function writeDraft(
  store: Store,
  key: string,
  values: unknown,
  version: number | null,
  now: number,
): boolean {
  try {
    const draft: Draft = { values, version, savedAt: new Date(now).toISOString() }
    store.setItem(key, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}
