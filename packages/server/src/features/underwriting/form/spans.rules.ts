/** Whole months from a day to another. */
export function monthsBetween(since: string, today: string): number {
  const [from, to] = [since.slice(0, 7), today.slice(0, 7)].map((month) => {
    const [year = 0, number = 0] = month.split('-').map(Number)
    return year * 12 + number
  })
  const isShort = since.length === 10 && since.slice(8) > today.slice(8)
  return Math.max(0, (to ?? 0) - (from ?? 0) - (isShort ? 1 : 0))
}
