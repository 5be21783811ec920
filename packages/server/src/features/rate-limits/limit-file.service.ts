import {
  type LimitInput,
  type LimitRow,
  type LimitRowKind,
  limitColumns,
  maxLimitBytes,
  maxLimitRows,
} from '@ipoteka-office/contract/rate-limits/limits.ts'
import { limitText, toPoints } from '@ipoteka-office/contract/rate-limits/points.ts'
import type { CreditCategory } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { readSmallSheet } from '#files/read-sheet.ts'
import { type FileGate, wrongFile } from '#files/receive.ts'
import type { Context, IncomingFile } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type LimitDraft, readLimitHeadings, readLimitRow } from './limit-file.rules.ts'
import { isSame, limitIssues, limitsBeside, valueIn } from './limit-requests.service.ts'
import { findCategories, type LimitInForce } from './limits.repo.ts'

/** The limit that a row asks for; null while something of it cannot be read. */
function inputOf(
  { quarter, category, average, applies, ground, publishedOn, notes }: LimitDraft,
  beside: ReadonlyMap<string, LimitInForce>,
): LimitInput | null {
  if (notes.length > 0 || quarter === null || category === null || average === null || publishedOn === null)
    return null
  const replaces = beside.get(`${quarter} ${category.code}`)?.id ?? null
  return { quarter, category: category.code, average, applies, ground, publishedOn, replaces }
}

interface Reading {
  readonly bank: BankFigures
  readonly categories: readonly CreditCategory[]
  readonly beside: ReadonlyMap<string, LimitInForce>
  /** Lines by what they are of. */
  readonly seen: Map<string, number>
}

/** The line in which the same category of the quarter stands already; undefined where this is the first one. */
function repeated({ seen }: Reading, line: number, { quarter, category }: LimitInput): number | undefined {
  const key = `${quarter} ${category}`
  const first = seen.get(key)
  if (first === undefined) seen.set(key, line)
  return first
}

/** What is wrong with a row that can be read. */
function mistakes(
  reading: Reading,
  line: number,
  read: LimitInput,
  values: { said: string | null; value: string },
) {
  const { bank, categories } = reading
  const { said, value } = values
  const first = repeated(reading, line, read)
  return [
    ...limitIssues(read, { today: bankDay(bank.clock), categories }).map(({ message }) => message),
    ...(first === undefined ? [] : [`Эта категория в этом квартале уже есть в строке ${first}`]),
    ...(said !== null && toPoints(said) !== toPoints(value)
      ? [`${limitColumns.value}: в файле ${limitText(said)}, а по среднерыночной выходит ${limitText(value)}`]
      : []),
  ]
}

function kindOf(read: LimitInput, before: LimitInForce | undefined): LimitRowKind {
  if (before === undefined) return 'new'
  return isSame(read, before) ? 'same' : 'changed'
}

/** What becomes of a row, with all that is wrong in it. */
async function rowOf(reading: Reading, line: number, draft: LimitDraft): Promise<LimitRow> {
  const { quarter, category, typedCategory } = draft
  const named = {
    ...{ line, quarter },
    category: category?.code ?? '',
    categoryName: category?.name ?? typedCategory,
  }
  const read = inputOf(draft, reading.beside)
  if (read === null)
    return { ...named, kind: 'error', input: null, value: null, before: null, notes: [...draft.notes] }
  const value = await valueIn(reading.bank, read)
  const notes = mistakes(reading, line, read, { said: draft.value, value })
  const found = reading.beside.get(`${read.quarter} ${read.category}`)
  const before = found === undefined ? null : { average: found.average, value: found.value }
  if (notes.length > 0) return { ...named, kind: 'error', input: null, value, before, notes }
  return { ...named, kind: kindOf(read, found), input: read, value, before, notes }
}

/** What a file would make of the limits; changes nothing. */
export async function compareLimits(
  bank: BankFigures,
  { db }: Context,
  gate: FileGate,
  file: IncomingFile,
): Promise<{ fileName: string; rows: LimitRow[] }> {
  const { name, rows } = await readSmallSheet(gate, file, {
    maxBytes: maxLimitBytes,
    maxRows: maxLimitRows + 1,
  })
  const [heading, ...rest] = rows
  if (heading === undefined || rest.length === 0) throw wrongFile('В файле нет строк')
  const columns = readLimitHeadings(heading.cells)
  if ('error' in columns) throw wrongFile(columns.error)
  const categories = await findCategories(db)
  const drafts = rest.map(({ line, cells }) => ({ line, draft: readLimitRow(columns, cells, categories) }))
  const beside = await limitsBeside(
    { db },
    drafts.flatMap(({ draft: { quarter } }) => (quarter === null ? [] : [{ quarter }])),
  )
  const reading = { bank, categories, beside, seen: new Map<string, number>() }
  const read: LimitRow[] = []
  for (const { line, draft } of drafts) read.push(await rowOf(reading, line, draft))
  return { fileName: name, rows: read }
}
