import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPages } from '#integrations/ocr/page-source.ts'

/** The words of a PDF in their order, parted by spaces. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ipoteka-pdf-'))
  try {
    const path = join(folder, 'paper.pdf')
    await writeFile(path, bytes)
    const source = await openPages(path, 'application/pdf')
    const pages = await Promise.all(Array.from({ length: source.pages }, (_, at) => source.words(at + 1)))
    return pages
      .flat()
      .map(({ text }) => text)
      .join(' ')
  } finally {
    await rm(folder, { recursive: true })
  }
}
