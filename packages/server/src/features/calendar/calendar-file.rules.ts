import {
  type CalendarDay,
  type CalendarDayKind,
  type CalendarFile,
  calendarDayKinds,
} from '@ipoteka-office/contract/calendar/calendar.ts'
import { monthNames } from '@ipoteka-office/contract/common/months.ts'
import { isCleanText } from '@ipoteka-office/contract/common/scalars.ts'
import type { ReadCell, ReadRow } from '#lib/read-spreadsheet.ts'
import { type Day, dayOf, dayOfWeek, fromDay, toDay } from './dates.rules.ts'

type FileError = CalendarFile['errors'][number]

/** A day that the file makes differ from the week's rule. */
interface FileDay {
  readonly kind: CalendarDayKind
  /** Null: the file says nothing of why. */
  readonly comment: string | null
}

/** What a file says of a year. */
export interface ReadCalendar {
  readonly days: ReadonlyMap<Day, FileDay>
  readonly errors: readonly FileError[]
}

const spelt = (cell: ReadCell | undefined) =>
  String(cell ?? '')
    .trim()
    .toLocaleLowerCase('ru')
    .replaceAll('ё', 'е')

const isWeekend = (day: Day) => dayOfWeek(day) > 5

/** A mark of the open data on a day: `8*` is an hour shorter, `9+` is a day off that was moved here. */
const marked = /^(\d{1,2})([*+]?)$/

/** One cell of the open data: the days off of a month, and its short days. */
function readMonth(cell: ReadCell | undefined, year: number, month: number) {
  const free = new Map<Day, '' | '*' | '+'>()
  const next = dayOf(year, month + 1, 1)
  for (const part of spelt(cell).split(',')) {
    const [, date, mark] = marked.exec(part.trim()) ?? []
    const day = dayOf(year, month, Number(date))
    if (date === undefined || Number(date) === 0 || day >= next || free.has(day))
      return { free, wrong: part.trim() }
    free.set(day, mark === '*' || mark === '+' ? mark : '')
  }
  return { free, wrong: null }
}

function differences(from: Day, to: Day, free: ReadonlyMap<Day, '' | '*' | '+'>): [Day, FileDay][] {
  return Array.from({ length: to - from }, (_, at) => from + at).flatMap((day): [Day, FileDay][] => {
    const mark = free.get(day)
    if (mark === '*') return [[day, { kind: 'SHORT', comment: null }]]
    if (mark === undefined) return isWeekend(day) ? [[day, { kind: 'WORKING', comment: null }]] : []
    return isWeekend(day)
      ? []
      : [[day, { kind: 'DAY_OFF', comment: mark === '+' ? 'Перенос выходного' : null }]]
  })
}

/** The open data of the government: a row a year, a column a month, the days off of each. */
function readOpenData(rows: readonly ReadRow[], heading: ReadRow, year: number): ReadCalendar {
  const row = rows.find(({ cells }) => Number(spelt(cells[0])) === year)
  if (row === undefined)
    return { days: new Map(), errors: [{ line: null, message: `В файле нет строки ${year} года` }] }
  const months = monthNames.map((name, at) => {
    const column = heading.cells.findIndex((cell) => spelt(cell) === name)
    return { name, month: at + 1, ...readMonth(row.cells[column], year, at + 1) }
  })
  return {
    days: new Map(
      months.flatMap(({ month, free }) =>
        differences(dayOf(year, month, 1), dayOf(year, month + 1, 1), free),
      ),
    ),
    errors: months.flatMap(({ name, wrong }) =>
      wrong === null
        ? []
        : [
            {
              line: row.line,
              message: `Столбец «${name}»: ${wrong === '' ? 'нет выходных дней' : `непонятный день «${wrong}»`}`,
            },
          ],
    ),
  }
}

const maxComment = 200

function dayOfCell(cell: ReadCell | undefined): Day | null {
  const text =
    cell instanceof Date
      ? cell.toISOString().slice(0, 10)
      : spelt(cell).replace(/^(\d{2})\.(\d{2})\.(\d{4})$/, '$3-$2-$1')
  try {
    return toDay(text)
  } catch {
    return null
  }
}

const kindOfCell = (cell: ReadCell | undefined) =>
  (Object.keys(calendarDayKinds) as CalendarDayKind[]).find((kind) =>
    [kind, calendarDayKinds[kind]].some((name) => spelt(name) === spelt(cell)),
  )

interface Columns {
  readonly day: number
  readonly kind: number
  readonly comment: number
}

function readDayRow(
  { cells }: ReadRow,
  { day: dayAt, kind: kindAt, comment: commentAt }: Columns,
  year: number,
) {
  const day = dayOfCell(cells[dayAt])
  const kind = kindOfCell(cells[kindAt])
  const comment = String(cells[commentAt] ?? '').trim()
  if (day === null) return `«${String(cells[dayAt] ?? '')}» — не дата, нужна дата вида 23.02.${year}`
  if (fromDay(day).slice(0, 4) !== String(year)) return `${fromDay(day)} — день не ${year} года`
  if (kind === undefined)
    return `Вид дня «${String(cells[kindAt] ?? '')}» неизвестен, бывают: ${Object.values(calendarDayKinds).join(', ')}`
  if (comment.length > maxComment) return `Примечание длиннее ${maxComment} знаков`
  if (!isCleanText(comment)) return 'Недопустимые символы в примечании'
  return { day, kind, comment }
}

/** A row a day that differs: «Дата», «Вид дня», «Примечание». */
function readDays(rows: readonly ReadRow[], columns: Columns, year: number): ReadCalendar {
  const days = new Map<Day, FileDay>()
  const errors: FileError[] = []
  for (const row of rows) {
    const read = readDayRow(row, columns, year)
    if (typeof read === 'string') errors.push({ line: row.line, message: read })
    else if (days.has(read.day)) errors.push({ line: row.line, message: 'Этот день в файле уже был' })
    else days.set(read.day, { kind: read.kind, comment: read.comment })
  }
  return { days, errors }
}

/** Reads the special days of a year from the rows of a table: a row a day, or the open data with a row a year. */
export function readCalendar(rows: readonly ReadRow[], year: number): ReadCalendar {
  const [heading, ...rest] = rows
  const names = heading?.cells.map(spelt) ?? []
  if (heading !== undefined && monthNames.every((name) => names.includes(name)))
    return readOpenData(rest, heading, year)
  const at = (name: string) => names.indexOf(name)
  const columns = { day: at('дата'), kind: at('вид дня'), comment: at('примечание') }
  if (columns.day >= 0 && columns.kind >= 0) return readDays(rest, columns, year)
  const message =
    'Нужны столбцы «Дата» и «Вид дня» или таблица открытых данных: строка на год, столбцы с января по декабрь'
  return { days: new Map(), errors: [{ line: heading?.line ?? null, message }] }
}

/** Kinds that say the same of a day: a weekend that is off is as usual. */
const meant = (day: Day, kind: CalendarDayKind): CalendarDayKind =>
  (isWeekend(day) && kind === 'DAY_OFF') || (!isWeekend(day) && kind === 'WORKING') ? 'USUAL' : kind

type Change = CalendarFile['changes'][number]

function changeOf(day: Day, before: CalendarDay | undefined, after: FileDay | undefined): Change | null {
  const was = before?.kind ?? 'USUAL'
  const becomes = meant(day, after?.kind ?? 'USUAL')
  const told = before?.comment ?? ''
  const isKind = meant(day, was) === becomes
  const comment = after?.comment ?? (isKind ? told : '')
  return isKind && comment === told ? null : { day: fromDay(day), before: was, after: becomes, comment }
}

/** What the file makes of the year as it is: one entry for every day that becomes another. */
export function changesOf(present: readonly CalendarDay[], { days }: Pick<ReadCalendar, 'days'>): Change[] {
  const known = new Map(present.map((day) => [toDay(day.day), day]))
  const all = [...new Set([...known.keys(), ...days.keys()])].sort((a, b) => a - b)
  return all.map((day) => changeOf(day, known.get(day), days.get(day))).filter((change) => change !== null)
}
