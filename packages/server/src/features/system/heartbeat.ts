import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { clockToleranceMs, type ProcessRole } from '@ipoteka-office/contract/system/system.ts'
import type { Role } from '#config.ts'
import type { Db } from '#db/database.ts'
import type { ServiceAnswers } from '#integrations/service-answers.ts'
import { askedGauges } from '#lib/metrics.ts'
import { productVersion } from '#lib/product-version.ts'
import { forgetProcess, sayAlive, writeAnswers } from './system.repo.ts'

const beatMs = 10_000

const roleCodes: Readonly<Record<Role, ProcessRole>> = { all: 'ALL', web: 'WEB', worker: 'WORKER' }

/** What a process needs to say that it lives. */
export interface Heartbeat {
  readonly db: Db
  readonly answers: ServiceAnswers
  readonly role: Role
  readonly onError: (error: unknown) => void
  readonly everyMs?: number
  readonly now?: () => Date
}

/** A process that says that it lives. */
export interface Beating {
  readonly id: string
  /** By how much the clock of this process was ahead of the database's at the last beat, ms. */
  offsetMs(): number
  /** Throws when the clock is so wrong that deadlines, days and tokens would be: whoever asks is better served elsewhere. */
  checkClock(): void
  stop(): Promise<void>
}

const measureClock = askedGauges(
  'clock',
  { ipoteka_clock_offset_seconds: { help: "How far the clock of the process is ahead of the database's" } },
  ({ offsetMs }: Pick<Beating, 'offsetMs'>) => [
    { gauge: 'ipoteka_clock_offset_seconds' as const, value: offsetMs() / 1_000 },
  ],
)

/** Says every few seconds that this process lives and what outside services answered it; stopping takes its row away. */
export async function startHeartbeat({
  db,
  answers,
  role,
  onError,
  everyMs = beatMs,
  now = () => new Date(),
}: Heartbeat): Promise<Beating> {
  const id = randomUUID()
  const self = {
    id,
    host: hostname(),
    pid: process.pid,
    role: roleCodes[role],
    version: productVersion(),
    node: process.versions.node,
    startedAt: new Date(Date.now() - process.uptime() * 1_000),
  }
  let ahead = 0
  const offsetMs = () => ahead
  const beat = async () => {
    ahead = await sayAlive(db, self, now())
    await writeAnswers(db, answers.take())
  }
  await beat()
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(beat).catch(onError)
  }, everyMs)
  const unmeasure = measureClock({ offsetMs })
  return {
    id,
    offsetMs,
    checkClock() {
      if (Math.abs(ahead) > clockToleranceMs)
        throw new Error(`the clock is ${Math.round(ahead / 1_000)} s ahead of the database's`)
    },
    async stop() {
      clearInterval(timer)
      unmeasure()
      await running
      await writeAnswers(db, answers.take())
      await forgetProcess(db, id)
    },
  }
}
