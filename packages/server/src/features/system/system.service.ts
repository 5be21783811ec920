import {
  type Expiration,
  mostDeadJobs,
  type ServiceMode,
  type SystemReplica,
  type SystemService,
  type SystemState,
} from '@ipoteka-office/contract/system/system.ts'
import type { Db } from '#db/database.ts'
import { backupState } from '#features/backups/backup-runs.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import type { Context } from '#http/route.ts'
import { countOpenSessions } from '#http/session/user-sessions.repo.ts'
import { serviceNames, type ServiceCode } from '#integrations/connected.ts'
import { failureWords } from '#integrations/failure-words.rules.ts'
import { wakeWorkers } from '#jobs/jobs.repo.ts'
import { queueTitle } from '#jobs/queue-titles.ts'
import { certificatesOf } from './certificates.service.ts'
import { aboutWords } from './dead-job.rules.ts'
import {
  type AnswerRow,
  countQueues,
  findAnswers,
  findDeadJobs,
  findProcesses,
  findRetries,
  redriveDead,
} from './system.repo.ts'

/** Four beats of a process that did not come. */
const silentSeconds = 45
const retriesShown = 20

/** How each service is connected in this process; the settings are the same for all of them. */
export type Modes = Readonly<Record<ServiceCode, ServiceMode>>

function serviceOf(code: ServiceCode, mode: ServiceMode, answer: AnswerRow | undefined) {
  // What answered before the stand-in took its place says nothing of now.
  const last = mode === 'REAL' ? answer : undefined
  return {
    code,
    name: serviceNames[code],
    mode,
    succeededAt: last?.succeededAt ?? null,
    failedAt: last?.failedAt ?? null,
    failure: last?.failure ?? null,
  }
}

/** Every outside service with its last answers. */
export async function servicesOf(db: Db, modes: Modes): Promise<SystemService[]> {
  const answers = new Map((await findAnswers(db)).map((row) => [row.service, row]))
  return (Object.keys(serviceNames) as ServiceCode[]).map((code) =>
    serviceOf(code, modes[code], answers.get(code)),
  )
}

/** The bank's licence has no end; what matters is that the product knows it. */
async function licenceOf(bank: BankFigures): Promise<Expiration> {
  const number = (await figuresToday(bank))['bank-license']
  const isKnown = number !== ''
  return {
    kind: 'LICENCE',
    name: 'Лицензия Банка России',
    place: isKnown ? number : null,
    state: isKnown ? 'GOOD' : 'DOUBTFUL',
    endsAt: null,
    daysLeft: null,
    failure: isKnown ? null : 'не указана в параметрах',
    checkedAt: null,
  }
}

/** Everything that administrators look at, as it is now. */
export async function systemState(
  db: Db,
  bank: BankFigures,
  modes: Modes,
  replicas: readonly SystemReplica[] = [],
): Promise<SystemState> {
  const processes = await findProcesses(db, silentSeconds)
  const queues = await countQueues(db)
  const dead = await findDeadJobs(db, mostDeadJobs)
  const busy = queues.filter(({ waiting, later, active }) => waiting + later + active > 0)
  return {
    processes: processes.map(({ silent, ...row }) => ({ ...row, state: silent ? 'SILENT' : 'ALIVE' })),
    queues: busy.map((row) => ({ ...row, title: queueTitle(row.queue) })),
    emptyQueues: queues.length - busy.length,
    deadJobs: dead.map(({ id, queue, failedAt, data, error }) => ({
      id,
      title: queueTitle(queue ?? ''),
      failedAt,
      about: aboutWords(data),
      error: failureWords(error),
    })),
    deadTotal: dead[0]?.total ?? 0,
    services: await servicesOf(db, modes),
    replicas: [...replicas],
    expirations: [...(await certificatesOf(db, bank.clock)), await licenceOf(bank)],
    sessions: await countOpenSessions(db),
    ...(await backupState(db)),
    retries: (await findRetries(db, retriesShown)).map(({ queue, ...row }) => ({
      ...row,
      title: queueTitle(queue),
    })),
  }
}

/** Puts dead jobs back into their queues; who did it is written down. */
export async function retry({ db, actor }: Context, ids: readonly string[]): Promise<{ retried: number }> {
  const { queues, moved } = await redriveDead(db, ids, actor.employeeId)
  if (moved > 0) await wakeWorkers(db, queues)
  return { retried: moved }
}
