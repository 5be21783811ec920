import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, inZoneOf } from './config.ts'
import { asPortError, checkPort } from './embedded/free-port.ts'
import type { BankProfile } from './db/bank-profile.ts'
import { startDatabase } from './embedded/start-database.ts'
import { processLogger } from './http/logger.ts'
import { type Progress, timed } from './progress.ts'
import { repeatRisks } from './repeat-risks.ts'

/** A server that listens. */
export interface RunningServer {
  /** Nobody can sign in yet: the database has no bank, and the server waits for one. */
  readonly waitsForBank: boolean
  /** Stops taking requests, finishes those begun, then stops everything that was started, last what came first. */
  stop(): Promise<void>
}

type Closing = () => void | Promise<void>

/** What has been started so far, to be stopped in the opposite order, also when a later step fails. */
class Started {
  readonly #closings: Closing[] = []
  readonly #failed: (error: unknown) => void

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed
  }

  add(closing: Closing): void {
    this.#closings.push(closing)
  }

  async stop(): Promise<void> {
    for (let closing = this.#closings.pop(); closing; closing = this.#closings.pop()) {
      try {
        await closing()
      } catch (error) {
        this.#failed(error)
      }
    }
  }
}

/** By then a database that is to be made is being made by a process of its own. */
const launchMs = 150

/**
 * Starts everything in order: database, schema, demo bank, sign-in, background work, live updates, HTTP. Pages that are
 * still being built are waited for before anybody is let in.
 */
export async function startServer(
  config: Config,
  progress: Progress,
  pages?: Promise<void>,
): Promise<RunningServer> {
  const log = processLogger(config.logLevel)
  let stopping = false
  // While everything is being closed, connections that end are no news.
  const onError = (error: unknown) => (stopping ? log.debug(error) : log.error(error))
  const started = new Started(onError)
  // After the start nobody waits for what fails: whoever keeps the process running starts it again.
  const onFailure = (error: unknown) => {
    log.fatal({ err: error }, 'the server did not start after the bank was made')
    process.exit(1)
  }
  started.add(repeatRisks(config, log))
  try {
    await checkPort(config.port, config.host)
    const opening = timed(progress, 'база данных готова', () => startDatabase(config, progress))
    // Loading code takes seconds in which nothing else is done here: it waits until other processes have the work.
    const preparing = sleep(launchMs).then(() => import('./prepare-database.ts'))
    let serving: Promise<typeof import('./serve.ts')> | undefined
    const loadServing = () => {
      serving ??= import('./serve.ts')
      return serving
    }
    const database = await opening
    started.add(() => database.stop())
    const { connectionString } = database
    const bank = await (await preparing).prepareDatabase(
      config,
      connectionString,
      progress,
      () => void loadServing(),
    )
    if (pages) await timed(progress, 'страницы готовы', () => pages)
    const begin = async ({ timeZone }: BankProfile) => {
      const inZone = inZoneOf(config, timeZone)
      await (await loadServing()).serve({ config: inZone, connectionString, started, log, onError })
    }
    if (bank !== null) await begin(bank)
    else {
      const { waitForBank } = await import('./waiting-room.ts')
      const onBank = async (made: BankProfile) => {
        if (stopping) return
        await begin(made)
        progress(`банк «${made.shortName}» создан, система работает: ${config.publicUrl}`)
      }
      const room = await waitForBank({ config, connectionString, log, onBank, onFailure })
      started.add(room.leave)
    }
    return {
      waitsForBank: bank === null,
      stop: () => {
        stopping = true
        database.markStopping()
        return started.stop()
      },
    }
  } catch (error) {
    await started.stop()
    throw asPortError(error, config.port)
  }
}
