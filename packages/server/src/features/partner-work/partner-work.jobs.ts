import type { Db } from '#db/database.ts'
import type { MessageSender } from '#integrations/messages/message-sender.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { sendMessages } from './messages.service.ts'
import { partnerCalendar } from './partner-daily.service.ts'

interface Parts {
  readonly db: Db
  readonly clock: BankClock
  readonly sender: MessageSender
}

/** Hands messages to partners over, reminds of what ends and ends temporary transfers of work. */
export function partnerWorkJobs({ db, clock, sender }: Parts): Job[] {
  const daily = partnerCalendar(clock)
  return [
    job('partner-message', sendMessages(db, sender), { concurrency: 2 }),
    job(
      'partner-calendar',
      turn(() => daily(db)),
      { schedule: '7 * * * *' },
    ),
  ]
}
