/** «2026-03» some months before or after. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const index = year * 12 + number - 1 + by
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** The last full months before the day that are not among the given ones, the oldest first. */
export function lastMonths(today: string, count: number, given: readonly unknown[]): string[] {
  const known = new Set(given)
  return Array.from({ length: count }, (_, at) => shiftMonth(today.slice(0, 7), at - count)).filter(
    (month) => !known.has(month),
  )
}
