import type { Db } from '#db/database.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { addWorkingDays, fromDay, toDay } from '#features/calendar/dates.rules.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { insertAppeal } from './appeals.repo.ts'
import type { StoredEntry } from './stored-entry.ts'

/** An appeal that was agreed to be taken on. */
interface Registered {
  readonly receivedOn: string
  readonly applicant: string
  readonly claim: string
  readonly registeredBy: number
}

/** Gives an appeal its number and its last day, counted in working days of the calendar from its receipt. */
export async function registerAppeal(
  db: Db,
  bank: BankFigures,
  { id }: Pick<StoredEntry, 'id'>,
  { receivedOn, applicant, claim, registeredBy }: Registered,
): Promise<void> {
  const { 'blacklist-appeal-term': days } = await figuresToday(bank)
  const dueOn = fromDay(addWorkingDays(toDay(receivedOn), days, await loadCalendar(db)))
  await insertAppeal(db, {
    entryId: id,
    year: bankDay(bank.clock).slice(0, 4),
    receivedOn,
    dueOn,
    applicant,
    claim,
    registeredBy,
    at: bank.clock.now(),
  })
}
