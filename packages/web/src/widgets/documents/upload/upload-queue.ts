import { acceptOf, fileKinds, kindsText } from '@ipoteka-office/contract/common/file-kinds.ts'
import type { DocumentParticipant } from '@ipoteka-office/contract/documents/documents.ts'
import {
  isSettled,
  maxFileBytes,
  maxUploadBytes,
  maxUploadFiles,
  type Upload,
  type UploadItem,
  uploadKinds,
} from '@ipoteka-office/contract/uploads/uploads.ts'

/** Where a file goes: to the unassigned ones, under a type, or into a document. */
export interface UploadTarget {
  readonly typeCode?: string
  readonly documentId?: number
  /** Whose document it becomes. */
  readonly participant?: DocumentParticipant
  /** The requirement that it was brought for: what becomes of the file is said there too. */
  readonly requirement?: string
}

/** A file that is about to be uploaded and the type that it has; null: not known. */
export interface TypedFile {
  readonly file: File
  readonly typeCode: string | null
}

/**
 * `waiting` its turn, `sending`, `paused` by the person, `offline` until the connection is back, `checking` by the server,
 * `file`: after a reload the person has to choose the file again. The others are ends: `failed` can be tried again.
 */
export type EntryState =
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'offline'
  | 'checking'
  | 'file'
  | 'done'
  | 'duplicate'
  | 'refused'
  | 'failed'

/** One file on its way. */
export interface UploadEntry {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly received: number
  readonly state: EntryState
  /** Why it was refused, failed, or is there already. */
  readonly reason: string | null
  readonly warnings: readonly string[]
  /** What the server knows it by; null before it was declared. */
  readonly uid: string | null
  readonly item: number | null
  readonly target: UploadTarget
  readonly documentId: number | null
  readonly same: UploadItem['same']
}

const mega = 1_048_576
const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
const known: readonly string[] = uploadKinds.flatMap((kind) => [...fileKinds[kind].extensions])

/** For the `accept` of a file field. */
export const uploadAccept = acceptOf(uploadKinds)

/** Why a file is not even sent; null: it is. The server looks at the bytes itself. */
export function fileIssue({ name, size }: { name: string; size: number }): string | null {
  if (size === 0) return 'Файл пуст'
  if (size > maxFileBytes)
    return `Файл больше ${maxFileBytes / mega} МБ. Разделите его или уменьшите качество сканов`
  return known.includes(extensionOf(name))
    ? null
    : `Такие файлы не принимаются. Подойдёт ${kindsText(uploadKinds)}`
}

/** Files by uploads: no more than the server takes in one. */
export function batchesOf<T extends { readonly size: number }>(files: readonly T[]): T[][] {
  const batches: T[][] = []
  let bytes = 0
  for (const file of files) {
    const last = batches.at(-1)
    if (last && last.length < maxUploadFiles && bytes + file.size <= maxUploadBytes) {
      last.push(file)
      bytes += file.size
    } else {
      batches.push([file])
      bytes = file.size
    }
  }
  return batches
}

const ends: Partial<Record<UploadItem['state'], EntryState>> = {
  DONE: 'done',
  DUPLICATE: 'duplicate',
  REFUSED: 'refused',
  CHECKING: 'checking',
}

/** The key of an item of an upload. */
export const keyOfItem = (uid: string, item: number) => `${uid}:${item}`

const entryOf = (upload: Upload, item: UploadItem): UploadEntry => ({
  key: keyOfItem(upload.uid, item.item),
  name: item.name,
  size: item.size,
  received: item.received,
  // Seen for the first time, so its bytes are not at hand: it was begun before a reload.
  state: ends[item.state] ?? 'file',
  reason: item.reason,
  warnings: item.warnings,
  uid: upload.uid,
  item: item.item,
  target: item.typeCode === null ? {} : { typeCode: item.typeCode },
  documentId: item.documentId,
  same: item.same,
})

function merged(entry: UploadEntry, item: UploadItem): UploadEntry {
  const end = ends[item.state]
  return {
    ...entry,
    received: item.received,
    reason: item.reason ?? (end ? null : entry.reason),
    warnings: item.warnings,
    documentId: item.documentId,
    same: item.same,
    state: end ?? entry.state,
  }
}

/** What the server says of an upload, taken into what is known here; given-up files go, others keep their place. */
export function withUpload(entries: readonly UploadEntry[], upload: Upload): UploadEntry[] {
  const items = new Map(upload.items.map((item) => [keyOfItem(upload.uid, item.item), item]))
  const kept = entries.flatMap((entry) => {
    const item = items.get(entry.key)
    if (!item) return [entry]
    items.delete(entry.key)
    return item.state === 'ABANDONED' ? [] : [merged(entry, item)]
  })
  const added = [...items.values()].filter(({ state }) => state !== 'ABANDONED')
  return [...kept, ...added.map((item) => entryOf(upload, item))]
}

/** Entries of an upload that was begun before a reload and of which nothing is left to do: they are not shown again. */
export const isOver = (upload: Upload): boolean => upload.items.every(({ state }) => isSettled(state))

/** One entry changed. */
export const withEntry = (
  entries: readonly UploadEntry[],
  key: string,
  change: Partial<UploadEntry>,
): UploadEntry[] => entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry))

/** Entries whose bytes are to be chosen again, met by files of the same name and size; the rest of the files are new. */
export function matchFiles<F extends { readonly name: string; readonly size: number }>(
  entries: readonly UploadEntry[],
  files: readonly F[],
): { resumed: { key: string; file: F }[]; rest: F[] } {
  const open = entries.filter(({ state }) => state === 'file')
  const resumed: { key: string; file: F }[] = []
  const rest: F[] = []
  for (const file of files) {
    const at = open.findIndex(({ name, size }) => name === file.name && size === file.size)
    const [entry] = at < 0 ? [] : open.splice(at, 1)
    if (entry) resumed.push({ key: entry.key, file })
    else rest.push(file)
  }
  return { resumed, rest }
}

const going: readonly EntryState[] = ['waiting', 'sending', 'offline', 'checking']
/** Whether it moves by itself. */
export const isGoing = ({ state }: Pick<UploadEntry, 'state'>): boolean => going.includes(state)

/** The sums of all files that are on their way or have come. */
export function totalsOf(entries: readonly UploadEntry[]) {
  const counted = entries.filter(({ state }) => state !== 'refused' && state !== 'failed')
  const count = (...states: EntryState[]) => entries.filter(({ state }) => states.includes(state)).length
  return {
    bytes: counted.reduce((sum, { size }) => sum + size, 0),
    received: counted.reduce((sum, { received }) => sum + received, 0),
    going: entries.filter(isGoing).length,
    paused: count('paused'),
    done: count('done'),
    bad: count('refused', 'failed', 'duplicate'),
    offline: count('offline') > 0,
  }
}
