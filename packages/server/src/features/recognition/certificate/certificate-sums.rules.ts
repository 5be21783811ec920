import type { Word } from '#integrations/ocr/words.ts'
import type { CertificateValue } from './certificate-text.rules.ts'
import { around, type Box, isWord, linesOf, middleX, middleY } from '../layout.rules.ts'
import { amountOf } from '../money.rules.ts'
import { digitsOnly } from '../text.rules.ts'

/** A row of the monthly incomes as it was read. */
export interface IncomeLine {
  readonly month: number
  readonly incomeCode: string
  readonly amount: string
  readonly deductionCode: string | null
  readonly deduction: string | null
  readonly confidence: number
  readonly box: Box
}

type Line = readonly Word[]

/** Where the table of incomes begins and ends, by the headings around it. */
export function incomeSection(words: readonly Word[]): { top: number; bottom: number } | null {
  const heads = words.filter(({ text }) => isWord(text, 'Месяц') || isWord(text, 'дохода'))
  const begin = words.find(({ text }) => isWord(text, 'облагаемые')) ?? heads[0]
  if (begin === undefined) return null
  const below = words.filter((word) => middleY(word) > middleY(begin) + begin.height)
  const end = below.find(
    ({ text }) => isWord(text, 'Стандартные') || isWord(text, 'социальные') || isWord(text, 'имущественные'),
  )
  const last = Math.max(...words.map((word) => word.y + word.height))
  return { top: begin.y + begin.height, bottom: end === undefined ? last : end.y }
}

const isMonth = (text: string) => /^(?:0?[1-9]|1[0-2])$/.test(text)
const isCode = (text: string) => /^[1-4]\d{3}$/.test(text)
const plain = (text: string) => text.replaceAll(/^[^0-9А-Яа-яA-Za-z]+|[^0-9А-Яа-яA-Za-z]+$/g, '')

/** Pieces of an amount that a reader tore apart: «45 300», «50». */
function amountAt(line: Line, at: number): { amount: string; count: number } | null {
  for (let count = 1; count <= 4 && at + count <= line.length; count += 1) {
    const amount = amountOf(
      line
        .slice(at, at + count)
        .map(({ text }) => text)
        .join(''),
    )
    if (amount !== null) return { amount, count }
  }
  return null
}

const codeAt = (line: Line, at: number) => digitsOnly(plain(line[at]?.text ?? ''))

const noDeduction = { deductionCode: null, deduction: null }

interface Deduction {
  readonly code: string
  readonly amount: string
  /** Words that it takes. */
  readonly count: number
}

function deductionAt(line: Line, at: number): Deduction | null {
  const code = codeAt(line, at)
  const found = /^\d{3}$/.test(code) ? amountAt(line, at + 1) : null
  return found === null ? null : { code, amount: found.amount, count: 1 + found.count }
}

/** Begins at the month, or at the code where the month was not seen at all. */
function rowAt(line: Line, from: number): { row: IncomeLine; next: number } | null {
  const at = isCode(codeAt(line, from)) && amountAt(line, from + 1) !== null ? from - 1 : from
  const month = at < from ? '' : codeAt(line, at)
  const incomeCode = codeAt(line, at + 1)
  if (!isCode(incomeCode)) return null
  const income = amountAt(line, at + 2)
  if (income === null) return null
  const deduction = deductionAt(line, at + 2 + income.count)
  const next = at + 2 + income.count + (deduction?.count ?? 0)
  const words = line.slice(from, next)
  const box = around(words)
  if (box === null) return null
  const row = {
    month: isMonth(month) ? Number(month) : 0,
    incomeCode,
    amount: income.amount,
    ...(deduction === null ? noDeduction : { deductionCode: deduction.code, deduction: deduction.amount }),
    confidence: Math.min(...words.map(({ confidence }) => confidence)),
    box,
  }
  return { row, next }
}

/** Rows of the table of incomes as they are found; `month` is 0 where it could not be read. */
export function incomeLines(words: readonly Word[]): IncomeLine[] {
  const section = incomeSection(words)
  if (section === null) return []
  const inside = words.filter((word) => middleY(word) > section.top && middleY(word) < section.bottom)
  return rowsOf(inside)
}

/** A month and a code that were read as one word: «022000». */
function parted(word: Word): Word[] {
  const [, month, code] = /^(0[1-9]|1[0-2])[.,]?([1-4]\d{3})$/.exec(word.text) ?? []
  if (month === undefined || code === undefined) return [word]
  const width = word.width / 3
  return [
    { ...word, text: month, width },
    { ...word, text: code, x: word.x + width, width: word.width - width },
  ]
}

/** A gap wider than so many heights of a letter parts the halves of the table. */
const widestGap = 11

function halves(line: Line): Line[] {
  const at = line.findIndex((word, place) => {
    const before = line[place - 1]
    return before !== undefined && word.x - before.x - before.width > before.height * widestGap
  })
  return at === -1 ? [line] : [line.slice(0, at), ...halves(line.slice(at))]
}

/** Rows of income among words that are known to be of the table. */
export function rowsOf(words: readonly Word[]): IncomeLine[] {
  const rows: IncomeLine[] = []
  for (const line of linesOf(words.filter(({ text }) => /\d/.test(text)).flatMap(parted)).flatMap(halves))
    for (let at = 0; at < line.length; ) {
      const found = rowAt(line, at)
      if (found !== null) rows.push(found.row)
      at = found?.next ?? at + 1
    }
  return rows
}

/** Rows in the order of the form: the left half from above, then the right one, each with its month. */
export function inOrder(rows: readonly IncomeLine[], pageMiddle: number): IncomeLine[] {
  const side = ({ box }: IncomeLine) => (middleX(box) < pageMiddle ? 0 : 1)
  return withMonths([...rows].sort((a, b) => side(a) - side(b) || a.box.y - b.box.y))
}

/** Fills in months that could not be read: rows go by months, and every month has a salary. */
function withMonths(rows: readonly IncomeLine[]): IncomeLine[] {
  const filled: IncomeLine[] = []
  for (const [at, row] of rows.entries()) {
    const before = filled.at(-1)?.month ?? 0
    const after = rows.slice(at + 1).find(({ month }) => month > 0)?.month ?? 12
    const hasSalary = filled.some(
      ({ month, incomeCode }) => month === before && incomeCode === row.incomeCode,
    )
    const likely = hasSalary || before === 0 ? before + 1 : before
    const month = row.month > 0 ? row.month : Math.max(1, Math.min(after, likely))
    filled.push(row.month > 0 ? row : { ...row, month, confidence: Math.min(0.5, row.confidence) })
  }
  return filled
}

/** Amounts to the right of a printed word, on its line or as near as a cell of two lines lets it be. */
function amountRightOf(words: readonly Word[], label: Word, limit: number): CertificateValue | null {
  const near = words
    .filter(
      (word) =>
        word.x > label.x &&
        middleX(word) < limit &&
        Math.abs(middleY(word) - middleY(label)) < label.height * 1.7,
    )
    .sort((a, b) => a.x - b.x)
  for (let at = 0; at < near.length; at += 1) {
    const found = /\d/.test(near[at]?.text ?? '') ? amountAt(near, at) : null
    if (found === null) continue
    const used = near.slice(at, at + found.count)
    const box = around(used)
    if (box !== null)
      return {
        value: found.amount,
        confidence: Math.min(...used.map(({ confidence }) => confidence)),
        box,
        problems: [],
      }
  }
  return null
}

const totalLabels = {
  totalIncome: 'дохода',
  taxBase: 'база',
  taxCalculated: 'исчисленная',
  taxWithheld: 'удержанная',
} as const
type TotalName = keyof typeof totalLabels

/** The sums of the fifth section. */
export function totalValues(words: readonly Word[]): Partial<Record<TotalName, CertificateValue>> {
  const begin = words.find(({ text }) => isWord(text, 'Общие'))
  const below = begin === undefined ? words : words.filter((word) => word.y >= begin.y)
  const whole = around(words)
  const found: Partial<Record<TotalName, CertificateValue>> = {}
  if (whole === null) return found
  const middle = middleX(whole)
  for (const name of Object.keys(totalLabels) as TotalName[]) {
    const printed = below.filter(
      ({ text, y }) => isWord(text, totalLabels[name]) && (begin === undefined || y > begin.y + begin.height),
    )
    for (const label of printed) {
      const limit = middleX(label) < middle ? middle + whole.width * 0.02 : whole.x + whole.width
      const value = amountRightOf(below, label, limit)
      if (value === null || found[name] !== undefined) continue
      found[name] = value
    }
  }
  return found
}

/** Deductions of the fourth section: code and amount, several on a line. */
export function deductionValues(words: readonly Word[]): CertificateValue[] {
  const begin = words.find(({ text }) => isWord(text, 'Стандартные') || isWord(text, 'имущественные'))
  const end = words.find((word) => isWord(word.text, 'Общие') && (begin === undefined || word.y > begin.y))
  if (begin === undefined || end === undefined) return []
  const inside = words.filter(
    (word) => word.y > begin.y + begin.height && word.y < end.y - end.height * 0.3 && /\d/.test(word.text),
  )
  return linesOf(inside).flatMap((line) =>
    line.flatMap((word, at) => {
      if (!/^\d{3}$/.test(plain(word.text))) return []
      const found = amountAt(line, at + 1)
      const box = found === null ? null : around(line.slice(at, at + 1 + found.count))
      return found === null || box === null
        ? []
        : [{ value: found.amount, confidence: word.confidence, box, problems: [] }]
    }),
  )
}
