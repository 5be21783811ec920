import type { Config } from './config.ts'
import { type BankProfile, readBankProfile } from './db/bank-profile.ts'
import { openDatabase, type Db } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { aloneInDatabase } from './db/preparing.ts'
import { deliverAddresses } from './db/seed/addresses.ts'
import { deliverBasics } from './db/seed/delivery.ts'
import { installJobs } from './jobs/install.ts'
import { type Progress, timed } from './progress.ts'

/** Loading code and drawing hold everything up for seconds: a connection that is still opening is not given up. */
const patience = 60_000

/** A bank without made-up data never loads what makes it up. */
async function fillDemo(db: Db, config: Config, progress: Progress, onAlone: () => void): Promise<void> {
  const { fillDemoWhole } = await import('./db/seed/fill-demo-whole.ts')
  await fillDemoWhole(db, config, progress, onAlone)
}

async function prepareAlone(
  config: Config,
  connectionString: string,
  progress: Progress,
  onAlone: () => void,
): Promise<BankProfile | null> {
  await timed(progress, 'схема базы проверена', async () => {
    await migrate(connectionString, progress)
    await installJobs(connectionString)
  })
  const { db, close } = openDatabase({
    connectionString,
    poolSize: 3,
    queryTimeout: 0,
    connectTimeout: patience,
  })
  try {
    await deliverBasics(db)
    // Nothing of the demo bank stands on the addresses, which take long: they come when there is time for them.
    const alone = Promise.withResolvers<void>()
    const onDemoAlone = () => {
      alone.resolve()
      onAlone()
    }
    const filling = config.demoData ? fillDemo(db, config, progress, onDemoAlone) : Promise.resolve()
    await Promise.all([filling.then(alone.resolve), alone.promise.then(() => deliverAddresses(db))])
    return await readBankProfile(db)
  } finally {
    await close()
  }
}

/**
 * Brings the schema, what the product delivers and, where it is wanted, the demo bank: one process after the other, when
 * several start on one database. Answers which bank works in it. Calls `onAlone` when the database begins to work by itself for some seconds.
 */
export function prepareDatabase(
  config: Config,
  connectionString: string,
  progress: Progress,
  onAlone: () => void,
): Promise<BankProfile | null> {
  return aloneInDatabase(
    connectionString,
    () => prepareAlone(config, connectionString, progress, onAlone),
    () => progress('базу готовит другой процесс, ждём его'),
  )
}
