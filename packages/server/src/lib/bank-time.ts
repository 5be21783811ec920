import { dayText } from '@ipoteka-office/contract/common/day-text.ts'

/** The bank's clock: what time it is now and in which zone its working day runs. */
export interface BankClock {
  readonly timeZone: string
  now(): Date
}

let known = { minute: Number.NaN, timeZone: '', ofDay: 0 }

/** Minutes since midnight in the bank's zone. Asked with every request: the answer holds until the minute is over. */
export function minuteOfDay(at: Date, timeZone: string): number {
  const minute = Math.floor(at.getTime() / 60_000)
  if (known.minute !== minute || known.timeZone !== timeZone) {
    const time = at.toTemporalInstant().toZonedDateTimeISO(timeZone)
    known = { minute, timeZone, ofDay: time.hour * 60 + time.minute }
  }
  return known.ofDay
}

let knownDay = { minute: Number.NaN, timeZone: '', day: '' }

/** Today in the bank's zone as `YYYY-MM-DD`; cheap to ask with every request. */
export function bankDay(clock: BankClock): string {
  const { timeZone } = clock
  const at = clock.now()
  const minute = Math.floor(at.getTime() / 60_000)
  if (knownDay.minute !== minute || knownDay.timeZone !== timeZone) {
    const day = at.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate().toString()
    knownDay = { minute, timeZone, day }
  }
  return knownDay.day
}

/** The day `YYYY-MM-DD` so many days later; earlier for a negative number. */
export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/** The day of a moment in the bank's zone. */
export const dayOf = ({ timeZone }: Pick<BankClock, 'timeZone'>, instant: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** A moment in the bank's zone: «22.11.2026, 14:05»; what is no moment stays as it is. */
export function momentText({ timeZone }: Pick<BankClock, 'timeZone'>, value: unknown): string {
  const moment = new Date(String(value))
  if (Number.isNaN(moment.getTime())) return String(value)
  const at = moment.toTemporalInstant().toZonedDateTimeISO(timeZone)
  return `${dayText(at.toPlainDate().toString())}, ${at.toPlainTime().toString({ smallestUnit: 'minute' })}`
}

/** A day of the bank, and the last day that still counts as soon after it: what ends by then is warned of. */
export interface Horizon {
  readonly today: string
  readonly soon: string
}

/** The real clock. */
export const systemClock = (timeZone: string): BankClock => ({ timeZone, now: () => new Date() })

/** Whether the text names a time zone that dates can be told in. */
export function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('ru', { timeZone: text }))
  } catch {
    return false
  }
}
