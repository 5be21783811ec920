import type { Findings } from './inspect-file.ts'
import { NotThisKind, Refusal } from './refusal.ts'
import { listZip, unpack } from './zip.ts'

const mainPart = { DOCX: 'word/document.xml', XLSX: 'xl/workbook.xml' } as const
const macros =
  /(?:^|\/)(?:vbaProject|vbaData|vbaProjectSignature)\.\w+$|(?:^|\/)(?:activeX|macrosheets|dialogsheets)\//i
/** Charts keep their numbers in a workbook of their own. */
const embeddedBook = /(?:^|\/)embeddings\/[^/]+\.xlsx$/i
const embedded = /(?:^|\/)embeddings\//i
const nested = /\.(?:zip|rar|7z|jar|gz|exe|dll|bat|cmd|js|vbs|ps1|msi|docm|xlsm|xlsb|html?)$/i
const text = /\.(?:xml|rels|vml)$/i
/** A template, an object or a part that the program would fetch from another machine when the file is opened. */
const remote =
  /<Relationship\b(?=[^>]*\bTargetMode\s*=\s*["']External)(?=[^>]*\bType\s*=\s*["'][^"']*\/(?:attachedTemplate|oleObject|subDocument|frame|aFChunk)["'])(?=[^>]*\bTarget\s*=\s*["'](?:https?:|ftp:|mhtml:|\\\\|file:\/\/(?:[^/]|\/(?:\\|%5c|\/))))[^>]*>/i
const dde = /<(?:\w+:)?ddeLink\b|>\s*DDE(?:AUTO)?\s|\binstr\s*=\s*["']\s*DDE/i

const refuse = (what: string) =>
  new Refusal(`В файле ${what}: сохраните его без этого или как PDF и загрузите снова`)

function inspectPart(name: string, content: Buffer): void {
  const xml = content.toString('utf8')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw refuse('недопустимые определения XML')
  if (remote.test(xml)) throw refuse('ссылки, по которым программа сама загрузит содержимое из сети')
  if (dde.test(xml)) throw refuse('команды, которые запускают другие программы')
  if (name === '[Content_Types].xml' && /macroEnabled|vbaProject|ms-office\.activeX/i.test(xml))
    throw refuse('макросы')
}

/** A document or a table of Microsoft Office: no macros, no foreign programs inside, nothing that unpacks without end. */
export async function inspectOffice(kind: keyof typeof mainPart, file: Buffer, depth = 0): Promise<Findings> {
  const entries = listZip(file)
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has('[Content_Types].xml') || !names.has(mainPart[kind])) throw new NotThisKind('')
  for (const entry of entries) {
    const { name } = entry
    if (macros.test(name)) throw refuse('макросы')
    const isBook = embeddedBook.test(name)
    if (nested.test(name) || (embedded.test(name) && !(isBook && depth === 0)))
      throw refuse('вложенные файлы')
    const content = unpack(file, entry)
    if (text.test(name)) inspectPart(name, content)
    else if (isBook) await inspectOffice('XLSX', content, depth + 1)
  }
  return {}
}
