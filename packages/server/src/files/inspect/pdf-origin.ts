import { type PDFContext, type PDFDict, PDFHexString, PDFString } from '@cantoo/pdf-lib'
import type { PdfOrigin } from '../received-file.ts'
import { dictOf, entryOf } from './pdf-objects.ts'

const longest = 200
// biome-ignore lint/suspicious/noControlCharactersInRegex: the point is to take them out
const control = /[\u0000-\u001f\u007f]+/g

function textOf(info: PDFDict, key: string): string {
  const value = entryOf(info, key)
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return ''
  try {
    return value.decodeText().replace(control, ' ').trim().slice(0, longest)
  } catch {
    // A text in no known encoding says nothing.
    return ''
  }
}

const written = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/

/** «D:20261001120000+03'00'» as a moment; null for what is none. */
export function momentOf(text: string): string | null {
  const found = written.exec(text)
  if (found === null) return null
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    hours,
    minutes = '00',
  ] = found
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** What a PDF says of the programs that made and changed it; null where it says nothing. */
export function originOf(context: PDFContext): PdfOrigin | null {
  const info = dictOf(context.lookup(context.trailerInfo.Info))
  if (info === null) return null
  return {
    producer: textOf(info, 'Producer'),
    creator: textOf(info, 'Creator'),
    createdAt: momentOf(textOf(info, 'CreationDate')),
    modifiedAt: momentOf(textOf(info, 'ModDate')),
  }
}
