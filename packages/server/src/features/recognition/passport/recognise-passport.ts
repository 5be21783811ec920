import type { RecognisedField } from '@ipoteka-office/contract/recognition/recognition.ts'
import type { Picture } from '#integrations/ocr/picture.ts'
import type { Tesseract } from '#integrations/ocr/tesseract.ts'
import { placeOnPage, rightAngles } from '#integrations/ocr/upright.ts'
import { checkPassport } from './passport-checks.rules.ts'
import { decidePassport } from './passport-fields.rules.ts'
import { readPassport } from './passport-reader.ts'
import { nothingFound, type Recognised } from '../recognised.ts'

/** Fewer values than this are chance finds of a page that is no passport. */
const fewestFields = 4
const round = (value: number, digits: number) => Number(value.toFixed(digits))

/** Recognises the main spread of a passport on a page. */
export async function recognisePassportPage(
  tesseract: Tesseract,
  picture: Picture,
  { page, today }: { page: number; today: string },
): Promise<Recognised> {
  const reading = await readPassport({ tesseract, today }, picture)
  const rotation = rightAngles(reading.upright.degrees)
  const found = decidePassport(reading)
  if (found.length < fewestFields)
    return nothingFound(
      'Разворот паспорта с фотографией не найден. Нужен скан второй и третьей страниц целиком, без бликов',
      rotation,
    )
  const documentFields = found.map(
    ({ box, confidence, problems, ...field }): RecognisedField => ({
      ...field,
      confidence: round(confidence, 2),
      problems: [...problems],
      box: box === null ? null : { page, ...placeOnPage(box, reading.upright, picture.red) },
    }),
  )
  return {
    found: true,
    message: null,
    documentFields,
    checks: checkPassport(found, reading, today),
    incomes: [],
    rotation,
  }
}
