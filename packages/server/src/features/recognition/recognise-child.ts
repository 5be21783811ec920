import { text } from 'node:stream/consumers'
import { openPages } from '#integrations/ocr/page-source.ts'
import { recogniseCertificatePage } from './certificate/recognise-certificate.ts'
import { recognisePassportPage } from './passport/recognise-passport.ts'
import { nothingFound, type Recognised, type RecognitionJob } from './recognised.ts'

/** How many pages of a file are looked through for the document. */
const mostPages = 6

async function recognise({ kind, path, contentType, tesseract, today }: RecognitionJob): Promise<Recognised> {
  const source = await openPages(path, contentType)
  let first: Recognised | null = null
  for (let page = 1; page <= Math.min(source.pages, mostPages); page += 1) {
    const recognised =
      kind === 'PASSPORT'
        ? await recognisePassportPage(tesseract, await source.picture(page), { page, today })
        : await recogniseCertificatePage(tesseract, source, page)
    if (recognised.found) return recognised
    first ??= recognised
  }
  return first ?? nothingFound('В файле нет страниц')
}

// The only way in and out: a job on the input, its result on the output. Whoever started this process limits it.
const job = JSON.parse(await text(process.stdin)) as RecognitionJob
process.stdout.write(JSON.stringify(await recognise(job)))
