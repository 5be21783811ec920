import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Broker } from '#live/broker.ts'
import { hasRabbit, startRabbit } from '#testing/processes/rabbit.ts'
import { type BenchDatabase, onEnd, startBenchDatabase } from '../database.ts'
import { startWorker, type Worker } from '../processes.ts'
import { parentOf, processorSeconds } from '../processor-time.ts'
import { number, quantile, type Section, table } from '../report.ts'
import { channel, type ListenMessage, type Taken, type TakeMessage } from './listeners.ts'

const counts = [2, 5, 10, 20, 40]
/** A process tells of what has changed 40 times a second at most: events are gathered for 25 ms. */
const perProcess = 40
const seconds = 8
const writers = 8
/** As long as the text of some changed rows. */
const filling = JSON.stringify([
  { topic: '/topic/approvers/nis', ids: Array.from({ length: 60 }, (_, id) => id) },
])
const fail = (error: unknown) => {
  throw error
}

/** The process that all processes of the database descend from. */
async function postmasterOf({ sql }: BenchDatabase): Promise<number> {
  const [row] = await sql<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return parentOf(row?.pid ?? 0)
}

/** Saves that go on beside, each a row and its history in one transaction; answers how many there were. */
function keepSaving(url: string): { end(): Promise<number> } {
  let on = true
  let saved = 0
  const one = async (id: number) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (let value = 0; on; value += 1) {
      await client.query('BEGIN')
      await client.query('UPDATE bench_row SET value = $2 WHERE id = $1', [id, value])
      await client.query('INSERT INTO bench_history (row_id, value) VALUES ($1, $2)', [id, value])
      await client.query('COMMIT')
      saved += 1
    }
    await client.end()
  }
  const work = Promise.all(Array.from({ length: writers }, (_, id) => one(id)))
  return {
    async end() {
      on = false
      await work
      return saved
    },
  }
}

/** Something that tells all processes of a change. */
interface Sender {
  send(text: string): Promise<unknown>
  stop(): Promise<void>
}

async function senderBy({ by, url }: Pick<ListenMessage, 'by' | 'url'>): Promise<Sender> {
  if (by === 'RABBIT') {
    const broker = new Broker(url, fail)
    return { send: (text) => broker.send(channel, [text]), stop: () => broker.stop() }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    send: (text) => client.query('SELECT pg_notify($1, $2)', [channel, text]),
    stop: () => client.end(),
  }
}

/** Every process tells at its pace; one that is late does not hurry afterwards. Answers how often all told together. */
async function tell(senders: readonly Sender[]): Promise<number> {
  let sent = 0
  const until = performance.now() + seconds * 1_000
  const one = async (sender: Sender, at: number) => {
    const pace = 1_000 / perProcess
    for (let due = performance.now() + (pace * at) / senders.length; due < until; due += pace) {
      await sleep(Math.max(0, due - performance.now()))
      await sender.send(`${Date.now()} ${filling}`)
      sent += 1
      due = Math.max(due, performance.now() - pace)
    }
  }
  await Promise.all([...senders.map(one), sleep(seconds * 1_000)])
  return sent
}

interface Measured {
  readonly count: number
  readonly sent: number
  readonly heard: number
  readonly p95: number
  readonly saves: number
  readonly cores: number
}

async function measure(
  database: BenchDatabase,
  ears: Worker,
  way: Pick<ListenMessage, 'by' | 'url'>,
  count: number,
): Promise<Measured> {
  await ears.ask<object>({ kind: 'listen', ...way, count } satisfies ListenMessage)
  const senders = await Promise.all(Array.from({ length: count }, () => senderBy(way)))
  try {
    const take: TakeMessage = { kind: 'take' }
    await ears.ask<Taken>(take)
    const postmaster = await postmasterOf(database)
    const before = processorSeconds([postmaster])
    const saving = keepSaving(database.url)
    const sent = await tell(senders)
    const cores = (processorSeconds([postmaster]) - before) / seconds
    const saves = (await saving.end()) / seconds
    await sleep(500)
    const { delays, heard } = await ears.ask<Taken>(take)
    return { count, sent, heard, p95: count === 0 ? 0 : quantile(delays, 0.95), saves, cores }
  } finally {
    await Promise.all(senders.map((sender) => sender.stop()))
  }
}

const rowOf = (
  name: string,
  quiet: number,
  { count, sent, heard, p95, saves, cores }: Measured,
): string[] => [
  name,
  number(count),
  number(sent / seconds),
  number(heard / seconds),
  heard === sent * count ? 'нет' : number(sent * count - heard),
  number(p95),
  `${number(saves)} (${number((saves / quiet) * 100)} %)`,
  number(cores, 2),
]

/** What telling the other processes of a change costs, by PostgreSQL and by RabbitMQ, the more of them there are. */
export async function benchLive(): Promise<Section> {
  const database = await startBenchDatabase(async () => undefined)
  const rabbit = hasRabbit ? await startRabbit() : null
  const stopRabbit = onEnd(async () => rabbit?.close())
  const ears = startWorker(join(import.meta.dirname, 'listeners.ts'))
  try {
    await database.sql(`CREATE TABLE bench_row (id int PRIMARY KEY, value int);
      CREATE TABLE bench_history (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, row_id int, value int);
      INSERT INTO bench_row SELECT i, 0 FROM generate_series(0, ${writers - 1}) i`)
    const notify = { by: 'POSTGRES', url: database.url } as const
    const quiet = await measure(database, ears, notify, 0)
    const rows = [rowOf('никто', quiet.saves, { ...quiet, sent: 0 })]
    for (const count of counts)
      rows.push(rowOf('PostgreSQL', quiet.saves, await measure(database, ears, notify, count)))
    if (rabbit !== null)
      for (const count of counts)
        rows.push(
          rowOf(
            'RabbitMQ',
            quiet.saves,
            await measure(database, ears, { by: 'RABBIT', url: rabbit.url }, count),
          ),
        )
    return {
      title: 'Живые сообщения между процессами',
      markdown: `Каждый из процессов ${perProcess} раз в секунду (чаще продукт не говорит: события собираются по 25 мс) сообщает остальным ${number(filling.length)} знаков; рядом ${writers} соединений без перерыва сохраняют строку с историей. ${seconds} с на строку. Все уши — соединения одного процесса, и он, база и RabbitMQ делят ядра: доля сохранений — нижняя граница, «ядер базы» — что досталось процессам PostgreSQL.${rabbit === null ? ' RabbitMQ на этой машине нет.' : ''}

${table(['через что', 'процессов', 'сообщений в секунду', 'доставок в секунду', 'потеряно', 'p95 доставки, мс', 'сохранений в секунду', 'ядер базы'], rows)}`,
      missed: rows.some((row) => row[4] !== 'нет') ? ['доставлено не всё'] : [],
    }
  } finally {
    await ears.stop()
    await stopRabbit()
    await database.stop()
  }
}
