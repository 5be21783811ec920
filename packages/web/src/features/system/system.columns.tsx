import {
  backupKinds,
  type BackupRun,
  backupStates,
  type DeadJob,
  type Expiration,
  expirationKinds,
  expirationStates,
  type JobRetry,
  processRoles,
  processStates,
  replicaStates,
  type ServiceMode,
  serviceModes,
  type SystemProcess,
  type SystemQueue,
  type SystemReplica,
  type SystemService,
} from '@ipoteka-office/contract/system/system.ts'
import { figure, stateOf, status, text } from '#ui/table/cells/cells.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { moment } from '#widgets/list/cells.ts'
import { clockWords } from './clock-words.ts'

export const processColumns: Column<SystemProcess>[] = columnsOf(
  {
    state: 'Состояние',
    host: 'Машина',
    pid: 'Процесс',
    role: 'Что делает',
    version: 'Версия',
    node: 'Node.js',
    startedAt: 'Запущен',
    seenAt: 'Отозвался',
    clock: 'Часы',
  },
  {
    state: stateOf(130, processStates, { ALIVE: 'green', SILENT: 'red' }, ({ state }) => state),
    host: text(220, ({ host }) => host),
    pid: figure(110, ({ pid }) => pid),
    role: text(160, ({ role }) => processRoles[role]),
    version: text(110, ({ version }) => version),
    node: text(110, ({ node }) => node),
    startedAt: moment(130, ({ startedAt }) => startedAt),
    seenAt: moment(130, ({ seenAt }) => seenAt),
    clock: status(170, ({ clockOffsetMs }) => clockWords(clockOffsetMs)),
  },
)

export const replicaColumns: Column<SystemReplica>[] = columnsOf(
  { state: 'Состояние', place: 'Реплика', behind: 'Отстаёт, МБ' },
  {
    state: stateOf(
      150,
      replicaStates,
      { ALIVE: 'green', BEHIND: 'amber', LOST: 'red' },
      ({ state }) => state,
    ),
    place: text(380, ({ place }) => place),
    behind: figure(130, ({ behindBytes }) =>
      behindBytes === null ? null : (behindBytes / 1_048_576).toFixed(1).replace('.', ','),
    ),
  },
)

export const expirationColumns: Column<Expiration>[] = columnsOf(
  {
    state: 'Состояние',
    kind: 'Что',
    name: 'Чей',
    place: 'Адрес или номер',
    endsAt: 'Кончается',
    daysLeft: 'Осталось дней',
    failure: 'Почему',
    checkedAt: 'Проверен',
  },
  {
    state: stateOf(
      150,
      expirationStates,
      { GOOD: 'green', SOON: 'amber', ENDED: 'red', DOUBTFUL: 'amber' },
      ({ state }) => state,
    ),
    kind: text(100, ({ kind }) => expirationKinds[kind]),
    name: text(220, ({ name }) => name),
    place: text(190, ({ place }) => place),
    endsAt: moment(110, ({ endsAt }) => endsAt),
    daysLeft: figure(120, ({ daysLeft }) => daysLeft),
    failure: text(190, ({ failure }) => failure),
    checkedAt: moment(110, ({ checkedAt }) => checkedAt),
  },
)

export const queueColumns: Column<SystemQueue>[] = columnsOf(
  { title: 'Очередь', waiting: 'Ждут', waitsSince: 'Ждут с', active: 'Выполняются', later: 'На потом' },
  {
    title: text(380, ({ title }) => title),
    waiting: figure(90, ({ waiting }) => waiting),
    waitsSince: moment(140, ({ waitsSince }) => waitsSince),
    active: figure(130, ({ active }) => active),
    later: figure(110, ({ later }) => later),
  },
)

const tones: Record<ServiceMode, 'green' | 'amber' | 'ring'> = {
  REAL: 'green',
  STAND_IN: 'amber',
  OFF: 'ring',
}
/** The last thing that a real service did was to fail. */
const isFailing = ({ succeededAt, failedAt }: SystemService) =>
  failedAt !== null && (succeededAt === null || Date.parse(failedAt) > Date.parse(succeededAt))

export const serviceColumns: Column<SystemService>[] = columnsOf(
  {
    name: 'Служба',
    mode: 'Подключение',
    succeededAt: 'Ответила',
    failedAt: 'Не ответила',
    failure: 'Почему',
  },
  {
    name: text(320, ({ name }) => name),
    mode: status(190, (service) => ({
      tone: isFailing(service) ? 'red' : tones[service.mode],
      text: isFailing(service) ? 'Не отвечает' : serviceModes[service.mode],
    })),
    succeededAt: moment(130, ({ succeededAt }) => succeededAt),
    failedAt: moment(130, ({ failedAt }) => failedAt),
    failure: text(240, ({ failure }) => failure),
  },
)

export const deadColumns: Column<DeadJob>[] = columnsOf(
  { title: 'Задание', about: 'О чём', failedAt: 'Не удалось', error: 'Почему' },
  {
    title: text(300, ({ title }) => title),
    about: text(160, ({ about }) => about),
    failedAt: moment(130, ({ failedAt }) => failedAt),
    error: text(300, ({ error }) => error),
  },
)

export const retryColumns: Column<JobRetry>[] = columnsOf(
  { title: 'Задание', by: 'Кто повторил', at: 'Когда' },
  {
    title: text(380, ({ title }) => title),
    by: text(260, ({ by }) => by.fullName),
    at: moment(130, ({ at }) => at),
  },
)

export const backupColumns: Column<BackupRun>[] = columnsOf(
  {
    kind: 'Что делали',
    state: 'Итог',
    startedAt: 'Начато',
    finishedAt: 'Закончено',
    until: 'Сохранено по',
    size: 'Объём, МБ',
  },
  {
    kind: text(240, ({ kind }) => backupKinds[kind]),
    state: stateOf(
      150,
      backupStates,
      { RUNNING: 'blue', GOOD: 'green', FAILED: 'red' },
      ({ state }) => state,
    ),
    startedAt: moment(130, ({ startedAt }) => startedAt),
    finishedAt: moment(130, ({ finishedAt }) => finishedAt),
    until: moment(130, ({ until }) => until),
    size: text(120, ({ megabytes }) => (megabytes === null ? null : String(megabytes).replace('.', ','))),
  },
)
