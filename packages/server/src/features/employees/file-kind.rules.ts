import { documentFileTypes } from '@ipoteka-office/contract/employee-parts.ts'

type FileType = keyof typeof documentFileTypes

/** Enough of a file to tell its kind. */
export const kindBytes = 8

const signatures: readonly [FileType, readonly number[]][] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
]
const extensions: Readonly<Record<FileType, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
}
const maxName = 150

/** The kind by the first bytes, whatever the name says; null: none of those that are taken. */
export const kindOf = (start: Uint8Array): FileType | null =>
  signatures.find(([, bytes]) => bytes.every((byte, at) => start[at] === byte))?.[0] ?? null

/** A name fit for saving: no folders, no control characters, an extension of the file's real kind. */
export function safeName(given: string, type: FileType): string {
  const base = given.split(/[\\/]/).at(-1) ?? ''
  const clean = base
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .replace(/^\.+/, '')
    .trim()
  const allowed = extensions[type]
  const [extension = ''] = allowed
  const name = clean === '' ? 'документ' : clean
  const isRight = allowed.some((one) => name.toLowerCase().endsWith(`.${one}`))
  if (!isRight) return `${name.slice(0, maxName)}.${extension}`
  const dot = name.lastIndexOf('.')
  return name.slice(0, Math.min(dot, maxName)) + name.slice(dot)
}
