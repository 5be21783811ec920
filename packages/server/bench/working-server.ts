import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { openDatabase } from '#db/database.ts'
import { batchWork, batchWorkName } from '#features/calculator/calculations/batch.service.ts'
import { CatalogueReader } from '#features/products/pricing/catalogue-reader.ts'
import { batchPricer } from '#features/products/pricing/loans/batch-by-product.service.ts'
import { createTaskRunner } from '#features/notifications/run-task.service.ts'
import {
  applyWork,
  applyWorkName,
  checkWork,
  checkWorkName,
} from '#features/references/reference-import-works.service.ts'
import { ParameterReader } from '#features/parameters/parameter-reader.service.ts'
import { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { DiskStore } from '#files/disk-store.ts'
import { openFileGate } from '#files/open-gate.ts'
import { findActor, openSession } from '#http/session/session.ts'
import { systemClock } from '#lib/bank-time.ts'
import { allRoutes } from '#routes.ts'
import { claimsOf, signToken, testKeys } from '#testing/test-tokens.ts'
import { answerMessages } from './processes.ts'

export type WorkingServerMessage =
  | { readonly kind: 'start'; readonly url: string; readonly port: number }
  | { readonly kind: 'run'; readonly taskId: number }
export interface WorkingServerStarted {
  readonly token: string
}
export interface TaskRan {
  readonly seconds: number
}

type Runner = ReturnType<typeof createTaskRunner>
let runner: Runner | undefined

/** The server as it is in the product: reads and background works share one process. */
async function start(url: string, port: number): Promise<WorkingServerStarted> {
  const config = loadConfig({
    NODE_ENV: 'development',
    LOG_LEVEL: 'info',
    PORT: String(port),
    DATABASE_URL: url,
    WRITES_PER_MINUTE: '10000000',
  })
  const onError = (error: unknown) => console.error(error)
  const { db, pool } = openDatabase({ connectionString: url, poolSize: config.databasePoolSize, onError })
  const slow = openDatabase({ connectionString: url, poolSize: 4, queryTimeout: 0, onError })
  const session = await openSession({ config, db, connectionString: url, keys: testKeys, onError })
  const clock = systemClock(config.bankTimeZone)
  const references = new ReferenceReader({ db, connectionString: url, clock, onError })
  await references.start()
  const parameters = new ParameterReader({ db, connectionString: url, onError })
  await parameters.start()
  const files = new DiskStore(mkdtempSync(join(tmpdir(), 'ipoteka-bench-files-')))
  const gate = openFileGate(config, files, onError)
  const routes = allRoutes({
    identity: null,
    files,
    gate,
    clock,
    references,
    parameters,
    linkUrl: config.qr.linkUrl,
  })
  const works = {
    [checkWorkName]: checkWork(files),
    [applyWorkName]: applyWork(references),
    [batchWorkName]: batchWork(
      files,
      batchPricer({ clock, parameters, references, catalogues: new CatalogueReader() }),
    ),
  }
  runner = createTaskRunner({ db: slow.db, files, findActor, works, onError })
  const app = await buildApp({ config, db, pool, session, routes, parameters })
  await app.listen({ port, host: '127.0.0.1' })
  const exp = Math.floor(Date.now() / 1_000) + 7_200
  return { token: await signToken({ ...claimsOf(config.identity, 'admin'), exp }) }
}

async function run(taskId: number): Promise<TaskRan> {
  const begun = performance.now()
  const { signal } = new AbortController()
  await runner?.({ taskId }, { id: 'bench', attempt: 1, isLastAttempt: true, signal })
  return { seconds: (performance.now() - begun) / 1_000 }
}

answerMessages<WorkingServerMessage>(async (message) =>
  message.kind === 'start' ? start(message.url, message.port) : run(message.taskId),
)
