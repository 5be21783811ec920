import {
  type LimitInput,
  type LimitRow,
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

/** What becomes of a row, with all that is wrong in it. */
async function rowOf(
  { bank, categories, beside, seen }: Reading,
  line: number,
  draft: LimitDraft,
): Promise<LimitRow> {
  const read = inputOf(draft, beside)
  const value = read === null ? null : await valueIn(bank, read)
  const key = read === null ? null : `${read.quarter} ${read.category}`
  const first = key === null ? undefined : seen.get(key)
  if (key !== null && first === undefined) seen.set(key, line)
  const notes = [
    ...draft.notes,
    ...(read === null
      ? []
      : limitIssues(read, { today: bankDay(bank.clock), categories }).map(({ message }) => message)),
    ...(first === undefined ? [] : [`Эта категория в этом квартале уже есть в строке ${first}`]),
    ...(value !== null && draft.value !== null && toPoints(draft.value) !== toPoints(value)
      ? [
          `${limitColumns.value}: в файле ${limitText(draft.value)}, а по среднерыночной выходит ${limitText(value)}`,
        ]
      : []),
  ]
  const before = key === null ? undefined : beside.get(key)
  const same = read !== null && isSame(read, before)
  const kind =
    notes.length > 0 || read === null ? 'error' : same ? 'same' : before === undefined ? 'new' : 'changed'
  return {
    line,
    kind,
    quarter: draft.quarter,
    category: draft.category?.code ?? '',
    categoryName: draft.category?.name ?? draft.typedCategory,
    input: kind === 'error' ? null : read,
    value,
    before: before === undefined ? null : { average: before.average, value: before.value },
    notes,
  }
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
