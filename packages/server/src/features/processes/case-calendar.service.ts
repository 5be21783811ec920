import type { Db } from '#db/database.ts'
import { loadSpecialDays } from '#features/calendar/calendar.service.ts'
import { findZone } from './cases.repo.ts'
import type { Engine } from './engine.ts'
import { offsetOf, type WorkCalendar } from './working-clock.rules.ts'

/** The production calendar in the zone of a region; the bank's own zone where the region is not known. */
export async function calendarOf(engine: Engine, db: Db, regionCode: string | null): Promise<WorkCalendar> {
  const { clock } = engine
  const zone = regionCode === null ? null : await findZone(db, regionCode)
  const bankOffset = () =>
    clock.now().toTemporalInstant().toZonedDateTimeISO(clock.timeZone).offsetNanoseconds / 60_000_000_000
  return { offsetMinutes: offsetOf(zone) ?? bankOffset(), special: await loadSpecialDays(db) }
}
