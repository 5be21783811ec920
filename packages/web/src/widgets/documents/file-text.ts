import { headingLetters } from '@ipoteka-office/contract/documents/document-guess.ts'
import type { FileSource } from '#ui/viewer/file-source.ts'

/** Larger files are not opened only to be guessed. */
const mostBytes = 30 * 1_048_576

const sourceOf = (file: File): FileSource => ({
  open: async () => {
    const bytes = async (begin: number, end: number) =>
      new Uint8Array(await file.slice(begin, end).arrayBuffer())
    return { size: file.size, head: await bytes(0, file.size), part: bytes }
  },
})

/** The beginning of the text of a PDF's first page; empty for pictures and for what cannot be opened. */
export async function fileText(file: File): Promise<string> {
  if (!/\.pdf$/i.test(file.name) || file.size > mostBytes) return ''
  const stop = new AbortController()
  try {
    const { openPdf } = await import('#ui/viewer/pdf-file.ts')
    const pdf = await openPdf(sourceOf(file), stop.signal, () => undefined)
    const { runs } = await pdf.runs(0)
    pdf.close()
    return runs
      .map(({ str }) => str)
      .join(' ')
      .slice(0, headingLetters)
  } catch {
    // A broken file is a question of its upload, which says what is wrong with it.
    return ''
  } finally {
    stop.abort()
  }
}
