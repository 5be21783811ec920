import type { Db } from '#db/database.ts'
import type { FileGate } from '#files/receive.ts'
import type { Actor } from '#lib/actor.ts'
import { sealHistory } from './features/history/seals.service.ts'
import { checkStore } from './features/housekeeping/store-check.service.ts'
import { sweep } from './features/housekeeping/sweep.service.ts'
import {
  createTaskRunner,
  failAbandonedTasks,
  type TaskWork,
} from './features/notifications/run-task.service.ts'
import { expireOldRequests } from './features/change-requests/change-requests.service.ts'
import { tidyUploads } from './features/uploads/uploads.service.ts'
import { enqueue } from './jobs/enqueue.ts'
import type { JobHandler, Jobs } from './jobs/jobs.ts'

/** What background work needs. */
export interface WorkerOptions {
  readonly jobs: Jobs
  /** A database without query timeouts: exports and seals take their time. */
  readonly db: Db
  readonly gate: FileGate
  /** The person with their present rights; null when they may no longer sign in. */
  readonly findActor: (db: Db, employeeId: number) => Promise<Actor | null>
  readonly onError: (error: unknown) => void
  /** Assigns waiting applications of a department. */
  readonly distribute: (db: Db, type: string) => Promise<void>
  /** Looks whose shift starts with this minute and enqueues `distribute` for their departments. */
  readonly shiftTick: (db: Db) => Promise<void>
  /** Hands one e-mail or SMS over. */
  readonly sendPartnerMessage: JobHandler<{ messageId: number }>
  /** Reminds partners of what ends soon and ends temporary transfers of work. */
  readonly partnerCalendar: (db: Db) => Promise<void>
  /** Makes, links, opens or closes an employee's account. */
  readonly identity: JobHandler<{ employeeId: number }>
  /** Begins and ends absences. */
  readonly absenceTick: (db: Db) => Promise<unknown>
  /** Moves cases whose time has come. */
  readonly caseTimers: (db: Db) => Promise<unknown>
  /** Warns of documents of employees that end soon. */
  readonly expiryWarnings: (db: Db) => Promise<unknown>
  /** Looks through an uploaded file. */
  readonly uploadCheck: JobHandler<{ item: number }>
  /** Reads the scans of an application that nobody has read yet. */
  readonly paperReading: JobHandler<{ ownerType: string; ownerId: number }>
  /** Asks the bureaus of credit histories about a self-ban. */
  readonly selfBanCheck: JobHandler<{ checkId: number }>
  /** Reminds of a next year that has no decree of its days off yet. */
  readonly calendarReminder: (db: Db) => Promise<unknown>
  /** Warns of accreditations of partners that end soon. */
  readonly accreditationWarnings: (db: Db) => Promise<unknown>
  /** Asks the decision engine about a short application. */
  readonly preDecision: JobHandler<{ preDecisionId: number }>
  /** Asks about the people of a full application. */
  readonly autoChecks: JobHandler<{ caseId: number }>
  /** Reminds of a call to a lead's client. */
  readonly leadContact: (db: Db, data: { leadId: number; at: string }) => Promise<void>
  /** Background works by the name that `startTask` gives. */
  readonly works: Readonly<Record<string, TaskWork>>
}

/** The list of everything that runs in the background, and when: the workers' table of contents. */
export async function startWorkers(options: WorkerOptions): Promise<void> {
  const { jobs, db, gate, findActor, works, onError } = options
  const { files } = gate
  await jobs.registerWorker<{ type: string }>('distribute', ({ type }) => options.distribute(db, type), {
    collapse: 100,
  })
  await jobs.registerWorker('task', createTaskRunner({ db, files, findActor, works, onError }), {
    concurrency: 2,
  })
  await jobs.registerWorker('partner-message', options.sendPartnerMessage, { concurrency: 2 })
  await jobs.registerWorker('partner-calendar', () => options.partnerCalendar(db))
  await jobs.registerWorker('shift-tick', () => options.shiftTick(db))
  await jobs.registerWorker('upload-check', options.uploadCheck, { concurrency: 2, collapse: 4 })
  await jobs.registerWorker('paper-reading', options.paperReading, { collapse: 20 })
  await jobs.registerWorker('self-ban-check', options.selfBanCheck, { concurrency: 4 })
  await jobs.registerWorker('identity', options.identity)
  await jobs.registerWorker('pre-decision', options.preDecision, { concurrency: 4 })
  await jobs.registerWorker('auto-checks', options.autoChecks, { concurrency: 4 })
  await jobs.registerWorker<{ leadId: number; at: string }>('lead-contact', (data) =>
    options.leadContact(db, data),
  )
  await jobs.registerWorker('absence-tick', async () => {
    await options.absenceTick(db)
  })
  await jobs.registerWorker('case-timers', async () => {
    await options.caseTimers(db)
  })
  await jobs.registerWorker('expiry-warnings', async () => {
    await options.expiryWarnings(db)
  })
  await jobs.registerWorker('accreditation-warnings', async () => {
    await options.accreditationWarnings(db)
  })
  await jobs.registerWorker('calendar-reminder', async () => {
    await options.calendarReminder(db)
  })
  await jobs.registerWorker('history-seal', async () => {
    await sealHistory(db)
  })
  await jobs.registerWorker('role-requests', async () => {
    await expireOldRequests(db)
  })
  await jobs.registerWorker('sweep', async () => {
    await failAbandonedTasks(db)
    await sweep(db, gate)
    await tidyUploads(db, files)
  })
  await jobs.registerWorker('file-check', async () => {
    const { missing } = await checkStore(db, files)
    if (missing > 0) onError(new Error(`The file store lacks ${missing} files that rows tell of`))
  })
  await jobs.schedule('shift-tick', '* * * * *')
  // The bank's midnight is one of these; the others make up for a server that was down then.
  await jobs.schedule('absence-tick', '*/15 * * * *')
  await enqueue(db, 'absence-tick', {})
  await jobs.schedule('case-timers', '* * * * *')
  await jobs.schedule('expiry-warnings', '20 * * * *')
  await jobs.schedule('accreditation-warnings', '25 * * * *')
  await jobs.schedule('calendar-reminder', '30 * * * *')
  await jobs.schedule('history-seal', '*/5 * * * *')
  await jobs.schedule('role-requests', '7 * * * *')
  await jobs.schedule('sweep', '*/10 * * * *')
  await jobs.schedule('file-check', '40 * * * *')
  await jobs.schedule('partner-calendar', '7 * * * *')
}
