import type { PastDue } from '@ipoteka-office/contract/underwriting/payments/vintage-filter.ts'
import type { VintageFilter } from '@ipoteka-office/contract/underwriting/payments/vintages.ts'

/** Which loans of a month of issue a number counts. */
export interface CountedLoans {
  readonly issuedMonth: string
  readonly monthsOnBook?: number
  readonly pastDue?: PastDue
}

/** The journal with exactly the applications that a number of the vintages counts. */
export function loansHref(
  { types, programmes, partnerIds, regions }: VintageFilter,
  { issuedMonth, monthsOnBook, pastDue }: CountedLoans,
): string {
  const search = new URLSearchParams({ issuedMonth })
  for (const [name, values] of Object.entries({ types, programmes, partnerIds, regions }))
    if (values.length > 0) search.set(name, values.join(','))
  if (monthsOnBook !== undefined) search.set('monthsOnBook', String(monthsOnBook))
  if (pastDue !== undefined) search.set('pastDue', pastDue)
  return `/underwriting-all?${search}`
}
