import { writeFile } from 'node:fs/promises'
import { PDFArray, type PDFContext, PDFDict, PDFParser, PDFRef, PDFStreamWriter } from '@cantoo/pdf-lib'
import type { Findings } from './inspect-file.ts'
import type { InspectionOrder } from './inspector.ts'
import { inWords, isSigned, removeActive, type What } from './pdf-active.ts'
import { dictOf, entryOf, nameOf, within } from './pdf-objects.ts'
import { originOf } from './pdf-origin.ts'
import { checkStreams } from './pdf-streams.ts'
import { openAsViewer } from './pdf-view.ts'
import { Refusal } from './refusal.ts'

const limits = { objects: 500_000, pages: 3_000, depth: 60 }
const objectsPerTick = 10_000
const blank = new Set([0, 9, 10, 12, 13, 32])

const broken = () => new Refusal('Файл PDF повреждён: откройте его у себя и сохраните заново')

/** What stands behind the last end mark: blanks are nothing. */
function hasTail(content: Buffer): boolean {
  const end = content.lastIndexOf('%%EOF')
  return end !== -1 && content.subarray(end + 5).some((byte) => !blank.has(byte))
}

async function parse(content: Buffer): Promise<PDFContext> {
  let context: PDFContext
  try {
    context = await PDFParser.forBytesWithOptions(content, objectsPerTick, false, false, true).parseDocument()
  } catch {
    throw broken()
  }
  if (context.trailerInfo.Encrypt !== undefined)
    throw new Refusal('PDF защищён паролем или шифрованием: снимите защиту и загрузите его снова')
  if (context.enumerateIndirectObjects().length > limits.objects)
    throw new Refusal('Файл PDF слишком сложен: разделите его на части')
  return context
}

/** Pages of the tree, each node visited once: a tree that bites its own tail is broken. */
function countPages(context: PDFContext): number {
  const catalog = dictOf(context.lookup(context.trailerInfo.Root))
  if (catalog === null) throw broken()
  const seen = new Set<PDFDict>()
  const open: { node: PDFDict; depth: number }[] = []
  const add = (object: PDFDict | null, depth: number) => {
    if (object === null) return
    if (seen.has(object) || depth > limits.depth) throw broken()
    seen.add(object)
    open.push({ node: object, depth })
  }
  add(dictOf(entryOf(catalog, 'Pages')), 0)
  let pages = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next
    const kids = entryOf(node, 'Kids')
    if (kids instanceof PDFArray && nameOf(entryOf(node, 'Type')) !== 'Page')
      for (let at = 0; at < kids.size(); at += 1) add(dictOf(kids.lookup(at)), depth + 1)
    else pages += 1
    if (pages > limits.pages)
      throw new Refusal(`В файле PDF больше ${limits.pages} страниц: разделите его на части`)
  }
  if (pages === 0) throw broken()
  return pages
}

/** Forgets what can no longer be reached, or what was removed would still be in the file. */
function dropUnreachable(context: PDFContext): void {
  const { Root, Info, ID } = context.trailerInfo
  const seen = new Set<PDFRef>()
  const open = [Root, Info, ID].filter((object) => object !== undefined)
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const part of within(next)) {
      if (!(part instanceof PDFRef) || seen.has(part)) continue
      seen.add(part)
      const object = context.lookup(part)
      if (object !== undefined) open.push(object)
    }
  for (const [ref] of context.enumerateIndirectObjects()) if (!seen.has(ref)) context.delete(ref)
}

async function rewrite(context: PDFContext, out: string): Promise<Buffer> {
  dropUnreachable(context)
  const bytes = Buffer.from(await PDFStreamWriter.forContext(context, objectsPerTick).serializeToBuffer())
  await writeFile(out, bytes)
  return bytes
}

function refuseDynamicForm(context: PDFContext): void {
  const catalog = dictOf(context.lookup(context.trailerInfo.Root))
  if (catalog !== null && String(entryOf(catalog, 'NeedsRendering')) === 'true')
    throw new Refusal('Это динамическая форма XFA: распечатайте её в PDF и загрузите снова')
}

/** Links wait for a click: what a state service has signed is full of them, and cannot be written anew. */
function findingsOfSigned(pages: number, active: ReadonlySet<What>, tail: boolean): Findings {
  if (!tail && active.size === 1 && active.has('link'))
    return { pages, warnings: ['В подписанном PDF есть ссылки на сайты: переходить по ним не следует'] }
  const what = [...inWords(active), ...(tail ? ['посторонние данные'] : [])].join(', ')
  throw new Refusal(`PDF подписан, но содержит ${what}: без них подпись не сохранить, запросите другой файл`)
}

/** A document that opens, of a sane size; what it would do by itself is removed, if no signature stands in the way. */
export async function inspectPdf({ out }: InspectionOrder, content: Buffer): Promise<Findings> {
  const context = await parse(content)
  const pages = countPages(context)
  await checkStreams(context)
  refuseDynamicForm(context)
  const signed = isSigned(context)
  const active = removeActive(context)
  const tail = hasTail(content)
  const origin = originOf(context)
  const told = origin === null ? {} : { origin }
  const viewed = await openAsViewer(content)
  // What only the viewer finds is hidden from the other reading: not to be trusted.
  if (viewed.pages !== pages || (viewed.isActive && active.size === 0)) throw broken()
  if (active.size === 0 && !tail) return { pages, ...told }
  if (signed) return { ...findingsOfSigned(pages, active, tail), ...told }
  const clean = await openAsViewer(await rewrite(context, out))
  if (clean.pages !== pages || clean.isActive) throw broken()
  const warnings = [
    ...(active.size > 0 ? [`Из PDF удалены: ${inWords(active).join(', ')}`] : []),
    ...(tail ? ['После документа были посторонние данные, они удалены'] : []),
  ]
  return { pages, isRewritten: true, warnings, ...told }
}
