import { z } from 'zod'
import { PersonRef } from '../common/refs.ts'
import { Instant, keyOf } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'

/** How an outside service is connected. */
export const serviceModes = {
  REAL: 'Подключена',
  STAND_IN: 'Учебный имитатор',
  OFF: 'Не подключена',
} as const
export type ServiceMode = keyof typeof serviceModes
export const ServiceMode = keyOf(serviceModes)

/** Whether a process says that it lives. */
export const processStates = { ALIVE: 'Работает', SILENT: 'Молчит' } as const
export type ProcessState = keyof typeof processStates
export const ProcessState = keyOf(processStates)

/** A process whose clock is further from the database's takes no requests: as far as tokens forgive, ms. */
export const clockToleranceMs = 60_000

/** What a process does; ROLE says it. */
export const processRoles = {
  ALL: 'Всё',
  WEB: 'Страницы и вызовы',
  WORKER: 'Задания',
} as const
export type ProcessRole = keyof typeof processRoles
export const ProcessRole = keyOf(processRoles)

/** One running copy of the server. */
export const SystemProcess = z.object({
  id: z.uuid(),
  host: z.string(),
  pid: z.int(),
  role: ProcessRole,
  /** Of the product, and of the Node.js that runs it. */
  version: z.string(),
  node: z.string(),
  startedAt: Instant,
  seenAt: Instant,
  /** By how much its clock was then ahead of the database's, ms; less than nought: behind it. */
  clockOffsetMs: z.int(),
  state: ProcessState,
})
export type SystemProcess = z.output<typeof SystemProcess>

/** A queue with something in it. */
export const SystemQueue = z.object({
  queue: z.string(),
  title: z.string(),
  /** Jobs whose time has come and that nobody has taken. */
  waiting: z.int(),
  /** Since when the oldest of them waits. */
  waitsSince: Instant.nullable(),
  /** Jobs of a later time, those that are tried again among them. */
  later: z.int(),
  active: z.int(),
})
export type SystemQueue = z.output<typeof SystemQueue>

/** A job whose every attempt failed. */
export const DeadJob = z.object({
  id: z.uuid(),
  title: z.string(),
  failedAt: Instant,
  /** Numbers of what it was about: «caseId 12». */
  about: z.string(),
  /** Why the last attempt failed, without what could name a person. */
  error: z.string().nullable(),
})
export type DeadJob = z.output<typeof DeadJob>

/** An outside service and its last answers, of whichever process asked. */
export const SystemService = z.object({
  code: z.string(),
  name: z.string(),
  mode: ServiceMode,
  succeededAt: Instant.nullable(),
  failedAt: Instant.nullable(),
  failure: z.string().nullable(),
})
export type SystemService = z.output<typeof SystemService>

/** What a run of the backup commands did. */
export const backupKinds = {
  FULL: 'Полная копия',
  LOG: 'Журнал базы',
  REHEARSAL: 'Пробное восстановление',
} as const
export const backupStates = { RUNNING: 'Идёт', GOOD: 'Готова', FAILED: 'Не удалась' } as const

/** A run of the backup commands. */
export const BackupRun = z.object({
  id: z.int(),
  kind: keyOf(backupKinds),
  state: keyOf(backupStates),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  /** Everything committed by then is in the copy. */
  until: Instant.nullable(),
  /** Null for what wrote no copy. */
  megabytes: z.number().nullable(),
})
export type BackupRun = z.output<typeof BackupRun>

/** How a copy of the database is, as the process that answers sees it. */
export const replicaStates = { ALIVE: 'Читают', BEHIND: 'Отстала', LOST: 'Не отвечает' } as const

export const SystemReplica = z.object({
  /** Host and port. */
  place: z.string(),
  state: keyOf(replicaStates),
  /** How much of the log it has still to replay; null: it does not answer. */
  behindBytes: z.number().nullable(),
})
export type SystemReplica = z.output<typeof SystemReplica>

/** What ends some day, or stands in doubt: certificates of addresses, the bank's licence. */
export const expirationKinds = { CERTIFICATE: 'Сертификат', LICENCE: 'Лицензия' } as const
export const expirationStates = {
  GOOD: 'Действует',
  SOON: 'Скоро кончится',
  ENDED: 'Кончился',
  DOUBTFUL: 'Под вопросом',
} as const
export type ExpirationState = keyof typeof expirationStates

export const Expiration = z.object({
  kind: keyOf(expirationKinds),
  name: z.string(),
  /** Host and port, or the number of a licence. */
  place: z.string().nullable(),
  state: keyOf(expirationStates),
  /** Null: it has no end, or was not read. */
  endsAt: Instant.nullable(),
  daysLeft: z.int().nullable(),
  /** Why it is in doubt. */
  failure: z.string().nullable(),
  checkedAt: Instant.nullable(),
})
export type Expiration = z.output<typeof Expiration>

export const JobRetry = z.object({ id: z.int(), at: Instant, title: z.string(), by: PersonRef })
export type JobRetry = z.output<typeof JobRetry>

export const SystemState = z.object({
  processes: z.array(SystemProcess),
  queues: z.array(SystemQueue),
  /** How many queues have nothing in them. */
  emptyQueues: z.int(),
  /** The newest; how many there are in all. */
  deadJobs: z.array(DeadJob),
  deadTotal: z.int(),
  services: z.array(SystemService),
  /** Copies of the database that lists are read from. */
  replicas: z.array(SystemReplica),
  /** Certificates and licences, what ends first above. */
  expirations: z.array(Expiration),
  /** Open sessions of people, and how many people have them. */
  sessions: z.object({ open: z.int(), people: z.int() }),
  /** The newest runs. */
  backups: z.array(BackupRun),
  /** Up to when the bank can be restored; null: there is no good copy. */
  backedUpUntil: Instant.nullable(),
  /** Who has had dead jobs tried again, newest first. */
  retries: z.array(JobRetry),
})
export type SystemState = z.output<typeof SystemState>

/** So many dead jobs are shown, and taken by one retry. */
export const mostDeadJobs = 100

export const getSystemState = endpoint({
  method: 'GET',
  path: '/system',
  summary: 'Состояние системы: процессы, очереди, неудавшиеся задания, внешние службы',
  access: canInBank('Admin', 'ReadSystem'),
  response: SystemState,
})

export const retryDeadJobs = endpoint({
  method: 'POST',
  path: '/system/dead-jobs/retry',
  summary: 'Повторить неудавшиеся задания',
  access: canInBank('Admin', 'RetryJobs'),
  idempotent: true,
  body: z.object({ ids: z.array(z.uuid()).min(1).max(mostDeadJobs) }),
  response: z.object({
    /** Those that another has taken meanwhile, or whose like is waiting already, are not among them. */
    retried: z.int(),
  }),
})
