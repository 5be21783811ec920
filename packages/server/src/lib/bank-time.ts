/** The bank's clock: what time it is now and in which zone its working day runs. */
export interface BankClock {
  readonly timeZone: string
  now(): Date
}

/** Minutes since midnight in the bank's zone. */
export function minuteOfDay(at: Date, timeZone: string): number {
  const { hour, minute } = at.toTemporalInstant().toZonedDateTimeISO(timeZone)
  return hour * 60 + minute
}

/** The real clock. */
export const systemClock = (timeZone: string): BankClock => ({ timeZone, now: () => new Date() })
