import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('pdfmake/package.json')), 'fonts', 'Roboto')
const font = (name: string) => join(folder, `${name}.ttf`)

/** Loads the library, which a start does without. */
async function openPrinter() {
  const { default: pdfmake } = await import('pdfmake')
  // The typings leave the access policies out, and without them the library warns on every document.
  const printer = pdfmake as typeof pdfmake & {
    setUrlAccessPolicy(allowed: (url: string) => boolean): void
    setLocalAccessPolicy(allowed: (path: string) => boolean): void
  }
  printer.setFonts({
    Roboto: {
      normal: font('Roboto-Regular'),
      bold: font('Roboto-Medium'),
      italics: font('Roboto-Italic'),
      bolditalics: font('Roboto-MediumItalic'),
    },
  })
  // A document is made of what it is given: it may fetch nothing and read no file but the fonts.
  printer.setUrlAccessPolicy(() => false)
  printer.setLocalAccessPolicy((path) => path.startsWith(folder + sep))
  return printer
}

let printer: ReturnType<typeof openPrinter> | undefined

/** A PDF of a pdfmake definition, in Roboto with Cyrillic letters. */
export async function toPdf(definition: TDocumentDefinitions): Promise<Buffer> {
  printer ??= openPrinter()
  return (await printer).createPdf({ info: { creator: 'Ипотека-офис' }, ...definition }).getBuffer()
}
