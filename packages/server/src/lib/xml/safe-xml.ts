import sax from 'sax'
import { BadXml } from './bad-xml.ts'

/** What a document may be at most. A report of a thousand credits takes a sixth of this; more is an attack or somebody's error. */
export const xmlLimits = {
  bytes: 5_000_000,
  depth: 24,
  elements: 150_000,
  attributes: 60,
  name: 80,
  value: 4_000,
} as const

/** An element with what stands in it; `read` by whoever has asked for it. */
export interface XmlElement {
  readonly name: string
  readonly attributes: Map<string, string>
  readonly children: XmlElement[]
  text: string
}

const encodings = ['utf-8', 'windows-1251'] as const
type Encoding = (typeof encodings)[number]

/** By the declaration at the head, which is written in signs that both encodings have. */
function encodingOf(bytes: Uint8Array, named: string): Encoding {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  const said = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*encoding\s*=\s*["']([\w.-]{1,40})["']/.exec(head)?.[1]
  const known = encodings.find(
    (name) => name === (said ?? 'utf-8').toLowerCase().replace('cp1251', 'windows-1251'),
  )
  if (known === undefined) throw new BadXml(`${named} не разобран: кодировка ${said} не поддерживается`)
  return known
}

/** The text of a document, which refusals call `named`; bytes that are no text of its encoding are refused, not mended. */
export function decodeXml(
  bytes: Uint8Array,
  named = 'Отчёт',
): { readonly text: string; readonly encoding: Encoding } {
  if (bytes.length === 0) throw new BadXml(`${named} пуст`)
  if (bytes.length > xmlLimits.bytes) throw new BadXml(`${named} больше 5 МБ`)
  const encoding = encodingOf(bytes, named)
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding }
  } catch (cause) {
    throw new BadXml(`${named} не в кодировке ${encoding}, которая в нём названа`, { cause })
  }
}

/** Five entities of XML itself and none of HTML; the types of the library do not know the option. */
const options = { trim: true, strictEntities: true }

const stepSigns = 65_536

/**
 * Reads a document without DTD and without entities of its own, within limits. A stream of tags and not a whole library:
 * what is deeper, longer or more than allowed stops it at that very place.
 */
export function parseXml(text: string, named = 'Отчёт'): XmlElement {
  const tooMuch = (what: string) => new BadXml(`${named} не разобран: ${what}`)
  const parser = sax.parser(true, options)
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  let count = 0
  const fail = (error: Error): never => {
    throw error instanceof BadXml ? error : tooMuch('это не XML')
  }
  parser.onerror = fail
  parser.ondoctype = () => fail(tooMuch('DTD и сущности запрещены'))
  parser.onprocessinginstruction = ({ name }) => {
    if (name.toLowerCase() !== 'xml') fail(tooMuch('инструкции обработки запрещены'))
  }
  parser.onopentag = ({ name, attributes }) => {
    count += 1
    const entries = Object.entries(attributes as Record<string, string>)
    if (open.length === 0 && root !== undefined) fail(tooMuch('это не XML'))
    if (open.length >= xmlLimits.depth) fail(tooMuch('вложенность больше допустимой'))
    if (count > xmlLimits.elements) fail(tooMuch('элементов больше допустимого'))
    if (entries.length > xmlLimits.attributes) fail(tooMuch('атрибутов больше допустимого'))
    if (name.length > xmlLimits.name || entries.some(([key]) => key.length > xmlLimits.name))
      fail(tooMuch('имя тега длиннее допустимого'))
    if (entries.some(([, value]) => value.length > xmlLimits.value))
      fail(tooMuch('значение атрибута длиннее допустимого'))
    const element: XmlElement = { name, attributes: new Map(entries), children: [], text: '' }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  }
  parser.onclosetag = () => {
    open.pop()
  }
  const add = (part: string) => {
    const last = open.at(-1)
    if (last === undefined) return
    last.text += part
    if (last.text.length > xmlLimits.value) fail(tooMuch('текст длиннее допустимого'))
  }
  parser.ontext = add
  parser.oncdata = add
  // Step by step: what grows beyond its bounds is stopped before the whole is read.
  for (let at = 0; at < text.length; at += stepSigns) parser.write(text.slice(at, at + stepSigns))
  parser.close()
  if (root === undefined || open.length > 0) throw tooMuch('это не XML')
  return root
}
