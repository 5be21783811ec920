import type { Db } from '#db/database.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { loadSpecialDays } from '#features/calendar/calendar.service.ts'
import { findZones } from './cases.repo.ts'
import type { Engine } from './engine.ts'
import { offsetOf, type WorkCalendar } from './working-clock.rules.ts'

/** How far the bank's own zone is from UTC now, in minutes. */
const bankOffset = (clock: BankClock): number =>
  clock.now().toTemporalInstant().toZonedDateTimeISO(clock.timeZone).offsetNanoseconds / 60_000_000_000

/** The production calendar in the zone of each region; the bank's own zone where a region is not known. */
export async function calendarsOf(
  engine: Engine,
  db: Db,
  regionCodes: readonly (string | null)[],
): Promise<(regionCode: string | null) => WorkCalendar> {
  const codes = [...new Set(regionCodes.filter((code) => code !== null))]
  const zones = codes.length === 0 ? new Map<string, string>() : await findZones(db, codes)
  const special = await loadSpecialDays(db)
  const own = bankOffset(engine.clock)
  return (code) => ({ offsetMinutes: offsetOf(zones.get(code ?? '') ?? null) ?? own, special })
}

/** The same of one region. */
export const calendarOf = async (engine: Engine, db: Db, regionCode: string | null): Promise<WorkCalendar> =>
  (await calendarsOf(engine, db, [regionCode]))(regionCode)
