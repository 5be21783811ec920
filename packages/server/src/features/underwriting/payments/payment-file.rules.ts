import { lowered } from '@ipoteka-office/contract/words.ts'
import { Money } from '@ipoteka-office/contract/common/amounts.ts'
import { isCleanText, messages } from '@ipoteka-office/contract/common/scalars.ts'
import {
  type PaymentColumn,
  paymentHeadings,
} from '@ipoteka-office/contract/underwriting/payments/payment-loads.ts'
import type { ReadCell } from '#lib/read-spreadsheet.ts'

const names = Object.keys(paymentHeadings) as PaymentColumn[]
const longestNumber = 60
/** More days than this is a mistake of typing: ninety-nine years. */
const largestDelay = 36_135

/** Where each column stands in the file. */
export type PaymentColumns = Readonly<Record<PaymentColumn, number>>

const quoted = (texts: readonly string[]) => texts.map((text) => `«${text.slice(0, 60)}»`).join(', ')
const textOf = (cell: ReadCell | undefined): string =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '').trim()
const keyOf = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** Columns by the first row of the file, or why it cannot be read; columns that are not ours are passed by. */
export function readPaymentHeadings(cells: readonly ReadCell[]): PaymentColumns | { readonly error: string } {
  const asked = cells.map((cell) => keyOf(textOf(cell)))
  const placesOf = (name: PaymentColumn) =>
    asked.flatMap((text, at) => (text === keyOf(paymentHeadings[name]) ? [at] : []))
  const lacking = names.filter((name) => placesOf(name).length === 0)
  const twice = names.filter((name) => placesOf(name).length > 1)
  const labels = (some: readonly PaymentColumn[]) => quoted(some.map((name) => paymentHeadings[name]))
  if (lacking.length > 0)
    return { error: `Нет столбцов: ${labels(lacking)}. Названия столбцов стоят в первой строке файла` }
  if (twice.length > 0) return { error: `Столбцы встречаются дважды: ${labels(twice)}` }
  return Object.fromEntries(names.map((name) => [name, placesOf(name)[0] ?? 0])) as PaymentColumns
}

/** `2026-11-20` of that or of `20.11.2026`; undefined for what is no day. */
function dayOf(text: string): string | undefined {
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  const iso = year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(iso)) return undefined
  const date = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? undefined : iso
}

/** The first day of the month that `2026-11`, `11.2026` or a day names. */
function monthOf(text: string): string | undefined {
  const [, year = '', month = ''] = /^(\d{4})-(\d{2})$/.exec(text) ?? []
  const [, shortMonth = month, shortYear = year] = /^(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  const day = shortYear === '' ? dayOf(text) : dayOf(`01.${shortMonth}.${shortYear}`)
  return day === undefined ? undefined : `${day.slice(0, 7)}-01`
}

/** Roubles as a decimal text of what a bank writes: spaces between thousands, a comma or a point. */
function sumOf(text: string): string | undefined {
  const plain = text.replace(/[\s\u00A0\u202F]/g, '').replace(',', '.')
  return Money.safeParse(plain).success ? plain : undefined
}

/** The last day of a month by its first. */
export function monthEnd(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** A row of the file: what of it could be read, and what is wrong in words. */
export interface PaymentDraft {
  readonly number: string
  readonly issuedOn: string | null
  readonly issued: string | null
  readonly month: string | null
  readonly days: number | null
  readonly balance: string | null
  readonly notes: readonly string[]
}

const wrong = {
  issuedOn: 'введите дату: 20.11.2026',
  issued: 'введите рубли, не больше двух знаков после запятой',
  month: 'введите месяц: 11.2026',
  daysPastDue: lowered(messages.notNegative),
  balance: 'введите рубли, не больше двух знаков после запятой',
} as const

function daysOf(text: string): number | undefined {
  const days = /^\d{1,5}$/.test(text) ? Number(text) : undefined
  return days === undefined || days > largestDelay ? undefined : days
}

const noSum = /^0+(\.0+)?$/
type Read = Pick<PaymentDraft, 'issuedOn' | 'issued' | 'month'>
/** What is wrong with a row whose cells can be read, and in which column. */
function disagreements({ issuedOn, issued, month }: Read, today: string): [PaymentColumn, string][] {
  const wrongs: [PaymentColumn, string | false][] = [
    ['issued', issued !== null && noSum.test(issued) && 'сумма должна быть больше нуля'],
    ['issuedOn', issuedOn !== null && issuedOn > today && 'этот день ещё не наступил'],
    ['month', month !== null && monthEnd(month) > today && 'этот месяц ещё не закончился'],
    [
      'month',
      month !== null && issuedOn !== null && monthEnd(month) < issuedOn && 'кредит выдан позже этого месяца',
    ],
  ]
  return wrongs.flatMap(([column, text]) => (text === false ? [] : [[column, text]]))
}

/** Reads the cells of a row. */
export function readPaymentRow(
  columns: PaymentColumns,
  cells: readonly ReadCell[],
  today: string,
): PaymentDraft {
  const at = (name: PaymentColumn) => textOf(cells[columns[name]])
  const number = at('number')
  const isNumber = number !== '' && number.length <= longestNumber && isCleanText(number)
  const read = {
    issuedOn: dayOf(at('issuedOn')) ?? null,
    issued: sumOf(at('issued')) ?? null,
    month: monthOf(at('month')) ?? null,
    daysPastDue: daysOf(at('daysPastDue')) ?? null,
    balance: sumOf(at('balance')) ?? null,
  }
  const told = (name: PaymentColumn, text: string) => `${paymentHeadings[name]}: ${text}`
  const unread = (Object.keys(read) as (keyof typeof read)[]).filter((name) => read[name] === null)
  return {
    ...{ issuedOn: read.issuedOn, issued: read.issued, month: read.month },
    ...{ days: read.daysPastDue, balance: read.balance },
    number: isNumber ? number : number.slice(0, longestNumber).replace(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, ' '),
    notes: [
      ...(isNumber
        ? []
        : [told('number', number === '' ? lowered(messages.required) : 'номер не похож на номер заявки')]),
      ...unread.map((name) => told(name, wrong[name])),
      ...disagreements(read, today).map(([name, text]) => told(name, text)),
    ],
  }
}
