import type { Db } from '#db/database.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { tellPartner } from './partner-events.service.ts'
import { findEndingAccreditations } from './partner-notifications.repo.ts'
import { returnDueTransfers } from './reassignment-return.service.ts'

/** Days before the end on which a partner is reminded; a day that was missed is made up for. */
const reminderDays = [30, 14, 7, 1]

/** The reminder that is due with so many days left. */
const reminderOf = (left: number): number => Math.min(...reminderDays.filter((days) => left <= days))

/** Reminds of accreditations that end soon, once for each of the reminder days. */
export async function remindOfAccreditations(db: Db, clock: BankClock): Promise<void> {
  const ending = await findEndingAccreditations(db, bankDay(clock), Math.max(...reminderDays))
  for (const { id, partnerId, roleName, dateTo, left } of ending) {
    const day = dateTo.split('-').reverse().join('.')
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
  (clock: BankClock) =>
  async (db: Db): Promise<void> => {
    await remindOfAccreditations(db, clock)
    await returnDueTransfers(db, clock)
  }
