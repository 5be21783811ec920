/** How two birth dates agree: `NEAR` is one wrong digit, or the day and the month in each other's place. */
export type DateAgreement = 'EQUAL' | 'NEAR' | 'UNKNOWN' | 'DIFFERENT'

const isDay = (date: string): boolean => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** `1980-05-04` for `1980-04-05`; the same day where there is no such month. */
function swapped(date: string): string {
  const [year, month, day] = date.split('-')
  const other = `${year}-${day}-${month}`
  return isDay(other) ? other : date
}

const differing = (one: string, other: string): number =>
  Array.from(one).filter((sign, at) => sign !== other[at]).length

export function dateAgreement(one: string | null, other: string | null): DateAgreement {
  if (one === null || other === null) return 'UNKNOWN'
  if (one === other) return 'EQUAL'
  return differing(one, other) === 1 || swapped(one) === other ? 'NEAR' : 'DIFFERENT'
}

/** Years in which somebody who asks for a loan may be born, with room for a wrong digit. */
const years = { from: '1900', to: '2029' }

/** Every day that agrees with the date but for one digit, or with the day and the month swapped; some forty. */
export function nearDates(date: string): string[] {
  const found = new Set([swapped(date)])
  for (const [at, sign] of Array.from(date).entries()) {
    if (sign === '-') continue
    for (const digit of '0123456789') {
      const other = date.slice(0, at) + digit + date.slice(at + 1)
      if (other.slice(0, 4) >= years.from && other.slice(0, 4) <= years.to && isDay(other)) found.add(other)
    }
  }
  found.delete(date)
  return [...found]
}
