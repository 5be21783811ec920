import { groupThousands } from '@ipoteka-office/contract/common/digits.ts'
import { phoneText } from '@ipoteka-office/contract/common/person/phone-text.ts'
import { trimEndOf } from '@ipoteka-office/contract/common/trim-ends.ts'
import { plural } from './plural.ts'

/** What stands where there is no value (specification 2 §9). */
export const emptyValue = '−'

const nbsp = '\u00a0'
type Missing = null | undefined | ''

function decimal(value: string | number, fraction: number): string {
  const negative = String(value).trim().startsWith('-')
  const [whole = '0', part = ''] = exact(value, fraction).replace('-', '').split('.')
  const text = groupThousands(whole) + (fraction > 0 ? `,${part}` : '')
  return negative && /[1-9]/.test(text) ? `−${text}` : text
}

// Sums travel as decimal strings; rounding them through a float would lose kopecks above 2^53.
function exact(value: string | number, fraction: number): string {
  if (typeof value === 'number') return value.toFixed(fraction)
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(value.trim())
  if (!match) return Number(value).toFixed(fraction)
  const [, sign = '', whole = '0', part = ''] = match
  const scaled = BigInt(whole + part.slice(0, fraction).padEnd(fraction, '0'))
  const rounded = scaled + (Number(part[fraction] ?? '0') >= 5 ? 1n : 0n)
  const digits = rounded.toString().padStart(fraction + 1, '0')
  const cut = digits.length - fraction
  return fraction === 0 ? sign + digits : `${sign}${digits.slice(0, cut)}.${digits.slice(cut)}`
}

/** Roubles with kopecks and non-breaking spaces: «6 480 000,00 ₽». */
export function formatMoney(value: string | number | Missing): string {
  if (value === null || value === undefined || value === '') return emptyValue
  return `${decimal(value, 2)}${nbsp}₽`
}

/** Whole roubles, for rows of lists: «6 480 000 ₽». */
export function formatRoubles(value: string | number | Missing): string {
  if (value === null || value === undefined || value === '') return emptyValue
  return `${decimal(value, 0)}${nbsp}₽`
}

/** A percent with a comma, up to `fraction` decimals: «78,4 %». */
export function formatPercent(value: string | number | Missing, fraction = 2): string {
  if (value === null || value === undefined || value === '') return emptyValue
  const [whole, part = ''] = decimal(value, fraction).split(',')
  const kept = trimEndOf(part, /0/)
  return `${whole}${kept === '' ? '' : `,${kept}`}${nbsp}%`
}

type Forms = readonly [one: string, few: string, many: string]

function termIn(months: number | Missing, ofYears: Forms, ofMonths: Forms): string {
  if (months === null || months === undefined || months === '') return emptyValue
  const years = Math.floor(months / 12)
  const rest = months % 12
  const parts = [
    years > 0 ? `${years}${nbsp}${plural(years, ...ofYears)}` : '',
    rest > 0 || years === 0 ? `${rest}${nbsp}${plural(rest, ...ofMonths)}` : '',
  ]
  return parts.filter(Boolean).join(' ')
}

/** A term in months as years and months: «20 лет 3 месяца». */
export const formatTerm = (months: number | Missing): string =>
  termIn(months, ['год', 'года', 'лет'], ['месяц', 'месяца', 'месяцев'])

/** The same after «от», «до», «не меньше»: «1 года 3 месяцев». */
export const formatTermFrom = (months: number | Missing): string =>
  termIn(months, ['года', 'лет', 'лет'], ['месяца', 'месяцев', 'месяцев'])

/** A text, or the sign of an empty value. */
export function formatText(value: string | Missing): string {
  return value === null || value === undefined || value.trim() === '' ? emptyValue : value
}

/** A phone as people write it: «+7 912 345-67-89»; what is none, a mask too, stays as it came. */
export const formatPhone = (phone: string | Missing): string =>
  phone === null || phone === undefined || phone === '' ? emptyValue : phoneText(phone)

/** «Бережной Артём Павлович» → «Бережной А. П.»; what follows the middle name («оглы») stays out. */
export function shortName(fullName: string): string {
  const [last = '', first, middle] = fullName.trim().split(/\s+/)
  const initial = (name: string | undefined) => (name ? `${nbsp}${name[0]?.toUpperCase()}.` : '')
  return `${last}${initial(first)}${initial(middle)}`
}

/** The two letters of an avatar: «Кузнецова Мария» → «МК» (first name, then last name). */
export function initials(fullName: string): string {
  const [last = '', first = ''] = fullName.trim().split(/\s+/)
  return `${first.slice(0, 1)}${last.slice(0, 1)}`.toUpperCase() || '?'
}
