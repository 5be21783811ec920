import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { openDatabase } from '#db/database.ts'
import { distributeInBackground } from '#features/queue/distribution/distribution.service.ts'
import { systemClock } from '#lib/bank-time.ts'
import { answerMessages } from '../processes.ts'

/** A process that hands out what waits in the department «oic», as a worker of the product does. */
export interface DistributeMessage {
  readonly url: string
}
export interface Distributed {
  readonly seconds: number
}

answerMessages<DistributeMessage>(async ({ url }): Promise<Distributed> => {
  const { db, close } = openDatabase({ connectionString: url, poolSize: 4, queryTimeout: 0 })
  const begun = performance.now()
  const parameters = { figuresOn: async (day: string) => deliveredFigures(day) }
  const clock = systemClock('Europe/Moscow')
  await distributeInBackground({ clock, parameters })(db, 'oic')
  const seconds = (performance.now() - begun) / 1_000
  await close()
  return { seconds }
})
