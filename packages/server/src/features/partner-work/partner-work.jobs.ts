import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { MessageSender } from '#integrations/messages/message-sender.ts'
import { type Job, job, turn } from '#jobs/job.ts'
import { sendMessages } from './messages.service.ts'
import { partnerCalendar } from './partner-daily.service.ts'

interface Parts extends BankFigures {
  readonly db: Db
  readonly sender: MessageSender
}

/** Hands messages to partners over, reminds of what ends and ends temporary transfers of work. */
export function partnerWorkJobs({ db, sender, ...bank }: Parts): Job[] {
  const daily = partnerCalendar(bank)
  return [
    job('partner-message', sendMessages(db, sender), { concurrency: 2 }),
    job(
      'partner-calendar',
      turn(() => daily(db)),
      { schedule: '7 * * * *' },
    ),
  ]
}
