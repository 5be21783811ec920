import { openDatabase } from '#db/database.ts'
import { startJobs } from '#jobs/jobs.ts'

/** A worker process that takes one job and never finishes it; the test kills it. */
const connectionString = process.argv[2] ?? ''
const { db } = openDatabase({ connectionString })
const jobs = await startJobs({ db, connectionString, timeZone: 'Europe/Moscow', onError: () => undefined })
await jobs.registerWorker('distribute', async () => {
  process.send?.('taken')
  await new Promise((resolve) => setTimeout(resolve, 600_000))
})
