import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import {
  type DocumentOwner,
  getDocument,
  updateDocument,
} from '@ipoteka-office/contract/documents/documents.ts'
import {
  abandonUpload,
  abandonUploadItem,
  createUpload,
  getUpload,
  keepDuplicate,
  maxChunkBytes,
  RightOffset,
  sendChunk,
  type Upload,
} from '@ipoteka-office/contract/uploads/uploads.ts'
import { call } from '#api/call.ts'
import { ApiFailure, statusOf } from '#api/failure.ts'
import { keep, readKept } from '#lib/kept.ts'
import { createStore, type Store } from '#lib/store.ts'
import { failureLine } from '#widgets/notify-failure.ts'
import { inputOf } from '../document-values.ts'
import { refreshDocuments, tellFailure } from '../use-documents.ts'
import {
  batchesOf,
  fileIssue,
  isGoing,
  isOver,
  keyOfItem,
  matchFiles,
  type UploadEntry,
  type UploadTarget,
  withEntry,
  withUpload,
} from './upload-queue.ts'

/** Files sent at once: more would only share the same line. */
const atOnce = 2
const waitsMs = [1_000, 2_000, 4_000, 8_000, 15_000]
/** A file is mostly checked within half a second; one that takes longer is asked about less and less often. */
const checksMs = [100, 150, 250, 500, 1_000]

const isLost = (failure: unknown) => {
  const status = statusOf(failure)
  return status === null ? failure instanceof TypeError : [429, 502, 503, 504].includes(status)
}

/** Where the server says a file goes on; null when that is not what it says. */
function offsetOf(failure: unknown): number | null {
  if (statusOf(failure) !== 409 || !(failure instanceof ApiFailure)) return null
  const { current } = ErrorBody.safeParse(failure.body).data ?? {}
  return RightOffset.safeParse(current).data?.received ?? null
}

/** Files of one owner on their way to the server; lives as long as the window, whatever page is shown. */
export class Uploader {
  readonly entries: Store<readonly UploadEntry[]> = createStore<readonly UploadEntry[]>([])
  readonly #owner: DocumentOwner
  readonly #files = new Map<string, File>()
  readonly #running = new Map<string, AbortController>()
  readonly #checked = new Set<string>()
  /** How often in a row it was seen that nothing of an upload is checked yet. */
  readonly #looks = new Map<string, number>()
  #made = 0

  constructor(owner: DocumentOwner) {
    this.#owner = owner
    window.addEventListener('online', () => this.#wake())
    window.addEventListener('beforeunload', (event) => {
      if (this.entries.get().some(isGoing)) event.preventDefault()
    })
    void this.#restore()
  }

  get #memory(): string {
    return `uploads ${this.#owner.ownerType} ${this.#owner.ownerId}`
  }

  #uids(): string[] {
    return (readKept(this.#memory) ?? '').split(' ').filter(Boolean)
  }

  #remember(uids: readonly string[]): void {
    keep(this.#memory, uids.length === 0 ? null : [...new Set(uids)].join(' '))
  }

  /** Uploads that were begun before the page was loaded again. */
  async #restore(): Promise<void> {
    for (const uid of this.#uids()) {
      try {
        const upload = await call(getUpload, { params: { uid } })
        if (isOver(upload)) this.#remember(this.#uids().filter((other) => other !== uid))
        else this.#take(upload)
      } catch (failure) {
        // Forgotten by the server, or somebody else's who used this browser.
        if (!isLost(failure)) this.#remember(this.#uids().filter((other) => other !== uid))
      }
    }
  }

  #set(change: (entries: readonly UploadEntry[]) => readonly UploadEntry[]): void {
    this.entries.set(change(this.entries.get()))
  }

  #change(key: string, change: Partial<UploadEntry>): void {
    this.#set((entries) => withEntry(entries, key, change))
  }

  #find(key: string): UploadEntry | undefined {
    return this.entries.get().find((entry) => entry.key === key)
  }

  /** Takes over what the server says, and looks again while it checks something. */
  #take(upload: Upload): void {
    const before = this.#done()
    this.#set((entries) => withUpload(entries, upload))
    const fresh = this.#done().filter(({ key }) => !before.some((old) => old.key === key))
    if (fresh.length > 0) void this.#named(fresh).finally(refreshDocuments)
    if (fresh.length > 0 || isOver(upload)) this.#looks.delete(upload.uid)
    if (isOver(upload)) this.#remember(this.#uids().filter((uid) => uid !== upload.uid))
    if (upload.items.some(({ state }) => state === 'CHECKING')) this.#lookAgain(upload.uid)
  }

  #done(): UploadEntry[] {
    return this.entries.get().filter(({ state }) => state === 'done')
  }

  /** What was brought for a participant becomes that participant's document; where that fails it can be said by hand. */
  async #named(entries: readonly UploadEntry[]): Promise<void> {
    for (const { documentId, target } of entries) {
      if (documentId === null || !target.participant) continue
      const params = { id: String(documentId) }
      try {
        const made = await call(getDocument, { params })
        if (made.participant === null)
          await call(updateDocument, {
            params,
            body: { ...inputOf(made), participant: target.participant, version: made.version },
          })
      } catch (failure) {
        tellFailure(failure)
      }
    }
  }

  #lookAgain(uid: string): void {
    if (this.#checked.has(uid)) return
    this.#checked.add(uid)
    const looks = this.#looks.get(uid) ?? 0
    this.#looks.set(uid, looks + 1)
    setTimeout(
      () => {
        this.#checked.delete(uid)
        call(getUpload, { params: { uid } }).then(
          (upload) => this.#take(upload),
          (failure: unknown) => isLost(failure) && this.#lookAgain(uid),
        )
      },
      checksMs[Math.min(looks, checksMs.length - 1)],
    )
  }

  /** Puts files into the queue; those that go on after a reload are recognised by name and size. */
  async add(
    files: readonly File[],
    target: UploadTarget | ((file: File) => UploadTarget) = {},
  ): Promise<void> {
    const { resumed, rest } = matchFiles(this.entries.get(), files)
    for (const { key, file } of resumed) {
      this.#files.set(key, file)
      this.#change(key, { state: 'waiting', reason: null })
    }
    this.#start()
    const fresh = rest.map((file) => ({
      file,
      size: file.size,
      entry: this.#entryFor(file, typeof target === 'function' ? target(file) : target),
    }))
    this.#set((entries) => [...entries, ...fresh.map(({ entry }) => entry)])
    const good = fresh.filter(({ entry }) => entry.state === 'waiting')
    for (const batch of batchesOf(good)) await this.#declare(batch)
  }

  #entryFor(file: File, target: UploadTarget): UploadEntry {
    this.#made += 1
    const issue = fileIssue(file)
    const key = `new:${this.#made}`
    this.#files.set(key, file)
    return {
      key,
      name: file.name,
      size: file.size,
      received: 0,
      state: issue === null ? 'waiting' : 'refused',
      reason: issue,
      warnings: [],
      uid: null,
      item: null,
      target,
      documentId: null,
      same: null,
    }
  }

  async #declare(batch: readonly { file: File; entry: UploadEntry }[]): Promise<void> {
    const files = batch.map(({ file, entry: { target } }) => ({
      name: file.name,
      size: file.size,
      typeCode: target.typeCode ?? null,
      documentId: target.documentId ?? null,
    }))
    try {
      const upload = await call(createUpload, { body: { ...this.#owner, files } })
      this.#remember([...this.#uids(), upload.uid])
      for (const [at, { file, entry }] of batch.entries()) {
        const item = upload.items[at]
        if (!item) continue
        const key = keyOfItem(upload.uid, item.item)
        this.#files.delete(entry.key)
        this.#files.set(key, file)
        this.#change(entry.key, { key, uid: upload.uid, item: item.item })
      }
      this.#take(upload)
    } catch (failure) {
      for (const { entry } of batch)
        this.#change(entry.key, { state: 'failed', reason: failureLine(failure) })
    }
    this.#start()
  }

  #start(): void {
    const waiting = this.entries.get().filter(({ state, uid }) => state === 'waiting' && uid !== null)
    for (const entry of waiting.slice(0, Math.max(0, atOnce - this.#running.size))) {
      if (this.#running.has(entry.key)) continue
      const stop = new AbortController()
      this.#running.set(entry.key, stop)
      void this.#send(entry.key, stop.signal).finally(() => {
        this.#running.delete(entry.key)
        this.#start()
      })
    }
  }

  /** Sends a file part by part until it is whole, is refused, or the person stops it; waits out a lost connection. */
  async #send(key: string, signal: AbortSignal): Promise<void> {
    this.#change(key, { state: 'sending' })
    for (let lost = 0; !signal.aborted; ) {
      const entry = this.#find(key)
      if (!entry || (entry.state !== 'sending' && entry.state !== 'offline')) return
      try {
        await this.#sendPart(entry, signal)
        lost = 0
      } catch (failure) {
        if (signal.aborted) return
        const offset = offsetOf(failure)
        if (offset !== null) this.#change(key, { received: offset, state: 'sending' })
        else if (isLost(failure)) {
          this.#change(key, { state: 'offline' })
          await this.#pause(waitsMs[Math.min(lost, waitsMs.length - 1)] ?? 15_000, signal)
          lost += 1
        } else return this.#change(key, { state: 'failed', reason: failureLine(failure) })
      }
    }
  }

  async #sendPart(entry: UploadEntry, signal: AbortSignal): Promise<void> {
    const { uid, item, received, size, key } = entry
    const file = this.#files.get(key)
    if (uid === null || item === null || !file)
      throw new Error('Файла больше нет под рукой. Выберите его ещё раз')
    const part = file.slice(received, Math.min(size, received + maxChunkBytes))
    const upload = await call(
      sendChunk,
      { params: { uid }, query: { item: String(item), offset: String(received) } },
      // Its refusal is shown in the row of the file.
      { file: new File([part], 'part'), signal, quiet: true },
    )
    if (signal.aborted) return
    this.#take(upload)
    const now = this.#find(key)
    if (now?.state === 'offline') this.#change(key, { state: 'sending' })
  }

  #sleepers = new Set<() => void>()

  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#sleepers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      this.#sleepers.add(wake)
      signal.addEventListener('abort', wake)
    })
  }

  #wake(): void {
    for (const wake of [...this.#sleepers]) wake()
  }

  pause(key: string): void {
    this.#running.get(key)?.abort()
    this.#change(key, { state: 'paused' })
  }

  resume(key: string): void {
    this.#change(key, { state: 'waiting' })
    // A part that was on its way may have come: the server says where to go on.
    this.#start()
  }

  pauseAll(): void {
    for (const { key, state } of this.entries.get())
      if (state === 'waiting' || state === 'sending' || state === 'offline') this.pause(key)
  }

  resumeAll(): void {
    for (const { key, state } of this.entries.get()) if (state === 'paused') this.resume(key)
  }

  /** Gives a file up; what has become a document stays. */
  async cancel(key: string): Promise<void> {
    const entry = this.#find(key)
    this.#running.get(key)?.abort()
    this.#forget(key)
    if (entry?.uid && entry.item !== null && entry.state !== 'done')
      await call(abandonUploadItem, { params: { uid: entry.uid, item: String(entry.item) } }).then(
        (upload) => this.#take(upload),
        () => undefined,
      )
  }

  async cancelAll(): Promise<void> {
    const open = this.entries.get().filter(({ state }) => state !== 'done')
    const uids = new Set(open.flatMap(({ uid }) => uid ?? []))
    for (const { key } of open) {
      this.#running.get(key)?.abort()
      this.#forget(key)
    }
    for (const uid of uids)
      await call(abandonUpload, { params: { uid } }, { quiet: true }).catch(() => undefined)
    this.#remember(this.#uids().filter((uid) => !uids.has(uid)))
  }

  #forget(key: string): void {
    this.#files.delete(key)
    this.#set((entries) => entries.filter((entry) => entry.key !== key))
  }

  /** Takes away what is over: it was read. */
  clear(): void {
    for (const { key, state } of this.entries.get())
      if (['done', 'refused', 'failed', 'duplicate'].includes(state)) this.#forget(key)
  }

  /** Tries a failed file again as a new one. */
  async retry(key: string): Promise<void> {
    const entry = this.#find(key)
    const file = this.#files.get(key)
    if (!entry || !file) return
    this.#forget(key)
    await this.add([file], entry.target)
  }

  /** Another file in the place of one that was refused. */
  async replace(key: string, files: readonly File[]): Promise<void> {
    const entry = this.#find(key)
    if (!entry || files.length === 0) return
    this.#forget(key)
    await this.add(files, entry.target)
  }

  /** Stores a file although it is here already. */
  async keepSame(key: string): Promise<void> {
    const entry = this.#find(key)
    if (!entry?.uid || entry.item === null) return
    try {
      this.#take(await call(keepDuplicate, { params: { uid: entry.uid, item: String(entry.item) } }))
    } catch (failure) {
      this.#change(key, { state: 'failed', reason: failureLine(failure) })
    }
  }
}

const uploaders = new Map<string, Uploader>()

/** The uploads of an owner; the same one wherever they are shown. */
export function uploaderOf(owner: DocumentOwner): Uploader {
  const key = `${owner.ownerType} ${owner.ownerId}`
  const known = uploaders.get(key) ?? new Uploader(owner)
  uploaders.set(key, known)
  return known
}
