import { stretches, type WorkCalendar } from '#features/cases/engine/working-clock.rules.ts'
import type { Chance } from '../generator.ts'

const minute = 60_000
const msOfDay = 86_400_000
/** The worked moment so many worked minutes before another. */
export function workedBefore(to: Date, minutes: number, calendar: WorkCalendar): Date {
  let left = minutes * minute
  const end = to.getTime() + calendar.offsetMinutes * minute
  for (let day = Math.floor(end / msOfDay); ; day -= 1)
    for (const [opens, closes] of stretches(day, calendar).toReversed()) {
      const last = Math.min(end, day * msOfDay + closes * minute)
      const room = last - (day * msOfDay + opens * minute)
      if (room <= 0) continue
      if (room > left) return new Date(last - left - calendar.offsetMinutes * minute)
      left -= room
    }
}

/** A worked moment of some day before `now`: the nearer, the more cases there were. */
export function startBefore(chance: Chance, now: Date, days: number, calendar: WorkCalendar): Date {
  for (;;) {
    // Business has grown: of two numbers the smaller one.
    const ago = Math.min(chance.next(), chance.next()) * days
    const local = now.getTime() + calendar.offsetMinutes * minute - ago * msOfDay
    const day = Math.floor(local / msOfDay)
    const open = stretches(day, calendar)
    const [opens, closes] = open[chance.whole(0, 1)] ?? [0, 0]
    if (closes === 0) continue
    const at = day * msOfDay + chance.whole(opens, closes - 1) * minute - calendar.offsetMinutes * minute
    if (at < now.getTime() - 10 * minute) return new Date(at)
  }
}
