import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

const mark = '<mergeCell '

interface Entry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly at: number
}

/** What the directory at the end of an archive names. */
function entriesOf(file: Buffer): Entry[] {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || end + 22 > file.length) return []
  const entries: Entry[] = []
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0 && at + 46 <= file.length; left -= 1) {
    const nameLength = file.readUInt16LE(at + 28)
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + nameLength),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      at: file.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return entries
}

/** A sheet as it unpacks: a bomb is looked through and never held. */
function contentOf(file: Buffer, { method, packed, at }: Entry): Readable {
  if (at + 30 > file.length) return Readable.from([])
  const start = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  const content = Readable.from([file.subarray(start, start + packed)])
  return method === 0 ? content : content.pipe(createInflateRaw())
}

/**
 * Whether a sheet of the workbook has merged cells: the reader of rows does not tell of them, and all but one of the cells
 * that a person sees filled are read as empty.
 */
export async function hasMergedCells(file: Buffer): Promise<boolean> {
  for (const entry of entriesOf(file)) {
    if (!/^\/?xl\/worksheets\/[^/]+\.xml$/i.test(entry.name)) continue
    let tail = ''
    for await (const chunk of contentOf(file, entry)) {
      const text = tail + (chunk as Buffer).toString('latin1')
      if (text.includes(mark)) return true
      tail = text.slice(-mark.length)
    }
  }
  return false
}
