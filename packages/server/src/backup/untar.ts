import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chown, mkdir, symlink } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { finished } from 'node:stream/promises'
import { BrokenArchive } from './sealed-stream.ts'

const block = 512

/** Gives so many bytes of a stream as are asked for. */
class Reader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done === true) return false
    this.#held = this.#held.length === 0 ? Buffer.from(value) : Buffer.concat([this.#held, value])
    return true
  }

  /** Exactly so many bytes; null at the end. */
  async exactly(count: number): Promise<Buffer | null> {
    while (this.#held.length < count) if (!(await this.#more())) return null
    const taken = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    return taken
  }

  /** The next bytes, as many as are there, at most so many. */
  async some(most: number): Promise<Buffer> {
    if (this.#held.length === 0 && !(await this.#more())) throw new BrokenArchive('Копия базы оборвана')
    const taken = this.#held.subarray(0, most)
    this.#held = this.#held.subarray(taken.length)
    return taken
  }

  async drain(): Promise<void> {
    do this.#held = Buffer.alloc(0)
    while (await this.#more())
  }
}

const textAt = (header: Buffer, start: number, length: number) => {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.subarray(0, end < 0 ? length : end).toString()
}

/** Sizes above 8 GiB are written in binary. */
function sizeOf(header: Buffer): number {
  const field = header.subarray(124, 136)
  if (((field[0] ?? 0) & 0x80) === 0) return Number.parseInt(textAt(header, 124, 12).trim() || '0', 8)
  return Number(field.readBigUInt64BE(4))
}

function placeOf(root: string, header: Buffer): string {
  const prefix = textAt(header, 345, 155)
  const name = textAt(header, 0, 100)
  const path = resolve(root, prefix === '' ? name : join(prefix, name))
  if (path !== root && !path.startsWith(root + sep))
    throw new BrokenArchive('Копия базы ведёт вне своей папки')
  return path
}

async function writeFile(reader: Reader, path: string, length: number): Promise<void> {
  // PostgreSQL itself brings all of it to the disk before it recovers.
  const file = createWriteStream(path, { mode: 0o600 })
  for (let left = length; left > 0; ) {
    const bytes = await reader.some(Math.min(left, 1_048_576))
    left -= bytes.length
    if (!file.write(bytes)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
  if (length % block > 0) await reader.exactly(block - (length % block))
}

/** Lays a base backup of PostgreSQL out in the folder, for the user that will run it. */
export async function untar(
  source: AsyncIterable<Uint8Array>,
  root: string,
  { uid, gid }: { uid?: number; gid?: number },
): Promise<void> {
  const reader = new Reader(source)
  const own = async (path: string) => {
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
  }
  for (;;) {
    const header = await reader.exactly(block)
    if (header === null) throw new BrokenArchive('Копия базы оборвана')
    if (header.every((byte) => byte === 0)) break
    const path = placeOf(root, header)
    const kind = String.fromCharCode(header[156] ?? 0)
    if (kind === '5') await mkdir(path, { recursive: true, mode: 0o700 })
    else if (kind === '2') await symlink(textAt(header, 157, 100), path)
    else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(reader, path, sizeOf(header))
    }
    if (kind !== '2') await own(path)
  }
  await reader.drain()
}
