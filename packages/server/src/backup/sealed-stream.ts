import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SealKey } from '#lib/sealing.ts'

const magic = Buffer.from('IPOB1\n')
const cipher = 'aes-256-gcm'
const saltBytes = 16
const tagBytes = 16
const nonceBytes = 12
/** Hidden bytes under one tag: memory does not grow with the stream. */
const partBytes = 1_048_576

/** The archive cannot be used, in words for the person who restores from it. */
export class BrokenArchive extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'BrokenArchive'
  }
}

const subkey = ({ key }: SealKey, salt: Buffer, place: string) =>
  Buffer.from(hkdfSync('sha256', key, salt, `ipoteka-office backup ${place}`, 32))

/** Its number and whether it is the last: parts that change places, or an end that is cut off, open no longer. */
function nonceOf(number: number, { last }: { last: boolean }): Buffer {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = last ? 1 : 0
  return nonce
}

/** Pieces of exactly the size, the last one shorter; `last` is known because one more is always waited for. */
async function* pieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    held.push(Buffer.from(chunk))
    length += chunk.length
    while (length > size) {
      const all = Buffer.concat(held)
      yield { bytes: all.subarray(0, size), last: false }
      held = [all.subarray(size)]
      length = all.length - size
    }
  }
  yield { bytes: Buffer.concat(held), last: true }
}

/** How long so many bytes are when they are sealed with the key. */
export function sealedSize(plain: number, keyId: string): number {
  const parts = Math.max(1, Math.ceil(plain / partBytes))
  return magic.length + 1 + Buffer.byteLength(keyId) + saltBytes + plain + parts * tagBytes
}

/** Seals a stream of any length part by part; `place` is bound in, so that nothing opens under another name. */
export async function* sealStream(
  source: AsyncIterable<Uint8Array>,
  key: SealKey,
  place: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const name = Buffer.from(key.id)
  const header = Buffer.concat([magic, Buffer.from([name.length]), name, salt])
  yield header
  const own = subkey(key, salt, place)
  let number = 0
  for await (const { bytes, last } of pieces(source, partBytes)) {
    const sealing = createCipheriv(cipher, own, nonceOf(number, { last })).setAAD(header)
    yield Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()])
    number += 1
  }
}

/** The bytes as they were before `sealStream`; throws `BrokenArchive` before anything false is given out. */
export async function* openStream(
  source: AsyncIterable<Uint8Array>,
  keys: readonly SealKey[],
  place: string,
): AsyncGenerator<Buffer> {
  const { header, rest } = await readHeader(source, place)
  const keyId = header.subarray(magic.length + 1, header.length - saltBytes).toString()
  const key = keys.find(({ id }) => id === keyId)
  if (key === undefined)
    throw new BrokenArchive(
      `${place}: зашифровано ключом «${keyId}», которого нет в BACKUP_KEY и BACKUP_OLD_KEYS`,
    )
  const own = subkey(key, header.subarray(header.length - saltBytes), place)
  let number = 0
  for await (const { bytes, last } of pieces(rest, partBytes + tagBytes)) {
    if (bytes.length < tagBytes) throw new BrokenArchive(`${place}: конец файла оторван`)
    const end = bytes.length - tagBytes
    const opening = createDecipheriv(cipher, own, nonceOf(number, { last }))
      .setAAD(header)
      .setAuthTag(bytes.subarray(end))
    try {
      yield Buffer.concat([opening.update(bytes.subarray(0, end)), opening.final()])
    } catch (error) {
      throw new BrokenArchive(`${place}: файл изменён, оборван или зашифрован другим ключом`, error)
    }
    number += 1
  }
}

/** The header of a sealed stream, and what comes behind it. */
async function readHeader(source: AsyncIterable<Uint8Array>, place: string) {
  const chunks = source[Symbol.asyncIterator]()
  let bytes: Buffer = Buffer.alloc(0)
  const isWhole = () =>
    bytes.length > magic.length && bytes.length >= magic.length + 1 + (bytes[magic.length] ?? 0) + saltBytes
  while (!isWhole()) {
    const { done, value } = await chunks.next()
    if (done === true) break
    bytes = Buffer.concat([bytes, value])
  }
  if (!isWhole() || !bytes.subarray(0, magic.length).equals(magic))
    throw new BrokenArchive(`${place}: это не часть архива`)
  const length = magic.length + 1 + (bytes[magic.length] ?? 0) + saltBytes
  const begun = bytes.subarray(length)
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield begun
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { header: bytes.subarray(0, length), rest: rest() }
}
