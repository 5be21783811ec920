import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { systemPrograms, type SystemCluster } from '#testing/clusters/system-postgres.ts'
import type { Product } from '#testing/processes/product.ts'
import { type Rabbit, hasRabbit, startRabbit } from '#testing/processes/rabbit.ts'
import { fillCases } from '../cases/fill.ts'
import { onEnd } from '../database.ts'
import { startWorker, type Worker } from '../processes.ts'
import { processorSeconds } from '../processor-time.ts'
import { number, quantile, type Section, table } from '../report.ts'
import { install, type Installation } from './installation.ts'
import type { Worked, WorkMessage } from './load.ts'

/** `--small` tries the bench itself; its figures say nothing of the full size. */
const isSmall = process.argv.includes('--small')
const scale = isSmall ? { short: 20_000, full: 6_000 } : { short: 1_000_000, full: 300_000 }
const [webs, workers, replicas] = [4, 2, 2]
const connections = 32
const seconds = isSmall ? 10 : 60
const warmUpSeconds = 10
/** Of a failure: when it comes, when what fell is started again, and when people stop. */
const [fallsAfter, returnsAfter, failureSeconds] = [5, 12, 25]
/** As long as people may see errors after a fall. */
const mostErrorMs = 2_000
/** Saves of one run, at most. */
const savesPerRun = 4_000

interface Run {
  readonly worked: Worked
  readonly seconds: number
  /** Processor cores that each part used. */
  readonly cores: Readonly<Record<string, number>>
}

/** What takes part, and the processes of each. */
type Parts = Readonly<Record<string, () => readonly number[]>>

const postmasterOf = ({ data }: SystemCluster): number =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
const pidsOf = (products: readonly Product[]): number[] =>
  products.map(({ pid }) => pid).filter((pid) => pid !== undefined)

class Bench {
  readonly #place: Installation
  readonly #load: Worker
  readonly #owner: pg.Pool
  #turns = 1
  #cases: number[] = []

  constructor(place: Installation, load: Worker) {
    this.#place = place
    this.#load = load
    this.#owner = new pg.Pool({ connectionString: place.primary.url, max: 2 })
    // The primary is stopped under it.
    this.#owner.on('error', () => undefined)
  }

  async fill(): Promise<void> {
    const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await this.#owner.query<Row>(text, values)).rows
    await fillCases({ sql }, scale)
    const rows = await sql<{ id: number }>(
      `SELECT id FROM case_file WHERE type = 'FULL_APPLICATION' AND stage = 'FILLING' ORDER BY id`,
    )
    this.#cases = rows.map(({ id }) => id)
  }

  async run(products: readonly Product[], parts: Parts, duration = seconds): Promise<Run> {
    const saved = this.#cases.splice(0, savesPerRun)
    const message: WorkMessage = {
      urls: products.map(({ url }) => url),
      tokens: this.#place.tokens,
      ...{ scale, connections, seconds: duration, first: this.#turns, saved },
    }
    this.#turns += 1_000_000
    const used = () => Object.entries(parts).map(([name, pids]) => [name, processorSeconds(pids())] as const)
    const before = new Map(used())
    const worked = await this.#load.ask<Worked>(message)
    const cores = Object.fromEntries(
      used().map(([name, after]) => [name, (after - (before.get(name) ?? 0)) / duration]),
    )
    return { worked, seconds: duration, cores }
  }

  /** Saves that were answered and are not in the database. */
  async lost({ saves }: Worked): Promise<number> {
    const { rows } = await this.#owner.query<{ id: number; amount: string }>(
      `SELECT case_id AS id, data ->> 'amount' AS amount FROM case_section WHERE section = 'CREDIT' AND case_id = ANY($1)`,
      [saves.map(({ id }) => id)],
    )
    const stored = new Map(rows.map(({ id, amount }) => [id, amount]))
    return saves.filter(({ id, amount }) => stored.get(id) !== amount).length
  }

  end = (): Promise<void> => this.#owner.end()
}

/** The same work by one process, and by all of them. */
function rowOf(name: string, { worked, seconds: lasted, cores }: Run): string[] {
  const { milliseconds, wrong, saves } = worked
  const told = Object.entries(cores).map(([part, used]) => `${part} ${number(used, 2)}`)
  return [
    name,
    number(milliseconds.length / lasted),
    number(saves.length / lasted, 1),
    ...[0.5, 0.95, 0.99].map((share) => number(quantile(milliseconds, share))),
    number(wrong.length),
    told.join(', '),
  ]
}

interface Fall {
  readonly name: string
  fall(): Promise<unknown> | unknown
  rise(): Promise<unknown> | unknown
}

interface Fallen {
  readonly row: string[]
  readonly missed: string[]
}

/** Lets one part fall while people work, and come back. */
async function letFall(bench: Bench, web: readonly Product[], { name, fall, rise }: Fall): Promise<Fallen> {
  const running = bench.run(web, {}, failureSeconds)
  await sleep(fallsAfter * 1_000)
  const fellAt = Date.now()
  await fall()
  await sleep((returnsAfter - fallsAfter) * 1_000)
  const roseAt = Date.now()
  await rise()
  const { worked } = await running
  const lost = await bench.lost(worked)
  const ats = worked.wrong.map(({ at }) => at)
  // Of the primary nobody can take the place here: errors last until it is back.
  const from = name === 'основная база' ? roseAt : fellAt
  const lasted = ats.length === 0 ? 0 : Math.max(0, Math.max(...ats) - from)
  const which = [...new Set(worked.wrong.map(({ what }) => what.replace(/^.*: /, '')))].slice(0, 3).join('; ')
  return {
    row: [
      name,
      number(worked.milliseconds.length),
      number(worked.moved),
      worked.wrong.length === 0 ? '0' : `${number(worked.wrong.length)} (${which})`,
      `${number(lasted / 1_000, 1)}${from === roseAt ? ' после возврата' : ''}`,
      `${number(lost)} из ${number(worked.saves.length)}`,
    ],
    missed: [
      ...(lost > 0 ? [`${name}: потеряно ${lost}`] : []),
      ...(lasted > mostErrorMs && from === fellAt ? [`${name}: ошибки ${number(lasted / 1_000, 1)} с`] : []),
    ],
  }
}

const first = <T>(list: readonly T[]): T => {
  const [item] = list
  if (item === undefined) throw new Error('There is at least one')
  return item
}

async function started(place: Installation, names: readonly string[], env: Record<string, string>) {
  const products = await Promise.all(names.map((name) => place.processOf(name, env)))
  onEnd(async () => void (await Promise.all(products.map((product) => product.kill()))))
  for (const product of products) await product.start()
  return products
}

const named = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}-${at + 1}`)

/** One process on the primary alone. */
async function alone(bench: Bench, place: Installation): Promise<Run> {
  const one = await started(place, ['all'], { ROLE: 'all' })
  await bench.run(one, {}, warmUpSeconds)
  const run = await bench.run(one, { node: () => pidsOf(one), база: () => [postmasterOf(place.primary)] })
  await first(one).stop()
  return run
}

async function together(
  bench: Bench,
  place: Installation,
  rabbit: Rabbit,
): Promise<{ run: Run; fallen: Fallen[] }> {
  const copies: SystemCluster[] = []
  for (let n = 0; n < replicas; n += 1) copies.push(await place.addReplica())
  const env = { DATABASE_REPLICA_URLS: copies.map(({ url }) => url).join(','), BROKER_URL: rabbit.url }
  const web = await started(place, named('web', webs), { ...env, ROLE: 'web' })
  const hands = await started(place, named('worker', workers), { ...env, ROLE: 'worker' })
  await bench.run(web, {}, warmUpSeconds)
  const run = await bench.run(web, {
    web: () => pidsOf(web),
    worker: () => pidsOf(hands),
    основная: () => [postmasterOf(place.primary)],
    реплики: () => copies.map(postmasterOf),
  })
  const again = (product: Product) => ({ fall: () => product.kill(), rise: () => product.start() })
  const falls: Fall[] = [
    { name: 'web', ...again(first(web)) },
    { name: 'worker', ...again(first(hands)) },
    {
      name: 'реплика',
      fall: () => first(copies).stop('immediate'),
      rise: () => place.startAgain(first(copies)),
    },
    { name: 'RabbitMQ', fall: () => rabbit.kill(), rise: () => rabbit.start() },
    {
      name: 'основная база',
      fall: () => place.primary.stop('immediate'),
      rise: () => place.startAgain(place.primary),
    },
  ]
  const fallen: Fallen[] = []
  for (const fall of falls) fallen.push(await letFall(bench, web, fall))
  await Promise.all([...web, ...hands].map((product) => product.stop()))
  return { run, fallen }
}

/** A bank that does not run in one process: what it does in a second, where the time goes, and what falls with each part. */
export async function benchScale(): Promise<Section> {
  const programs = systemPrograms()
  if (programs === null || !hasRabbit) throw new Error('Нужны пакеты Debian: postgresql и rabbitmq-server')
  const place = await install(programs)
  const stopPlace = onEnd(() => place.stop())
  const rabbit = await startRabbit()
  const stopRabbit = onEnd(() => rabbit.close())
  const load = startWorker(join(import.meta.dirname, 'load.ts'))
  const bench = new Bench(place, load)
  try {
    const begun = performance.now()
    await bench.fill()
    console.log(`заполнено за ${number((performance.now() - begun) / 1_000)} с`)
    const one = await alone(bench, place)
    console.log(rowOf('один процесс', one).join(' | '))
    const { run, fallen } = await together(bench, place, rabbit)
    console.log(rowOf('установка', run).join(' | '))
    const wrong = [...one.worked.wrong, ...run.worked.wrong]
    return {
      title: 'Несколько машин',
      markdown: `${number(scale.short)} кратких и ${number(scale.full)} полных заявок; смесь измерения «Дела» без пауз, ${connections} соединений, одно сохранение на двадцать чтений, ${seconds} с. «Установка» — основная база, две реплики, четыре \`web\`, два \`worker\` и RabbitMQ; всё, нагрузка тоже, на одной машине: больше ядер от этого не стало, и видно не ускорение, а куда уходит время.${isSmall ? ' Уменьшенный прогон: проверка самого измерения.' : ''}

${table(['что', 'вызовов в секунду', 'сохранений', 'p50, мс', 'p95, мс', 'p99, мс', 'ошибок', 'занято ядер'], [rowOf('один процесс, одна база', one), rowOf('установка', run)])}

Одна часть убита (\`kill -9\`, у базы — \`immediate\`) на ${fallsAfter}-й секунде и поднята на ${returnsAfter}-й; чтение, которому не ответили, повторяется у другого процесса, как делает nginx, сохранение — нет. Граница — ошибки не дольше ${mostErrorMs / 1_000} с, отвеченное не теряется.

${table(
  ['что упало', 'отвечено', 'повторено у другого', 'ошибок', 'длились, с', 'потеряно отвеченных сохранений'],
  fallen.map(({ row }) => row),
)}`,
      missed: [
        ...(wrong.length > 0 ? [`ошибок без сбоев ${wrong.length}: ${wrong[0]?.what}`] : []),
        ...fallen.flatMap(({ missed }) => missed),
      ],
    }
  } finally {
    await load.stop()
    await bench.end()
    await stopRabbit()
    await stopPlace()
  }
}
