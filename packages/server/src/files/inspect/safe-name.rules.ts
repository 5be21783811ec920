import { type FileKind, fileKinds } from '@ipoteka-office/contract/common/file-kinds.ts'
import { trimEndsOf } from '@ipoteka-office/contract/common/trim-ends.ts'

const maxLength = 120
/** What file systems take, less an extension. */
const maxBytes = 240
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|clock\$)(?=\.|$)/i
/** What computers run or show as a page: never in the middle of a name, where it would look like the end. */
const running =
  /\.(?=(?:exe|com|bat|cmd|scr|pif|msi|lnk|hta|js|mjs|jse|vbs|vbe|wsf|ps1|sh|jar|app|dll|cpl|reg|url|html?|xhtml|shtml|svg|php\d?|phtml|aspx?|jsp|cgi|zip|rar|7z|iso|docm|xlsm)(?:\.|$))/gi

function cut(text: string): string {
  let result = ''
  for (const sign of Array.from(text).slice(0, maxLength)) {
    if (Buffer.byteLength(result + sign) > maxBytes) break
    result += sign
  }
  return result.trimEnd()
}

/** A name fit for saving: no folders, no invisible or turning signs, no reserved words, the extension of the real kind. */
export function safeName(given: string, kind: FileKind): string {
  const extensions: readonly string[] = fileKinds[kind].extensions
  const plain = (given.normalize('NFC').split(/[\\/]/).at(-1) ?? '')
    .replace(/[\s\p{Z}]+/gu, ' ')
    .replace(/[\p{C}<>:"|?*]/gu, '')
  const clean = trimEndsOf(plain, /[\s.]/)
  const dot = clean.lastIndexOf('.')
  const isRight = dot > 0 && extensions.includes(clean.slice(dot + 1).toLowerCase())
  const stem = (isRight ? clean.slice(0, dot) : clean).replace(running, '_').replace(reserved, '_$&')
  const extension = isRight ? clean.slice(dot + 1) : extensions[0]
  return `${cut(stem) || 'документ'}.${extension}`
}
