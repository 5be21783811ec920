import type { CaseClock } from '@ipoteka-office/contract/cases/cases.ts'
import { formatMoment, formatTime } from '#lib/dates.ts'
import type { Tone } from '#ui/tag.tsx'

const nbsp = '\u00a0'

/** Minutes as people say them: «25 мин», «1 ч 20 мин», «3 дн. 4 ч»; a day is of the calendar. */
export function minutesText(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  const days = Math.floor(whole / 1_440)
  const hours = Math.floor((whole % 1_440) / 60)
  const rest = whole % 60
  const parts = [
    days > 0 ? `${days}${nbsp}дн.` : '',
    hours > 0 ? `${hours}${nbsp}ч` : '',
    rest > 0 && days === 0 ? `${rest}${nbsp}мин` : '',
  ].filter(Boolean)
  return parts.length === 0 ? `0${nbsp}мин` : parts.join(nbsp)
}

/** «сегодня 16:00», «завтра 10:30», «24 нояб. 12:00». */
export function dueText(at: string, now: Date): string {
  const moment = formatMoment(at, now)
  const time = formatTime(at)
  if (moment === time) return `сегодня ${time}`
  return moment.includes(time) ? moment.replace(', ', ' ') : `${moment} ${time}`
}

const soonMs = 12 * 3_600_000

/** What the chip of the deadline says, and how loudly: amber from three quarters of the term, red when it is over. */
export function clockChip(clock: CaseClock, now: Date): { tone: Tone; text: string } | null {
  if (clock.state === 'NONE') return null
  if (clock.state === 'PAUSED') return { tone: 'blue', text: 'срок на паузе' }
  if (clock.dueAt === null) return null
  const left = Date.parse(clock.dueAt) - now.getTime()
  if (left < 0) return { tone: 'red', text: `просрочено на ${minutesText(-left / 60_000)}` }
  const tone = clock.share >= 0.75 ? 'amber' : 'green'
  // Beyond half a day the hours of the night would be counted in; a time of day says more.
  return {
    tone,
    text: left > soonMs ? `до: ${dueText(clock.dueAt, now)}` : `осталось ${minutesText(left / 60_000)}`,
  }
}
