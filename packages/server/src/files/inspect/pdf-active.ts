import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFString,
} from '@cantoo/pdf-lib'
import { dictOf, entryOf, nameOf, within } from './pdf-objects.ts'

/** What a PDF may do by itself when it is opened or clicked on, in words. */
const whats = {
  script: 'сценарии JavaScript',
  action: 'автоматические действия',
  launch: 'запуск программ и обращение к другим файлам',
  send: 'отправка данных',
  file: 'вложенные файлы',
  media: 'мультимедиа',
  form: 'форма XFA',
  link: 'ссылки на сайты',
} as const
/** Kinds of what a PDF may do. */
export type What = keyof typeof whats

/** Actions by their `S`. Going to a page of the same document is harmless. */
const actions: Readonly<Record<string, What>> = {
  JavaScript: 'script',
  Launch: 'launch',
  GoToR: 'launch',
  GoToE: 'launch',
  SubmitForm: 'send',
  ImportData: 'send',
  Rendition: 'media',
  Movie: 'media',
  Sound: 'media',
  RichMediaExecute: 'media',
  Thread: 'launch',
}
/** Entries of dictionaries, whichever dictionary it is. */
const entries: Readonly<Record<string, What>> = {
  JS: 'script',
  JavaScript: 'script',
  AA: 'action',
  EmbeddedFiles: 'file',
  EF: 'file',
  AF: 'file',
  Collection: 'file',
  XFA: 'form',
  RichMediaContent: 'media',
  Renditions: 'media',
}
/** Annotations by their `Subtype`. */
const annotations: Readonly<Record<string, What>> = {
  FileAttachment: 'file',
  RichMedia: 'media',
  Screen: 'media',
  Movie: 'media',
  Sound: 'media',
  '3D': 'media',
}

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined

const textOf = (object: PDFObject | undefined) =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : ''

/** What an action dictionary does; undefined for what is no action or a harmless one. */
function actionOf(dict: PDFDict): What | undefined {
  const kind = nameOf(entryOf(dict, 'S'))
  if (kind !== 'URI') return own(actions, kind)
  const isOwnProgram = /^\s*(?:javascript|file|data|vbscript):/i.test(textOf(entryOf(dict, 'URI')))
  return isOwnProgram ? 'launch' : 'link'
}

const isAnnotation = (dict: PDFDict) => own(annotations, nameOf(entryOf(dict, 'Subtype'))) !== undefined

/** Fonts, pictures and the like have names that their maker gave them: `/AA` may be one of them. */
function isResource(value: PDFObject | undefined): boolean {
  const dict = dictOf(value)
  if (dict === null) return value === undefined || value instanceof PDFName
  const isTyped = ['Font', 'XObject', 'ExtGState', 'Pattern'].includes(nameOf(entryOf(dict, 'Type')))
  const isDrawn = ['Image', 'Form'].includes(nameOf(entryOf(dict, 'Subtype')))
  return (
    isTyped ||
    isDrawn ||
    ['PatternType', 'ShadingType', 'FunctionType'].some((key) => entryOf(dict, key) !== undefined)
  )
}

/** Where a file specification says that content lies: beside the document, on a machine of the network, on a site. */
const places = ['F', 'UF', 'DOS', 'Mac', 'Unix']

/** Cuts paths to other files: a stream whose content lies elsewhere, a reference to another document. */
function cleanPlaces(dict: PDFDict, found: Set<What>): void {
  for (const key of places) {
    const value = entryOf(dict, key)
    if (!(value instanceof PDFString || value instanceof PDFHexString)) continue
    found.add('launch')
    dict.delete(PDFName.of(key))
  }
}

/** Takes the annotations out that play or carry something. */
function cleanAnnotations(dict: PDFDict, found: Set<What>): void {
  const list = entryOf(dict, 'Annots')
  if (!(list instanceof PDFArray)) return
  for (let at = list.size() - 1; at >= 0; at -= 1) {
    const annotation = dictOf(list.lookup(at))
    const what = annotation === null ? undefined : own(annotations, nameOf(entryOf(annotation, 'Subtype')))
    if (what === undefined) continue
    found.add(what)
    list.remove(at)
  }
}

function cleanDict(dict: PDFDict, found: Set<What>): void {
  const action = actionOf(dict)
  if (action !== undefined) {
    found.add(action)
    // Whatever refers to it finds an action that does nothing.
    for (const key of dict.keys()) dict.delete(key)
    return
  }
  cleanAnnotations(dict, found)
  for (const key of dict.keys()) {
    const what = own(entries, key.decodeText())
    if (what === undefined || isResource(entryOf(dict, key.decodeText()))) continue
    found.add(what)
    dict.delete(key)
  }
  cleanPlaces(dict, found)
  // Opening at a page of the document is harmless; whatever else is done on opening nobody has asked for.
  const opening = dictOf(entryOf(dict, 'OpenAction'))
  if (opening !== null && nameOf(entryOf(opening, 'S')) !== 'GoTo') {
    found.add(actionOf(opening) ?? 'action')
    dict.delete(PDFName.of('OpenAction'))
  }
}

/** Kinds in words, for people. */
export const inWords = (found: ReadonlySet<What>): string[] => [...found].map((what) => whats[what])

/** Removes everything active from the objects of a document; answers what it was. */
export function removeActive(context: PDFContext): ReadonlySet<What> {
  const found = new Set<What>()
  for (const [, object] of context.enumerateIndirectObjects())
    for (const part of within(object)) {
      const dict = dictOf(part)
      if (dict !== null && !isAnnotation(dict)) cleanDict(dict, found)
    }
  return found
}

/** Whether a digital signature covers the bytes of the file. */
export function isSigned(context: PDFContext): boolean {
  for (const [, object] of context.enumerateIndirectObjects())
    for (const part of within(object)) {
      const dict = dictOf(part)
      if (dict !== null && dict.has(PDFName.of('ByteRange')) && dict.has(PDFName.of('Contents'))) return true
    }
  return false
}
