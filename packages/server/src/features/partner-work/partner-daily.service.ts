import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { Db } from '#db/database.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { tellPartner } from './partner-events.service.ts'
import { findEndingAccreditations } from './partner-notifications.repo.ts'
import { returnDueTransfers } from './reassignment-return.service.ts'

/** The last reminder is of the day before the end. */
const lastDay = 1

/** Days before the end on which a partner is reminded: those of the bank's own warnings, and the day before. */
async function reminderDays(bank: BankFigures): Promise<number[]> {
  const figures = await figuresToday(bank)
  return [figures['accreditation-warning'], figures['accreditation-last-warning'], lastDay]
}

/** Reminds of accreditations that end soon, once for each of the reminder days; a day that was missed is made up for. */
export async function remindOfAccreditations(db: Db, bank: BankFigures): Promise<void> {
  const days = await reminderDays(bank)
  const reminderOf = (left: number) => Math.min(...days.filter((one) => left <= one))
  const ending = await findEndingAccreditations(db, bankDay(bank.clock), Math.max(...days))
  for (const { id, partnerId, roleName, dateTo, left } of ending) {
    const day = dayText(dateTo)
    await db.transaction().execute((tx) =>
      tellPartner(tx, partnerId, {
        event: 'ACCREDITATION_EXPIRING',
        text: `Аккредитация «${roleName}» действует до ${day}`,
        link: `/partner/${partnerId}`,
        key: `accreditation:${id}:${dateTo}:${reminderOf(left)}`,
      }),
    )
  }
}

/** Work of every hour: what the calendar brings to partners. May run any number of times a day. */
export const partnerCalendar =
  (bank: BankFigures) =>
  async (db: Db): Promise<void> => {
    await remindOfAccreditations(db, bank)
    await returnDueTransfers(db, bank.clock)
  }
