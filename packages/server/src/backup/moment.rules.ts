import { RestoreRefused } from './restore-refused.ts'

const shape = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/

/** A moment as people write it: with an offset, or by the bank's clock. */
export function readMoment(text: string, timeZone: string): Date {
  const [, day, time, offset] = shape.exec(text.trim()) ?? []
  try {
    if (day === undefined || time === undefined) throw new RangeError(text)
    const local = Temporal.PlainDateTime.from(`${day}T${time}`)
    const moment =
      offset === undefined
        ? local.toZonedDateTime(timeZone).toInstant()
        : Temporal.Instant.from(`${day}T${time}${offset}`)
    return new Date(moment.epochMilliseconds)
  } catch (cause) {
    throw new RestoreRefused(
      `Момент «${text}» не понят: нужно 2026-11-24 18:00:00 (часы банка) или 2026-11-24T18:00:00+03:00`,
      cause,
    )
  }
}
