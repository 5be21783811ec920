import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DocumentOwner, generatedPdfLimits } from '@ipoteka-office/contract/documents/documents.ts'
import { recordOpenings } from '#features/access-log/access-log.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { FileGate } from '#files/receive.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context, FileReply } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { toPdf } from '#lib/pdf.ts'
import { archiveName } from './archive-names.rules.ts'
import { countByDocument } from './document-archive.service.ts'
import { type FileRow, findCurrentFiles } from '../document-files.repo.ts'
import { chosenDocuments } from '../documents.service.ts'
import { copyFromStore, workFolder } from './pdf-folder.ts'
import { type PageSource, runPdfWork } from './pdf-work.ts'

const drawn = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/tiff'])
type Source = Pick<FileRow, 'key' | 'name' | 'contentType' | 'rotation'>
type Gate = Pick<FileGate, 'files' | 'spoolDir'>

/** A last page that says what is not among the pages before it. */
const leftOutPage = (names: readonly string[]): Promise<Buffer> =>
  toPdf({
    pageMargins: 56,
    content: [
      { text: 'Не вошли в этот PDF', fontSize: 16, bold: true, margin: [0, 0, 0, 12] },
      { ul: [...names], fontSize: 10 },
    ],
  })

/** Copies the files into the folder; answers the pages' sources and what is left out, with the reason. */
async function collect(files: FileGate['files'], folder: string, wanted: readonly Source[]) {
  const sources: (PageSource & { name: string })[] = []
  const leftOut: string[] = []
  for (const [at, { key, name, contentType, rotation }] of wanted.entries()) {
    const path = join(folder, String(at))
    if (!drawn.has(contentType)) leftOut.push(`${name} — файл такого вида нельзя показать страницами`)
    else if (await copyFromStore(files, key, path)) sources.push({ path, contentType, rotation, name })
    else leftOut.push(`${name} — файла нет в хранилище`)
  }
  return { sources, leftOut }
}

/** One PDF of the files in their order, each turned as people turned it. */
export async function toOnePdf(
  { files, spoolDir }: Gate,
  wanted: readonly Source[],
  name: string,
): Promise<FileReply> {
  const { path: folder, remove } = await workFolder(spoolDir)
  try {
    const { sources, leftOut } = await collect(files, folder, wanted)
    if (sources.length === 0) throw notFound('Файлов нет в хранилище, загрузите их заново')
    const order: PageSource[] = sources.map(({ path, contentType, rotation }) => ({
      path,
      contentType,
      rotation,
    }))
    if (leftOut.length > 0) {
      const path = join(folder, 'left-out')
      await writeFile(path, await leftOutPage(leftOut))
      order.push({ path, contentType: 'application/pdf', rotation: 0 })
    }
    const out = join(folder, 'out')
    const outcome = await runPdfWork(folder, {
      kind: 'merge',
      sources: order,
      out,
      maxPages: generatedPdfLimits.pages,
    })
    if (!outcome.ok)
      throw conflict(
        outcome.at === null
          ? `Страниц больше ${generatedPdfLimits.pages}, выберите меньше документов`
          : `Файл «${sources[outcome.at]?.name ?? ''}» не удалось прочитать, загрузите его заново`,
      )
    const body = createReadStream(out)
    body.once('close', () => void remove())
    return { name: `${archiveName(name)}.pdf`, contentType: 'application/pdf', body }
  } catch (error) {
    await remove()
    throw error
  }
}

function checkLimits(files: readonly FileRow[]): void {
  const { files: maxFiles, bytes: maxBytes } = generatedPdfLimits
  if (!files.some(({ contentType }) => drawn.has(contentType)))
    throw conflict('Нет файлов, из которых можно собрать PDF: нужны PDF, JPEG, PNG или TIFF')
  if (files.length > maxFiles) throw conflict(`Файлов больше ${maxFiles}, выберите меньше документов`)
  if (files.reduce((sum, { size }) => sum + size, 0) > maxBytes)
    throw conflict(`Файлы вместе больше ${maxBytes / 1_048_576} МБ, выберите меньше документов`)
}

/** The chosen documents of the owner as one PDF. */
export async function generatePdf(
  context: Context,
  gate: Gate,
  choice: DocumentOwner & { ids?: readonly number[] | undefined },
  bank: BankFigures,
): Promise<FileReply> {
  const { owner, documents } = await chosenDocuments(context, choice, bank)
  const files = await findCurrentFiles(
    context.db,
    documents.map(({ id }) => id),
  )
  checkLimits(files)
  const reply = await toOnePdf(gate, files, `${owner.title}, ${bankDay(bank.clock)}`)
  try {
    await recordOpenings(context, 'PDF', 'document', countByDocument(files))
  } catch (error) {
    if ('destroy' in reply.body) reply.body.destroy()
    throw error
  }
  return reply
}
