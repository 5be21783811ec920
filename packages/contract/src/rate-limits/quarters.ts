import { z } from 'zod'

/** A quarter by its first day: `'2026-10-01'`. */
export const Quarter = z
  .string()
  .regex(/^(19|20|21)\d\d-(01|04|07|10)-01$/, 'Укажите квартал по его первому дню: 2026-10-01')
export type Quarter = z.output<typeof Quarter>

const romans = ['I', 'II', 'III', 'IV'] as const
const monthsIn = 3

/** The quarter of a day. */
export function quarterOf(day: string): Quarter {
  const month = Number(day.slice(5, 7))
  const first = month - ((month - 1) % monthsIn)
  return `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`
}

/** The quarter so many quarters later; earlier where the number is negative. */
export function quarterAfter(quarter: Quarter, count = 1): Quarter {
  const months = Number(quarter.slice(0, 4)) * 12 + Number(quarter.slice(5, 7)) - 1 + count * monthsIn
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

/** «IV квартал 2026 г.». */
export const quarterText = (quarter: Quarter): string =>
  `${romans[Math.floor((Number(quarter.slice(5, 7)) - 1) / monthsIn)] ?? ''} квартал ${quarter.slice(0, 4)} г.`

/** The quarter that a person writes: «IV квартал 2026», «4 кв. 2026», «2026-10-01», «01.10.2026»; null: none. */
export function readQuarter(typed: string): Quarter | null {
  const text = typed.trim().toUpperCase()
  const [, , month = '', year = ''] = /^(01)\.(\d\d)\.(\d{4})$/.exec(text) ?? []
  const iso = year === '' ? text : `${year}-${month}-01`
  if (Quarter.safeParse(iso).success) return iso
  const [, number = '', of] =
    /^(I{1,3}|IV|[1-4])[\s-]*(?:КВ\.?|КВАРТАЛ)[\s,]*(\d{4})(?:\s*Г\.?)?$/.exec(text) ?? []
  if (of === undefined) return null
  const place = /^\d$/.test(number) ? Number(number) - 1 : romans.indexOf(number as (typeof romans)[number])
  const found = `${of}-${String(place * monthsIn + 1).padStart(2, '0')}-01`
  return Quarter.safeParse(found).success ? found : null
}
