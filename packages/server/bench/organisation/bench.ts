import { join } from 'node:path'
import { freePort } from '#testing/product.ts'
import type { Paced, PacedMessage } from '../api/load.ts'
import type { RealServerMessage, RealServerStarted } from '../api/real-server.ts'
import { startBenchDatabase } from '../database.ts'
import { startWorker, type Worker } from '../processes.ts'
import { number, quantile, type Section, table } from '../report.ts'
import { type Kind, kinds } from './calls.ts'
import { fillOrganisation } from './fill.ts'

const scale = { partners: 100_000, employees: 1_000_000 }
const perSecond = 100
const seconds = 20
const warmUpSeconds = 3
const limit = 100

interface Measured {
  readonly kind: Kind
  readonly found: number
  readonly milliseconds: readonly number[]
}

const api = (name: string) => join(import.meta.dirname, '../api', name)

interface Target {
  readonly url: string
  readonly tokens: RealServerStarted['tokens']
  readonly load: Worker
}

async function found({ url, tokens }: Target, kind: Kind): Promise<number> {
  const { method, path, body } = kind.call(0)
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${tokens[kind.as]}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { totalElements: number }).totalElements
}

/** The kind alone, at the pace of the whole load: what a slow one costs is not hidden by the others. */
async function measure(
  { url, tokens, load }: Target,
  kind: Kind,
  duration: number,
): Promise<readonly number[]> {
  const calls = Array.from({ length: perSecond * duration }, (_, turn) => kind.call(turn))
  const message: PacedMessage = { kind: 'paced', url, token: tokens[kind.as], perSecond, calls }
  return (await load.ask<Paced>(message)).milliseconds
}

const rowOf = ({ kind, found: rows, milliseconds }: Measured): string[] => [
  kind.name,
  number(rows),
  ...[0.5, 0.95, 0.99].map((part) => number(quantile(milliseconds, part), 1)),
]

const describe = (results: readonly Measured[]) =>
  `${number(scale.partners)} партнёров, ${number(scale.employees)} сотрудников: пятая часть партнёров — филиалы одной сети, её администратор видит только их. Каждый запрос отдельно, ${perSecond} раз в секунду в течение ${seconds} с, с меняющимися словами и отборами; ответ — страница из 20 строк и общее число. Граница p95 — ${limit} мс.

${table(['запрос', 'найдено', 'p50, мс', 'p95, мс', 'p99, мс'], results.map(rowOf))}`

/** Lists and searches of partners and employees at the full size of the organisation. */
export async function benchOrganisation(): Promise<Section> {
  const database = await startBenchDatabase()
  try {
    const begun = performance.now()
    await fillOrganisation(database, scale)
    console.log(`заполнено за ${number((performance.now() - begun) / 1_000)} с`)
    const port = await freePort()
    const server = startWorker(api('real-server.ts'))
    const load = startWorker(api('load.ts'))
    try {
      const message: RealServerMessage = { kind: 'start', url: database.url, port, record: false }
      const { tokens } = await server.ask<RealServerStarted>(message)
      const target = { url: `http://127.0.0.1:${port}`, tokens, load }
      const results: Measured[] = []
      for (const kind of kinds) {
        const rows = await found(target, kind)
        await measure(target, kind, warmUpSeconds)
        const milliseconds = await measure(target, kind, seconds)
        results.push({ kind, found: rows, milliseconds })
        console.log(rowOf({ kind, found: rows, milliseconds }).join(' | '))
      }
      const slow = results.filter(({ milliseconds }) => quantile(milliseconds, 0.95) >= limit)
      const missed = slow.map(
        ({ kind, milliseconds }) => `${kind.name}: p95 ${number(quantile(milliseconds, 0.95), 1)} мс`,
      )
      return { title: 'Партнёры и сотрудники', markdown: describe(results), missed }
    } finally {
      await Promise.all([server.stop(), load.stop()])
    }
  } finally {
    await database.stop()
  }
}
