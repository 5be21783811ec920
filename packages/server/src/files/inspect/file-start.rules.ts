import { type FileKind, kindsText } from '@ipoteka-office/contract/common/file-kinds.ts'

/** Enough of a file to tell what it may be. */
export const startBytes = 64

/** What the first bytes tell: a kind, or a family that has to be looked into. */
export type StartKind = 'PDF' | 'JPEG' | 'PNG' | 'TIFF' | 'ZIP' | 'XML' | 'SIG' | 'TEXT'

const signatures: readonly [StartKind, readonly number[]][] = [
  ['PDF', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['JPEG', [0xff, 0xd8, 0xff]],
  ['TIFF', [0x49, 0x49, 0x2a, 0x00]],
  ['TIFF', [0x4d, 0x4d, 0x00, 0x2a]],
  ['ZIP', [0x50, 0x4b, 0x03, 0x04]],
]

const begins = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, at) => bytes[at] === byte)

const asText = (start: Uint8Array): string => {
  if (begins(start, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(start)
  if (begins(start, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(start)
  return new TextDecoder('utf-8').decode(start)
}

/** A DER sequence with a long or indefinite length, PEM, or Base64 of such a sequence. */
const looksSigned = (start: Uint8Array, text: string) =>
  (start[0] === 0x30 && (start[1] ?? 0) >= 0x80 && (start[1] ?? 0) <= 0x84) ||
  /^\s*-----BEGIN (?:PKCS7|CMS|SIGNATURE|SIGNED DATA)-----/.test(text) ||
  /^\s*MI[A-Z][A-Za-z0-9+/=\r\n]{8,}$/.test(text)

/** What a file may be by its first bytes, whatever its name says; null: nothing that is ever taken. */
export function kindOfStart(start: Uint8Array): StartKind | null {
  const known = signatures.find(([, signature]) => begins(start, signature))
  if (known !== undefined) return known[0]
  const text = asText(start)
  if (looksSigned(start, text)) return 'SIG'
  if (/^\s*<[?!a-zA-Z_]/.test(text)) return 'XML'
  return start.includes(0) ? null : 'TEXT'
}

const familyOf: Readonly<Record<FileKind, StartKind>> = {
  PDF: 'PDF',
  JPEG: 'JPEG',
  PNG: 'PNG',
  TIFF: 'TIFF',
  DOCX: 'ZIP',
  XLSX: 'ZIP',
  XML: 'XML',
  SIG: 'SIG',
  CSV: 'TEXT',
}

/** Kinds among the given that a file may be; a table may begin like a signature or with an angle bracket. */
export function candidates(start: Uint8Array, kinds: readonly FileKind[]): FileKind[] {
  const found = kindOfStart(start)
  const isText = found === 'TEXT' || found === 'SIG' || found === 'XML'
  return kinds.filter((kind) => familyOf[kind] === found || (kind === 'CSV' && isText))
}

/** Whether a file that begins so may be one of the kinds. */
export const isPossible = (start: Uint8Array, kinds: readonly FileKind[]): boolean =>
  candidates(start, kinds).length > 0

/** Files that people bring in good faith and that are not taken: what to do instead. */
const advice: readonly [RegExp, string][] = [
  [/^.{4}ftyp(?:hei|hev|mif1|msf1)/s, 'Фото HEIC сохраните как JPEG'],
  [/^.{4}ftypavif/s, 'Изображение AVIF сохраните как JPEG'],
  [/^(?:RIFF.{4}WEBP|GIF8|BM)/s, 'Изображение сохраните как JPEG или PNG'],
  [/^\xd0\xcf\x11\xe0/, 'Файлы DOC и XLS сохраните как DOCX, XLSX или PDF'],
  [/^\{\\rtf/, 'Файл RTF сохраните как DOCX или PDF'],
  [/^(?:PK\x03\x04|Rar!|7z\xbc\xaf|\x1f\x8b)/, 'Файлы из архива загрузите по одному'],
]

/** Why a file that begins so is none of the kinds, and what to do. */
export function wrongKindText(start: Uint8Array, kinds: readonly FileKind[]): string {
  const text = Buffer.from(start).toString('latin1')
  const [, hint] = advice.find(([pattern]) => pattern.test(text)) ?? []
  const accepted = `Принимаются файлы ${kindsText(kinds)}`
  return hint === undefined ? accepted : `${accepted}. ${hint}`
}
