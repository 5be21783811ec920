import { expect, it } from 'vitest'
import { deadLetterQueue, queues } from './jobs/queues.ts'
import { allJobs, type JobParts } from './jobs.ts'

/** Whatever is asked of it, it answers itself: jobs are only listed here, none is done. */
const anything: object = new Proxy(() => anything, { get: () => anything })
const parts: Record<keyof JobParts, object> = {
  ...{ db: anything, gate: anything, clock: anything, parameters: anything, references: anything },
  ...{ engine: anything, findActor: anything, identity: anything, recogniser: anything, bureaus: anything },
  ...{ checks: anything, decisions: anything, sender: anything, log: anything, onError: anything },
  ...{
    tlsPlaces: anything,
    hasCopies: anything,
    reportBureaus: anything,
    reportKeys: anything,
    insurers: anything,
  },
}

it('every queue has one job, and every recurring one a schedule', () => {
  const jobs = allJobs(parts as unknown as JobParts)
  const names = Object.keys(queues).filter((name) => name !== deadLetterQueue)
  expect(jobs.map(({ queue }) => queue).toSorted()).toEqual(names.toSorted())
  const recurring = Object.entries(queues).flatMap(([name, options]) => ('policy' in options ? [name] : []))
  const scheduled = jobs.filter(({ schedule }) => schedule !== null).map(({ queue }) => queue)
  expect(scheduled.toSorted()).toEqual(recurring.toSorted())
})
