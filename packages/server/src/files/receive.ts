import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileKinds } from '@ipoteka-office/contract/common/file-kinds.ts'
import { ApiError, invalid } from '#http/errors.ts'
import type { IncomingFile } from '#http/route.ts'
import type { VirusScanner } from '#integrations/clamd/clamd.ts'
import type { FileStore } from './file-store.ts'
import { isPossible, startBytes, wrongKindText } from './inspect/file-start.rules.ts'
import type { FileInspector, Inspected } from './inspect/inspector.ts'
import { safeName } from './inspect/safe-name.rules.ts'
import type { FileRules, ReceivedFile } from './received-file.ts'

/** What stands between the network and the store. */
export interface FileGate {
  readonly files: FileStore
  readonly inspector: FileInspector
  /** Null: not configured. */
  readonly scanner: VirusScanner | null
  /** Folder where a file lies while it is looked at. */
  readonly spoolDir: string
}

export interface ReceiveOptions {
  /** Called with the sum of what came, before anything is stored; throw to refuse it. */
  readonly beforeStore?: (sourceSha256: string) => Promise<void>
}

interface Spooled {
  readonly path: string
  readonly size: number
  readonly sha256: string
}

/** 400 that names the field `file`. */
export const wrongFile = (message: string): ApiError => invalid([{ path: 'file', message }], message)

const tooLarge = (maxBytes: number) => {
  const message = `Файл больше ${Math.floor(maxBytes / 1_048_576)} МБ`
  return new ApiError(413, 'ER_DTO_VALIDATOR', message, { fields: [{ path: 'file', message }] })
}

/** Looks at a file while it comes in: its size, its sum, its first bytes, and whether it is to be refused. */
class Meter {
  readonly #rules: FileRules
  readonly #hash = createHash('sha256')
  #start = Buffer.alloc(0)
  size = 0
  refusal: ApiError | null = null

  constructor(rules: FileRules) {
    this.#rules = rules
  }

  add(bytes: Buffer): void {
    this.size += bytes.length
    this.#hash.update(bytes)
    if (this.#start.length < startBytes) {
      this.#start = Buffer.concat([this.#start, bytes]).subarray(0, startBytes)
      if (this.#start.length === startBytes) this.#checkKind()
    }
    if (this.size > this.#rules.maxBytes) this.refusal ??= tooLarge(this.#rules.maxBytes)
  }

  end(isCut: boolean): { size: number; sha256: string } {
    if (isCut) this.refusal ??= tooLarge(this.#rules.maxBytes)
    if (this.size === 0) this.refusal ??= wrongFile('Файл пуст')
    this.#checkKind()
    if (this.refusal !== null) throw this.refusal
    return { size: this.size, sha256: this.#hash.digest('hex') }
  }

  #checkKind(): void {
    const { kinds } = this.#rules
    if (!isPossible(this.#start, kinds)) this.refusal ??= wrongFile(wrongKindText(this.#start, kinds))
  }
}

/** Writes the content aside; a wrong kind is known by its first bytes, before the rest has come. */
async function spool(path: string, incoming: IncomingFile, rules: FileRules): Promise<Spooled> {
  const handle = await open(path, 'wx', 0o600)
  const meter = new Meter(rules)
  try {
    for await (const chunk of incoming.content) {
      // What is refused is read on to its end, so that the answer arrives.
      if (meter.refusal !== null) continue
      const bytes = Buffer.from(chunk)
      meter.add(bytes)
      await handle.appendFile(bytes)
    }
  } finally {
    await handle.close()
  }
  return { path, ...meter.end(incoming.isCut()) }
}

async function scan(scanner: VirusScanner | null, path: string) {
  if (scanner === null) return { scannedAt: null, warnings: [] }
  const verdict = await scanner.scan(createReadStream(path))
  if (verdict.state === 'infected') throw wrongFile(`Файл заражён (${verdict.name}) и не принят`)
  return verdict.state === 'clean'
    ? { scannedAt: new Date(), warnings: [] }
    : { scannedAt: null, warnings: ['Файл не проверен антивирусом: он не отвечал'] }
}

async function look(gate: FileGate, spooled: Spooled, name: string, rules: FileRules): Promise<Inspected> {
  const verdict = await gate.inspector.inspect({
    path: spooled.path,
    out: `${spooled.path}.out`,
    name,
    size: spooled.size,
    kinds: rules.kinds,
  })
  if (!verdict.ok) throw wrongFile(verdict.reason)
  return verdict
}

/**
 * Takes a file in: written aside, measured, looked through, made harmless, stored whole. Throws `ApiError` for what is
 * refused, and then nothing is stored. The caller writes the row (`recordFile`) and removes the object when it cannot.
 */
export async function receiveFile(
  gate: FileGate,
  incoming: IncomingFile,
  { kinds, maxBytes, beforeStore }: FileRules & ReceiveOptions,
): Promise<ReceivedFile> {
  await mkdir(gate.spoolDir, { recursive: true, mode: 0o700 })
  const path = join(gate.spoolDir, randomUUID())
  const rules = { kinds, maxBytes }
  try {
    const spooled = await spool(path, incoming, rules)
    await beforeStore?.(spooled.sha256)
    const seen = await look(gate, spooled, incoming.name, rules)
    const { scannedAt, warnings } = await scan(gate.scanner, path)
    const stored = await gate.files.put(createReadStream(seen.isRewritten ? `${path}.out` : path))
    return {
      ...stored,
      name: safeName(incoming.name, seen.kind),
      kind: seen.kind,
      contentType: fileKinds[seen.kind].contentType,
      sourceSha256: spooled.sha256,
      pages: seen.pages,
      width: seen.width,
      height: seen.height,
      warnings: [...seen.warnings, ...warnings],
      scannedAt,
      ...(seen.origin && { origin: seen.origin }),
    }
  } finally {
    await rm(path, { force: true })
    await rm(`${path}.out`, { force: true })
  }
}

/** Removes what a server that was killed left lying aside; answers how many. */
export async function removeSpooled(spoolDir: string, olderThan: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(spoolDir).catch(() => [])) {
    const path = join(spoolDir, name)
    const info = await stat(path).catch(() => null)
    if (info === null || info.mtime >= olderThan) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
