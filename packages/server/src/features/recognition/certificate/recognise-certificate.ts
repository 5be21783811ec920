import {
  type CertificateFieldName,
  certificateFields,
  type IncomeRow,
  type PageBox,
  type RecognisedField,
  type RecognitionCheck,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import { cut, flattened, type Grey } from '#integrations/ocr/grey.ts'
import type { PageSource } from '#integrations/ocr/page-source.ts'
import { withoutLines } from '#integrations/ocr/ruled-lines.ts'
import { readWords, type Tesseract } from '#integrations/ocr/tesseract.ts'
import { findUpright, placeOnPage, rightAngles } from '#integrations/ocr/upright.ts'
import type { Word } from '#integrations/ocr/words.ts'
import {
  averageOf,
  type CertificateSums,
  checkCertificate,
  deductionsOf,
} from './certificate-checks.rules.ts'
import { mergeRows } from './certificate-merge.rules.ts'
import {
  deductionValues,
  type IncomeLine,
  incomeLines,
  incomeSection,
  inOrder,
  rowsOf,
  totalValues,
} from './certificate-sums.rules.ts'
import { type CertificateValue, certificateValues, certificateWords } from './certificate-text.rules.ts'
import type { Box } from '../layout.rules.ts'
import { kopecks } from '../money.rules.ts'
import { nothingFound, type Recognised } from '../recognised.ts'

/** A page with fewer of the form's own words is no certificate. */
const fewestWords = 5
const round = (value: number) => Number(value.toFixed(2))

interface ReadPage {
  readonly words: readonly Word[]
  /** Width of the picture that the words are of. */
  readonly width: number
  /** Further readings of the table, made only when the first does not add up. */
  moreRows(): Promise<IncomeLine[][]>
  readonly rotation: number
  /** Place of a box of the words on the page of the file. */
  placed(box: Box): PageBox
}

/** The words of a page: its own text when it has some, else what is read from its picture. */
async function wordsOf(tesseract: Tesseract, source: PageSource, page: number): Promise<ReadPage> {
  const picture = await source.picture(page)
  const own = await source.words(page)
  if (certificateWords(own) >= fewestWords) {
    const { width, height } = picture.red
    const placed = (box: Box) => ({
      page,
      x: box.x / width,
      y: box.y / height,
      width: Math.min(1 - box.x / width, box.width / width),
      height: Math.min(1 - box.y / height, box.height / height),
    })
    return { words: own, width, moreRows: async () => [], rotation: 0, placed }
  }
  const flat = await flattened(picture.red)
  const judge = { score: certificateWords, enough: fewestWords }
  const upright = await findUpright(tesseract, flat, judge)
  const clean = withoutLines(upright.picture)
  const words = await readWords(tesseract, clean, { language: 'rus', segmentation: 'block' })
  const best = certificateWords(words) >= fewestWords ? words : upright.words
  return {
    words: best,
    width: clean.width,
    moreRows: async () => [incomeLines(upright.words), await readTable(tesseract, clean, best)],
    rotation: rightAngles(upright.degrees),
    placed: (box) => ({ page, ...placeOnPage(box, upright, picture.red) }),
  }
}

/** Reads the table once more by halves, as digits and nothing else. */
async function readTable(tesseract: Tesseract, clean: Grey, words: readonly Word[]): Promise<IncomeLine[]> {
  const section = incomeSection(words)
  if (section === null) return []
  const height = section.bottom - section.top
  const rows: IncomeLine[] = []
  for (const x of [0, clean.width / 2]) {
    const part = await cut(clean, { x, y: section.top, width: clean.width / 2, height })
    const read = await readWords(tesseract, part, {
      language: 'eng',
      segmentation: 'block',
      signs: '0123456789.',
    })
    rows.push(...rowsOf(read.map((word) => ({ ...word, x: word.x + x, y: word.y + section.top }))))
  }
  return rows
}

/** Sums that agree with the others are surer than the reader itself can be. */
function confidenceOf(name: string, value: CertificateValue, checks: readonly RecognitionCheck[]): number {
  if (value.problems.length > 0) return Math.min(0.6, value.confidence)
  const about = checks.filter(({ fields, passed }) => passed !== null && fields.includes(name))
  if (about.some(({ passed }) => passed === false)) return Math.min(0.6, value.confidence)
  return about.length > 0 ? Math.max(0.97, value.confidence) : Math.min(0.95, value.confidence)
}

const computedBox = null

function computed(name: CertificateFieldName, value: string | null, confidence: number): RecognisedField[] {
  if (value === null) return []
  const label = certificateFields[name]
  return [{ name, label, value, confidence, box: computedBox, source: 'COMPUTED', problems: [] }]
}

/** Checks of the sums speak of the field they compare, so each total is found in one of them. */
function fieldsOf(
  values: Values,
  sums: CertificateSums,
  checks: readonly RecognitionCheck[],
  placed: ReadPage['placed'],
): RecognisedField[] {
  const isSumSure =
    checks.filter(({ code, passed }) => ['rows', 'base'].includes(code) && passed === true).length === 2
  return (Object.keys(certificateFields) as CertificateFieldName[]).flatMap((name): RecognisedField[] => {
    if (name === 'totalDeductions') return computed(name, deductionsOf(sums), isSumSure ? 0.97 : 0.6)
    if (name === 'averageIncome') return computed(name, averageOf(sums), isSumSure ? 0.97 : 0.6)
    const value = values[name]
    if (value === undefined) return []
    const failed = checks.filter(({ fields, passed }) => passed === false && fields.includes(name))
    return [
      {
        name,
        label: certificateFields[name],
        value: value.value,
        confidence: round(confidenceOf(name, value, checks)),
        box: placed(value.box),
        source: 'VISUAL',
        problems: [...value.problems, ...failed.map(({ label, message }) => `${label}. ${message}`)],
      },
    ]
  })
}

const incomeRow = (line: IncomeLine, isProven: boolean, placed: ReadPage['placed']): IncomeRow => ({
  month: line.month,
  incomeCode: line.incomeCode,
  amount: line.amount,
  deductionCode: line.deductionCode,
  deduction: line.deduction,
  // The sum proves the amount; the month that was not read it cannot.
  confidence: round(
    isProven && line.confidence > 0.5 ? Math.max(0.97, line.confidence) : Math.min(0.8, line.confidence),
  ),
  box: placed(line.box),
})

type Values = Readonly<Record<string, CertificateValue | undefined>>

function sumsOf(words: readonly Word[], rows: readonly IncomeLine[], values: Values): CertificateSums {
  const amount = (name: string) => values[name]?.value ?? null
  return {
    rows,
    standard: deductionValues(words).map(({ value }) => value),
    totalIncome: amount('totalIncome'),
    taxBase: amount('taxBase'),
    taxCalculated: amount('taxCalculated'),
    taxWithheld: amount('taxWithheld'),
    taxRate: Number(amount('taxRate') ?? 13),
  }
}

/** The rows of incomes; when they do not add up to the total, of several readings. */
async function readRows({ words, width, moreRows }: ReadPage, total: string | null): Promise<IncomeLine[]> {
  const first = incomeLines(words)
  const sum = first.reduce((all, { amount }) => all + kopecks(amount), 0n)
  const isRight = first.length > 0 && total !== null && sum === kopecks(total)
  return inOrder(isRight ? first : mergeRows([first, ...(await moreRows())], total), width / 2)
}

/** Recognises an income certificate on a page. */
export async function recogniseCertificatePage(
  tesseract: Tesseract,
  source: PageSource,
  page: number,
): Promise<Recognised> {
  const read = await wordsOf(tesseract, source, page)
  const { words, rotation, placed } = read
  if (certificateWords(words) < fewestWords)
    return nothingFound(
      'Справка о доходах (форма по КНД 1175018) не найдена. Нужен скан страницы целиком',
      rotation,
    )
  const values: Values = { ...certificateValues(words), ...totalValues(words) }
  const lines = await readRows(read, values.totalIncome?.value ?? null)
  const sums = sumsOf(words, lines, values)
  const checks = checkCertificate(sums)
  const isProven = checks.find(({ code }) => code === 'rows')?.passed === true
  return {
    found: true,
    message: null,
    documentFields: fieldsOf(values, sums, checks, placed),
    checks,
    incomes: lines.map((line) => incomeRow(line, isProven, placed)),
    rotation,
  }
}
