import type { Vintage, VintageCell } from '@ipoteka-office/contract/underwriting/payments/vintages.ts'

/** Loans of a month of issue at the end of a month that is loaded. */
export interface VintageRow {
  readonly issuedMonth: string
  readonly loans: number
  readonly issued: string
  readonly month: string
  readonly loans30: number
  readonly balance30: string
  readonly share30: string
  readonly sumShare30: string
  readonly loans90: number
  readonly balance90: string
  readonly share90: string
  readonly sumShare90: string
}

const monthsInYear = 12
/** Months since the beginning of our era, so that months are told apart by a number. */
const numberOf = (month: string): number => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return year * monthsInYear + number - 1
}
const textOf = (number: number) =>
  `${Math.floor(number / monthsInYear)}-${String((number % monthsInYear) + 1).padStart(2, '0')}`

/** How many months from one to another: `'2025-11'`, `'2026-02'` → 3. */
export const monthsBetween = (from: string, to: string): number => numberOf(to) - numberOf(from)

/** Months between the first and the last of those loaded that are not loaded themselves. */
export function missingMonths(loaded: readonly string[]): string[] {
  const [first] = loaded
  const last = loaded.at(-1)
  if (first === undefined || last === undefined) return []
  const all = Array.from({ length: monthsBetween(first, last) + 1 }, (_, at) => textOf(numberOf(first) + at))
  return all.filter((month) => !loaded.includes(month))
}

const none = { loans: 0, balance: '0.00', share: '0.00', sumShare: '0.00' }
const unknown: VintageCell = { known: false, late30: none, late90: none }

const cellOf = (row: VintageRow): VintageCell => ({
  known: true,
  late30: { loans: row.loans30, balance: row.balance30, share: row.share30, sumShare: row.sumShare30 },
  late90: { loans: row.loans90, balance: row.balance90, share: row.share90, sumShare: row.sumShare90 },
})

/** Months of issue with every age up to the last month loaded; an age whose month no file has is not known. */
export function vintagesOf(rows: readonly VintageRow[], nameOf: (month: string) => string): Vintage[] {
  return [...Map.groupBy(rows, ({ issuedMonth }) => issuedMonth)].map(([month, cells]) => {
    const ages: VintageCell[] = []
    for (const row of cells) {
      const age = monthsBetween(month, row.month)
      while (ages.length < age) ages.push(unknown)
      ages.push(cellOf(row))
    }
    const [{ loans, issued } = { loans: 0, issued: '0' }] = cells
    return { month, name: nameOf(month), loans, issued, ages }
  })
}
