import { crc32, inflateRawSync } from 'node:zlib'

/** A file of an archive, as the central directory tells of it. */
export interface Unzipped {
  readonly path: string
  readonly content: Buffer
  readonly isStored: boolean
}

const end = 0x06054b50
const central = 0x02014b50

/** Reads a ZIP without ZIP64 by its central directory; throws where a sum does not hold. */
export function unzip(zip: Buffer): Unzipped[] {
  let at = zip.length - 22
  while (zip.readUInt32LE(at) !== end) at -= 1
  let entry = zip.readUInt32LE(at + 16)
  return Array.from({ length: zip.readUInt16LE(at + 10) }, () => {
    if (zip.readUInt32LE(entry) !== central) throw new Error('No entry of the central directory')
    const method = zip.readUInt16LE(entry + 10)
    const sum = zip.readUInt32LE(entry + 16)
    const size = zip.readUInt32LE(entry + 20)
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => zip.readUInt16LE(entry + field))
    const local = zip.readUInt32LE(entry + 42)
    const path = zip.toString('utf8', entry + 46, entry + 46 + (nameLength ?? 0))
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const raw = zip.subarray(from, from + size)
    const content = method === 0 ? raw : inflateRawSync(raw)
    if (crc32(content) !== sum) throw new Error(`The sum of ${path} does not hold`)
    entry += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
    return { path, content, isStored: method === 0 }
  })
}
