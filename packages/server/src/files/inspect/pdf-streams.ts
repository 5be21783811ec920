import { createInflate, inflateSync } from 'node:zlib'
import { PDFArray, type PDFContext, PDFNumber, PDFRawStream } from '@cantoo/pdf-lib'
import { entryOf, nameOf } from './pdf-objects.ts'
import { Refusal } from './refusal.ts'

const mebibyte = 1_048_576
const limits = {
  /** Of one stream that is no picture: a page's drawing, a font, a list of objects. */
  streamBytes: 64 * mebibyte,
  allStreams: 512 * mebibyte,
  /** Of one picture: A3 at 600 dots an inch is 70 million. */
  pixels: 100_000_000,
  allPictures: 8_192 * mebibyte,
}
const packing = new Set(['FlateDecode', 'Fl', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL', 'BrotliDecode'])
const inflating = new Set(['FlateDecode', 'Fl'])

const bomb = () => new Refusal('Файл PDF разворачивается в слишком большой объём и не принят')

function filtersOf({ dict }: PDFRawStream): string[] {
  const filter = entryOf(dict, 'Filter') ?? entryOf(dict, 'F')
  return filter instanceof PDFArray
    ? filter.asArray().map((_, at) => nameOf(filter.lookup(at)))
    : [nameOf(filter)]
}

const numberOf = (stream: PDFRawStream, ...keys: string[]): number => {
  for (const key of keys) {
    const value = entryOf(stream.dict, key)
    if (value instanceof PDFNumber) return value.asNumber()
  }
  return 0
}

/** Bytes that a picture takes unpacked, at most: sixteen bits of five colours. */
function pictureBytes(stream: PDFRawStream): number {
  const width = numberOf(stream, 'Width', 'W')
  const height = numberOf(stream, 'Height', 'H')
  if (width * height > limits.pixels)
    throw new Refusal(`В файле PDF изображение ${width} × ${height} точек: оно слишком велико, уменьшите его`)
  return (width + 16) * height * 10
}

/** Size of what a stream unpacks to, without keeping it; more than `most` is a bomb. What is damaged ends where it is. */
async function inflatedSize(content: Uint8Array, most: number): Promise<number> {
  const inflate = createInflate()
  let size = 0
  inflate.end(content)
  try {
    for await (const chunk of inflate) {
      size += chunk.length
      if (size > most) throw bomb()
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
  }
  return size
}

function smallInflatedSize(content: Uint8Array): number {
  try {
    return inflateSync(content, { maxOutputLength: limits.streamBytes }).length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw bomb()
    return 0
  }
}

/** Refuses streams that unpack without end and pictures that no screen can hold. */
export async function checkStreams(context: PDFContext): Promise<void> {
  let streams = 0
  let pictures = 0
  for (const [, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream)) continue
    const filters = filtersOf(object)
    // Packed twice is never done in earnest and is how a few bytes become gigabytes.
    if (filters.filter((name) => packing.has(name)).length > 1) throw bomb()
    const isPicture = nameOf(entryOf(object.dict, 'Subtype')) === 'Image'
    const most = isPicture ? pictureBytes(object) : limits.streamBytes
    if (!filters.some((name) => inflating.has(name)) || !inflating.has(filters[0] ?? '')) continue
    const content = object.getContents()
    if (isPicture) pictures += await inflatedSize(content, Math.max(most, mebibyte))
    else streams += smallInflatedSize(content)
    if (streams > limits.allStreams || pictures > limits.allPictures) throw bomb()
  }
}
