import type { Db } from '#db/database.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { loadSpecialDays } from '#features/calendar/calendar.service.ts'
import { findZone } from './cases.repo.ts'
import type { Engine } from './engine.ts'
import { offsetOf, type WorkCalendar } from './working-clock.rules.ts'

/** How far the bank's own zone is from UTC now, in minutes. */
const bankOffset = (clock: BankClock): number =>
  clock.now().toTemporalInstant().toZonedDateTimeISO(clock.timeZone).offsetNanoseconds / 60_000_000_000

/** The production calendar in the zone of a region; the bank's own zone where the region is not known. */
export async function calendarOf(engine: Engine, db: Db, regionCode: string | null): Promise<WorkCalendar> {
  const zone = regionCode === null ? null : await findZone(db, regionCode)
  return { offsetMinutes: offsetOf(zone) ?? bankOffset(engine.clock), special: await loadSpecialDays(db) }
}
