import { openDatabase } from '#db/database.ts'
import { reassignmentWork } from '#features/partner-work/reassignment-run.service.ts'
import { findActor } from '#http/session/session.ts'
import { systemClock } from '#lib/bank-time.ts'

/** A worker process that begins a transfer of work and tells how far it is; the test kills it in the middle. */
const [, , connectionString = '', reassignmentId = ''] = process.argv
const { db } = openDatabase({ connectionString, queryTimeout: 0 })
const actor = await findActor(db, 1)
if (actor === null) throw new Error('The administrator is there')
await reassignmentWork(systemClock('Europe/Moscow'))({
  db,
  actor,
  input: { reassignmentId: Number(reassignmentId), back: false },
  signal: new AbortController().signal,
  progress: (done) => process.send?.(done),
})
process.send?.('ended')
