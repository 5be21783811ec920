import { crc32, inflateRawSync } from 'node:zlib'
import { Refusal } from './refusal.ts'

const mebibyte = 1_048_576
const limits = {
  entries: 5_000,
  entryBytes: 256 * mebibyte,
  totalBytes: 512 * mebibyte,
  ratio: 100,
  ratioFrom: 8 * mebibyte,
}
const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const longestComment = 65_535
const endSize = 22
const centralSize = 46
const localSize = 30

const broken = () => new Refusal('Файл повреждён: его содержимое не читается')
const bomb = () => new Refusal('Файл разворачивается в слишком большой объём и не принят')

/** One file of an archive, not unpacked yet. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  /** Of the local header. */
  readonly at: number
}

function findEnd(file: Buffer): number {
  const from = Math.max(0, file.length - endSize - longestComment)
  for (let at = file.length - endSize; at >= from; at -= 1)
    if (file.readUInt32LE(at) === endSignature) return at
  throw broken()
}

function readCentral(file: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (at + centralSize > file.length || file.readUInt32LE(at) !== centralSignature) throw broken()
  const flags = file.readUInt16LE(at + 8)
  if ((flags & 1) === 1) throw new Refusal('Файл защищён паролем: снимите защиту и загрузите его снова')
  const nameLength = file.readUInt16LE(at + 28)
  const next = at + centralSize + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  const entry = {
    name: file.toString('utf8', at + centralSize, at + centralSize + nameLength),
    method: file.readUInt16LE(at + 10),
    crc: file.readUInt32LE(at + 16),
    packed: file.readUInt32LE(at + 20),
    size: file.readUInt32LE(at + 24),
    at: file.readUInt32LE(at + 42),
  }
  return { entry, next }
}

const isSoundName = (name: string) =>
  name !== '' && !/[\\:\0]/.test(name) && !name.startsWith('/') && !name.split('/').includes('..')

/** Two entries over the same bytes are how a small archive unpacks into petabytes. */
function refuseOverlaps(entries: readonly ZipEntry[], end: number): void {
  const sorted = [...entries].sort((a, b) => a.at - b.at)
  for (const [index, { at, packed, name }] of sorted.entries()) {
    const next = sorted[index + 1]?.at ?? end
    if (at + localSize + Buffer.byteLength(name) + packed > next) throw bomb()
  }
}

/** The list of an archive's files, checked for tricks with names, sizes and places. */
export function listZip(file: Buffer): ZipEntry[] {
  if (file.length < endSize) throw broken()
  const end = findEnd(file)
  const count = file.readUInt16LE(end + 10)
  if (count > limits.entries) throw bomb()
  const entries: ZipEntry[] = []
  let at = file.readUInt32LE(end + 16)
  for (let left = count; left > 0; left -= 1) {
    const { entry, next } = readCentral(file, at)
    entries.push(entry)
    at = next
  }
  if (at > end) throw broken()
  if (entries.some(({ name }) => !isSoundName(name)))
    throw new Refusal('Внутри файла недопустимые имена: сохраните его заново и загрузите снова')
  if (new Set(entries.map(({ name }) => name)).size < entries.length) throw broken()
  refuseOverlaps(entries, file.readUInt32LE(end + 16))
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > limits.totalBytes) throw bomb()
  return entries
}

/** The bytes of one entry; refuses one that is not what the list says of it. */
export function unpack(file: Buffer, entry: ZipEntry): Buffer {
  const { at, packed, size, method, crc } = entry
  if (size > limits.entryBytes || (size > limits.ratioFrom && size > packed * limits.ratio)) throw bomb()
  if (at + localSize > file.length || file.readUInt32LE(at) !== localSignature) throw broken()
  const from = at + localSize + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  const bytes = file.subarray(from, from + packed)
  const content = method === 0 ? bytes : method === 8 ? inflate(bytes, size) : null
  if (content === null || content.length !== size || crc32(content) !== crc) throw broken()
  return content
}

function inflate(bytes: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(size, 1) })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? bomb() : broken()
  }
}
