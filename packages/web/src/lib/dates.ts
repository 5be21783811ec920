import { emptyValue } from './format.ts'

/** The bank's clock: lists and shifts are read in it wherever the person sits. Until sign-in there is no time to show. */
let bankTimeZone = 'Europe/Moscow'

/** Sets the zone of the bank that answered the sign-in. */
export function setBankTimeZone(timeZone: string): void {
  bankTimeZone = timeZone
  formatter = undefined
}

type Moment = string | Date | null | undefined
const months = [
  'янв.',
  'февр.',
  'марта',
  'апр.',
  'мая',
  'июня',
  'июля',
  'авг.',
  'сент.',
  'окт.',
  'нояб.',
  'дек.',
]

interface Clock {
  year: number
  month: number
  day: number
  time: string
}

const two = (value: number) => String(value).padStart(2, '0')

// Made when it is first needed: it takes 30 ms of a page that has better things to do.
let formatter: Intl.DateTimeFormat | undefined

function clockOfFormatter(moment: Date): Clock {
  formatter ??= new Intl.DateTimeFormat('ru', {
    timeZone: bankTimeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const found = Object.fromEntries(formatter.formatToParts(moment).map((part) => [part.type, part.value]))
  return {
    year: Number(found.year),
    month: Number(found.month),
    day: Number(found.day),
    time: `${found.hour}:${found.minute}`,
  }
}

/** The bank's clock at a moment: by Temporal, or by a formatter in browsers that do not have it yet. */
function clockOf(moment: Date): Clock {
  if (typeof Temporal === 'undefined') return clockOfFormatter(moment)
  const { year, month, day, hour, minute } = Temporal.Instant.fromEpochMilliseconds(
    moment.getTime(),
  ).toZonedDateTimeISO(bankTimeZone)
  return { year, month, day, time: `${two(hour)}:${two(minute)}` }
}

function read(moment: Moment): Date | null {
  if (moment === null || moment === undefined || moment === '') return null
  const date = typeof moment === 'string' ? new Date(moment) : moment
  return Number.isNaN(date.getTime()) ? null : date
}

const dayNumber = ({ year, month, day }: Clock) => Date.UTC(year, month - 1, day) / 86_400_000

/** A date: «20.11.2026». A plain date (`2026-11-20`) has no zone and is never shifted. */
export function formatDate(moment: Moment): string {
  const plain = typeof moment === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(moment) : null
  if (plain) return `${plain[3]}.${plain[2]}.${plain[1]}`
  const date = read(moment)
  if (!date) return emptyValue
  const { year, month, day } = clockOf(date)
  return `${two(day)}.${two(month)}.${year}`
}

/** The bank's calendar day of a moment: `2026-11-20`. */
export function bankDay(moment: Date): string {
  const { year, month, day } = clockOf(moment)
  return `${year}-${two(month)}-${two(day)}`
}

const wallTime = ({ year, month, day, time }: Clock) =>
  Date.parse(`${year}-${two(month)}-${two(day)}T${time}:00Z`)

/** A day and a time of the bank's clock as a moment; null while they are not whole. */
export function bankMoment(day: string, time: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time)) return null
  const wanted = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(wanted)) return null
  let at = wanted
  // The second look is for zones whose clock is moved between the guess and the moment itself.
  for (let look = 0; look < 2; look += 1) at += wanted - wallTime(clockOf(new Date(at)))
  return new Date(at).toISOString()
}

/** A time of day: «14:02». */
export function formatTime(moment: Moment): string {
  const date = read(moment)
  return date ? clockOf(date).time : emptyValue
}

/** A date with its time: «20.11.2026, 14:02». */
export function formatDateTime(moment: Moment): string {
  const date = read(moment)
  return date ? `${formatDate(date)}, ${clockOf(date).time}` : emptyValue
}

/** A moment to the second: «22.11.2026, 17:17:31». */
export function formatExact(moment: Moment): string {
  const date = read(moment)
  return date ? `${formatDateTime(date)}:${two(date.getUTCSeconds())}` : emptyValue
}

/** A moment as people say it: «14:02» today, «вчера, 05:41», «12 нояб.» this year, «12.11.2025» before. */
export function formatMoment(moment: Moment, now: Date): string {
  const date = read(moment)
  if (!date) return emptyValue
  const clock = clockOf(date)
  const today = clockOf(now)
  const daysAgo = dayNumber(today) - dayNumber(clock)
  if (daysAgo === 0) return clock.time
  if (daysAgo === 1) return `вчера, ${clock.time}`
  if (daysAgo === -1) return `завтра, ${clock.time}`
  return clock.year === today.year ? `${clock.day} ${months[clock.month - 1]}` : formatDate(date)
}
