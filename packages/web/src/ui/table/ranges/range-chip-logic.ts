import { lowered } from '#lib/words.ts'
import { formatDate } from '#lib/dates.ts'
import { formatMoney, formatPercent } from '#lib/format.ts'

/** What a range is of. */
export type RangeKind = 'day' | 'money' | 'percent' | 'count' | 'time'

const shown: Record<RangeKind, (value: string) => string> = {
  day: formatDate,
  money: formatMoney,
  percent: (value) => formatPercent(value, 3),
  count: (value) => value,
  time: (value) => value,
}
const checks: Record<RangeKind, (value: string) => boolean> = {
  day: (value) => /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(value) && isRealDay(value),
  money: (value) => /^\d{1,13}(\.\d{1,2})?$/.test(value),
  percent: (value) => /^\d{1,3}(\.\d{1,3})?$/.test(value),
  count: (value) => /^\d{1,6}$/.test(value),
  time: (value) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value),
}

const isRealDay = (text: string) => {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** What the ends are called, and what is said of one that is not right. */
export const rangeWords: Record<RangeKind, { from: string; to: string; wrong: string }> = {
  day: { from: 'С', to: 'По', wrong: 'Введите дату целиком: ДД.ММ.ГГГГ' },
  money: { from: 'От', to: 'До', wrong: 'Введите сумму не больше 13 знаков' },
  percent: { from: 'От', to: 'До', wrong: 'Введите проценты: не больше трёх знаков после запятой' },
  count: { from: 'От', to: 'До', wrong: 'Введите целое число' },
  time: { from: 'С', to: 'По', wrong: 'Введите время целиком: ЧЧ:ММ' },
}

/** Whether the text is a whole day `2026-11-20`, a sum, percents, a whole number, or a time `09:00`. */
export const isRangeEnd = (kind: RangeKind, text: string): boolean => checks[kind](text)

/** «с 01.11.2026 по 20.11.2026», «от 5 000 000,00 ₽»; null when neither end is given. */
export function rangeText(kind: RangeKind, from: string, to: string): string | null {
  const [before, after] = [rangeWords[kind].from, rangeWords[kind].to].map(lowered)
  const parts = [
    ...(from === '' ? [] : [`${before} ${shown[kind](from)}`]),
    ...(to === '' ? [] : [`${after} ${shown[kind](to)}`]),
  ]
  return parts.length === 0 ? null : parts.join(' ')
}

/** Why the ends are no range; null when they are one. Either may be open. */
export function rangeIssue(kind: RangeKind, from: string, to: string): string | null {
  if ([from, to].some((end) => end !== '' && !isRangeEnd(kind, end))) return rangeWords[kind].wrong
  // Work may last through midnight.
  if (from === '' || to === '' || kind === 'time') return null
  const isTurned = kind === 'day' ? from > to : Number(from) > Number(to)
  return isTurned ? 'Начало больше конца: поменяйте местами' : null
}
