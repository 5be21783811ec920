import { trimEndOf } from '@ipoteka-office/contract/common/trim-ends.ts'

/** Longest name of a folder or a file; with the folder it stays under what Windows opens. */
const maxName = 100
/** Names that Windows keeps for devices, with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** A name that every system can write: no separators, no control characters, no device, no dot or blank at an end. */
export function archiveName(given: string, max = maxName): string {
  const clean = given
    .normalize('NFC')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/\p{C}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  const cut = trimEndOf(Array.from(clean).slice(0, max).join(''), /[. ]/)
  if (cut === '') return 'файл'
  return devices.test(cut) ? `_${cut}` : cut
}

const extensionOf = (name: string) => /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''

/** Adds to a name what tells it from others, before the extension. */
const numbered = (name: string, number: number): string => {
  const extension = extensionOf(name)
  return `${name.slice(0, name.length - extension.length)} (${number})${extension}`
}

/** Gives out paths that differ also where large and small letters are the same. */
export class ArchivePaths {
  readonly #taken = new Set<string>()

  /** `folder/name`, with a number when it is taken. */
  take(folder: string, name: string): string {
    const extension = extensionOf(name)
    const base = archiveName(name.slice(0, name.length - extension.length))
    const safe = base + extension
    for (let number = 1; ; number += 1) {
      const path = `${folder}/${number === 1 ? safe : numbered(safe, number)}`
      const key = path.toLocaleLowerCase('ru')
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return path
    }
  }
}
