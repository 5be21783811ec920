import sax from 'sax'
import type { Findings } from './inspect-file.ts'
import { Refusal } from './refusal.ts'

const limits = { depth: 200, elements: 3_000_000 }
const stepChars = 65_536
/** What a browser would show as a page, with its scripts. */
const pages = new Set([
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1999/XSL/Transform',
])
const pageRoots = new Set(['svg', 'html', 'stylesheet', 'transform'])

const broken = () => new Refusal('Файл XML повреждён: его разметка неверна')

const page = () => new Refusal('Это веб-страница или рисунок SVG, а не данные: сохраните их как PDF')

function decode(file: Buffer): string {
  const declared = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)["']/.exec(
    file.toString('latin1', 0, 200),
  )?.[1]
  const encoding =
    file[0] === 0xff && file[1] === 0xfe
      ? 'utf-16le'
      : file[0] === 0xfe && file[1] === 0xff
        ? 'utf-16be'
        : (declared ?? 'utf-8')
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch {
    throw new Refusal('Файл XML в неизвестной кодировке: сохраните его в UTF-8')
  }
}

/** Well-formed data: no definitions of one's own, no web pages, no endless depth. */
export async function inspectXml(file: Buffer): Promise<Findings> {
  const content = decode(file)
  if (/^\s*<(?:!doctype\s+)?(?:html|svg)\b/i.test(content)) throw page()
  const parser = sax.parser(true, { xmlns: true })
  let elements = 0
  let depth = 0
  parser.ondoctype = () => {
    throw new Refusal('В файле XML есть определения DOCTYPE, такие файлы не принимаются')
  }
  parser.onopentag = (tag) => {
    const { local, uri } = tag as sax.QualifiedTag
    if (pages.has(uri) || (elements === 0 && pageRoots.has(local.toLowerCase()))) throw page()
    elements += 1
    depth += 1
    if (elements > limits.elements || depth > limits.depth)
      throw new Refusal('Файл XML слишком сложен для проверки')
  }
  parser.onclosetag = () => {
    depth -= 1
  }
  parser.onerror = () => {
    throw broken()
  }
  for (let at = 0; at < content.length; at += stepChars) parser.write(content.slice(at, at + stepChars))
  parser.close()
  if (elements === 0) throw broken()
  return {}
}
