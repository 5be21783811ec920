import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { findKeepers, findYearSources, insertReminder } from './calendar.repo.ts'

/** The government decides of the next year's days off in autumn. */
const firstMonth = 10

/** This year and, from autumn on, the next one, as far as nobody has said that their days are those of the decree. */
export async function provisionalYears(db: Db, clock: BankClock): Promise<number[]> {
  const [year = 0, month = 0] = bankDay(clock).split('-').map(Number)
  const official = new Set((await findYearSources(db)).flatMap((one) => (one.official ? [one.year] : [])))
  const needed = month < firstMonth ? [year] : [year, year + 1]
  return needed.filter((one) => !official.has(one))
}

/** From 1 October reminds those who keep the calendar, once a month, of a next year without its decree; answers of which year. */
export async function remindOfNextYear(db: Db, clock: BankClock): Promise<number | null> {
  const [year = 0, month = 0] = bankDay(clock).split('-').map(Number)
  const next = year + 1
  if (month < firstMonth) return null
  const isOfficial = (await findYearSources(db)).some((source) => source.year === next && source.official)
  if (isOfficial) return null
  return db.transaction().execute(async (tx) => {
    if (!(await insertReminder(tx, next, month))) return null
    const text = `Производственный календарь на ${next} год предварительный: загрузите дни из постановления о переносе выходных`
    for (const id of await findKeepers(tx))
      await notify(tx, id, { kind: 'warning', text, link: `/calendar?year=${next}` })
    return next
  })
}
