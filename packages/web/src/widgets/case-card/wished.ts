const wishes = ['programme', 'productType', 'goal', 'regionCode', 'amount', 'termMonths'] as const

/** What an address begins a new application with: an offer that was found in the catalogue. */
export type Wished = Readonly<Partial<Record<(typeof wishes)[number], string>>>

/** Numbers of an address stand for the same texts. */
export function wishedOf(search: Record<string, unknown>): Wished {
  return Object.fromEntries(
    wishes.flatMap((name) => {
      const value = search[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
    }),
  )
}
