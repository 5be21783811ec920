import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { ProcessRole } from '@ipoteka-office/contract/system/system.ts'
import type { Role } from '#config.ts'
import type { Db } from '#db/database.ts'
import type { ServiceAnswers } from '#integrations/service-answers.ts'
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
}

/** Says every few seconds that this process lives and what outside services answered it; stopping takes its row away. */
export async function startHeartbeat({
  db,
  answers,
  role,
  onError,
  everyMs = beatMs,
}: Heartbeat): Promise<{ readonly id: string; stop(): Promise<void> }> {
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
  const beat = async () => {
    await sayAlive(db, self)
    await writeAnswers(db, answers.take())
  }
  await beat()
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(beat).catch(onError)
  }, everyMs)
  return {
    id,
    async stop() {
      clearInterval(timer)
      await running
      await writeAnswers(db, answers.take())
      await forgetProcess(db, id)
    },
  }
}
