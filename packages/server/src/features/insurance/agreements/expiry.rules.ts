/** Warned so many days before the end; a day that was missed is made up for until the next warning is due. */
export const warningDays = [
  { from: 31, to: 60 },
  { from: 8, to: 30 },
  { from: 0, to: 7 },
] as const

/** The first day of the month after: interest periods of the bank's loans begin with the months. */
export const nextPeriod = (day: string): string =>
  Temporal.PlainDate.from(day).with({ day: 1 }).add({ months: 1 }).toString()

/**
 * Points by which the rate rises without the insurance: as the version that priced the case says; of a case that none did, as
 * the bank's parameter does. Null: it does not rise.
 */
export function surchargeOf(
  { isPriced, ofVersion }: { readonly isPriced: boolean; readonly ofVersion: string | null },
  ofBank: string,
): string | null {
  const points = isPriced ? ofVersion : ofBank
  return points !== null && /[1-9]/.test(points) ? points : null
}
