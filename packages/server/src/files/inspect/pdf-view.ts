import { getDocument, PasswordException, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { Refusal } from './refusal.ts'

/** Opens a PDF as the viewer in the browser will: its own way through the file, by the table of places. */
export async function openAsViewer(content: Uint8Array): Promise<{ pages: number; isActive: boolean }> {
  const task = getDocument({
    // It keeps what it is given.
    data: new Uint8Array(content),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
  })
  try {
    const document = await task.promise
    await document.getPage(1)
    const [scripts, attachments] = await Promise.all([document.getJSActions(), document.getAttachments()])
    return { pages: document.numPages, isActive: scripts !== null || attachments !== null }
  } catch (error) {
    throw error instanceof PasswordException
      ? new Refusal('PDF защищён паролем или шифрованием: снимите защиту и загрузите его снова')
      : new Refusal('Файл PDF повреждён: откройте его у себя и сохраните заново')
  } finally {
    await task.destroy()
  }
}
