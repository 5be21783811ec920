import { join } from 'node:path'
import { freePort } from '#testing/processes/product.ts'
import type { Call } from '../api/calls.ts'
import type { Paced, PacedMessage } from '../api/load.ts'
import type { RealServerMessage, RealServerStarted } from '../api/real-server.ts'
import { type BenchDatabase, startBenchDatabase } from '../database.ts'
import { startWorker, type Worker } from '../processes.ts'
import { number, quantile, type Section, table } from '../report.ts'
import { type Kind, kindsOf, saveCall } from './calls.ts'
import { fillCases, type Scale } from './fill.ts'
import { mixOf } from '../mix.ts'

/** `--small` tries the bench itself; its figures say nothing of the full size. */
const isSmall = process.argv.includes('--small')
const scale: Scale = isSmall ? { short: 20_000, full: 6_000 } : { short: 1_000_000, full: 300_000 }
const perSecond = 50
const seconds = isSmall ? 20 : 60
const warmUpSeconds = 10
const savesPerSecond = 20
const saveLimit = 60

interface Target {
  readonly url: string
  readonly tokens: RealServerStarted['tokens']
  readonly load: Worker
}

interface Measured {
  readonly name: string
  readonly share: number | null
  readonly limit: number
  readonly milliseconds: readonly number[]
}

const api = (name: string) => join(import.meta.dirname, '../api', name)

async function pace(
  { url, tokens, load }: Target,
  rate: number,
  calls: readonly (Call & { token?: string })[],
): Promise<readonly number[]> {
  const message: PacedMessage = { kind: 'paced', url, token: tokens.admin, perSecond: rate, calls }
  return (await load.ask<Paced>(message)).milliseconds
}

/** Lists, openings and searches at once at the pace of the whole load. */
async function measureReads(target: Target, kinds: readonly Kind[], duration: number): Promise<Measured[]> {
  const mix = mixOf(kinds)
  const made = Array.from({ length: perSecond * duration }, (_, turn) => {
    const kind = mix[turn % mix.length]
    if (kind === undefined) throw new Error('There are kinds')
    return { kind, call: { ...kind.call(turn), token: target.tokens[kind.as] } }
  })
  const milliseconds = await pace(
    target,
    perSecond,
    made.map(({ call }) => call),
  )
  return kinds.map((kind) => ({
    name: kind.name,
    share: kind.share,
    limit: kind.limit,
    milliseconds: milliseconds.filter((_, at) => made[at]?.kind === kind),
  }))
}

/** Each case is saved once, with the version that it has. */
async function measureSaves(target: Target, { sql }: BenchDatabase): Promise<Measured> {
  const rows = await sql<{ id: number }>(
    `SELECT id FROM case_file WHERE type = 'FULL_APPLICATION' AND stage = 'FILLING' ORDER BY id LIMIT ${savesPerSecond * seconds}`,
  )
  const milliseconds = await pace(
    target,
    savesPerSecond,
    rows.map(({ id }, turn) => saveCall(id, turn)),
  )
  return { name: 'сохранение раздела', share: null, limit: saveLimit, milliseconds }
}

const rowOf = ({ name, share, limit, milliseconds }: Measured): string[] => [
  name,
  share === null ? `${savesPerSecond} в секунду` : `${number(share)} %`,
  ...[0.5, 0.95, 0.99].map((part) => number(quantile(milliseconds, part), 1)),
  number(limit),
]

const describe = (results: readonly Measured[]) =>
  `${number(scale.short)} кратких и ${number(scale.full)} полных заявок с людьми, этапами, часами, задачами и разделами. ${perSecond} запросов в секунду в течение ${seconds} с в указанных долях, со сменой слов, отборов, страниц и дел; ответ списка — 20 строк и общее число (больше тысячи помнится несколько секунд); время считается от момента, когда запрос должен был уйти. Сохранения — отдельно, каждое в своём деле.${isSmall ? ' Уменьшенный прогон: проверка самого измерения.' : ''}

${table(['запрос', 'доля', 'p50, мс', 'p95, мс', 'p99, мс', 'граница p95, мс'], results.map(rowOf))}`

/** Lists, opening, search and saves of cases at the full size. */
export async function benchCases(): Promise<Section> {
  const database = await startBenchDatabase()
  try {
    const begun = performance.now()
    await fillCases(database, scale)
    console.log(`заполнено за ${number((performance.now() - begun) / 1_000)} с`)
    const port = await freePort()
    const server = startWorker(api('real-server.ts'))
    const load = startWorker(api('load.ts'))
    try {
      const message: RealServerMessage = { kind: 'start', url: database.url, port, record: false }
      const { tokens } = await server.ask<RealServerStarted>(message)
      const target = { url: `http://127.0.0.1:${port}`, tokens, load }
      const kinds = kindsOf(scale)
      await measureReads(target, kinds, warmUpSeconds)
      const results = [...(await measureReads(target, kinds, seconds)), await measureSaves(target, database)]
      for (const result of results) console.log(rowOf(result).join(' | '))
      const missed = results
        .filter(({ limit, milliseconds }) => quantile(milliseconds, 0.95) >= limit)
        .map(({ name, milliseconds }) => `${name}: p95 ${number(quantile(milliseconds, 0.95), 1)} мс`)
      return { title: 'Дела', markdown: describe(results), missed }
    } finally {
      await Promise.all([server.stop(), load.stop()])
    }
  } finally {
    await database.stop()
  }
}
