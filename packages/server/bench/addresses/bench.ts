import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { deliverAddresses } from '#db/seed/addresses.ts'
import { deliverReferences } from '#db/seed/references.ts'
import { freePort } from '#testing/processes/product.ts'
import type { Paced, PacedMessage } from '../api/load.ts'
import type { RealServerMessage, RealServerStarted } from '../api/real-server.ts'
import { type BenchDatabase, startBenchDatabase } from '../database.ts'
import { startWorker, type Worker } from '../processes.ts'
import { number, quantile, type Section, table } from '../report.ts'
import { type Kind, kinds } from './calls.ts'
import { fillAddresses, type Scale } from './fill.ts'

const scale: Scale = { districts: 2_500, settlements: 300_000, streets: 4_700_000, houses: 3_000_000 }
const perSecond = 50
const seconds = 60
const warmUpSeconds = 15
const limit = 50

interface Measured {
  readonly kind: Kind
  readonly found: number
  readonly milliseconds: readonly number[]
}

const api = (name: string) => join(import.meta.dirname, '../api', name)

async function deliver({ url }: BenchDatabase): Promise<void> {
  const { db, close } = openDatabase({ connectionString: url, poolSize: 1, queryTimeout: 0 })
  await deliverReferences(db)
  await deliverAddresses(db)
  await close()
}

/** A hundred requests in the shares of the kinds, spread evenly. */
const mix: readonly Kind[] = kinds
  .flatMap((kind) =>
    Array.from({ length: kind.share }, (_, at) => ({ kind, place: (at + 0.5) / kind.share })),
  )
  .toSorted((a, b) => a.place - b.place)
  .map(({ kind }) => kind)

interface Target {
  readonly url: string
  readonly token: string
  readonly load: Worker
}

/** Average number of answers, so that quick emptiness is not taken for speed. */
async function countFound({ url, token }: Target, kind: Kind): Promise<number> {
  let found = 0
  const turns = 20
  for (let turn = 0; turn < turns; turn += 1) {
    const answer = await fetch(url + kind.call(turn).path, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${kind.name}: ${answer.status} ${await answer.text()}`)
    found += ((await answer.json()) as unknown[]).length
  }
  return found / turns
}

async function measureMix({ url, token, load }: Target, duration: number): Promise<Map<Kind, number[]>> {
  const made = Array.from({ length: perSecond * duration }, (_, turn) => {
    const kind = mix[turn % mix.length]
    if (kind === undefined) throw new Error('There are kinds')
    return { kind, call: kind.call(Math.floor(turn / mix.length) * kind.share + (turn % 17)) }
  })
  const message: PacedMessage = { kind: 'paced', url, token, perSecond, calls: made.map(({ call }) => call) }
  const { milliseconds } = await load.ask<Paced>(message)
  const byKind = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]))
  for (const [at, { kind }] of made.entries()) byKind.get(kind)?.push(milliseconds[at] ?? Number.NaN)
  return byKind
}

const times = (milliseconds: readonly number[]) =>
  [0.5, 0.95, 0.99].map((part) => number(quantile(milliseconds, part), 1))
const rowOf = ({ kind, found, milliseconds }: Measured): string[] => [
  kind.name,
  number(kind.share),
  number(found, 1),
  ...times(milliseconds),
]

async function measure(target: Target): Promise<Measured[]> {
  const found = new Map<Kind, number>()
  for (const kind of kinds) found.set(kind, await countFound(target, kind))
  await measureMix(target, warmUpSeconds)
  const mixed = await measureMix(target, seconds)
  const results = kinds.map((kind) => ({
    kind,
    found: found.get(kind) ?? 0,
    milliseconds: mixed.get(kind) ?? [],
  }))
  for (const result of results) console.log(rowOf(result).join(' | '))
  return results
}

/** Suggestions of addresses over a country of five million objects. */
export async function benchAddresses(): Promise<Section> {
  const database = await startBenchDatabase()
  try {
    await deliver(database)
    const objects = await fillAddresses(database, scale)
    const port = await freePort()
    const server = startWorker(api('real-server.ts'))
    const load = startWorker(api('load.ts'))
    try {
      const message: RealServerMessage = { kind: 'start', url: database.url, port, record: false }
      const { token } = await server.ask<RealServerStarted>(message)
      const results = await measure({ url: `http://127.0.0.1:${port}`, token, load })
      const all = results.flatMap(({ milliseconds }) => milliseconds)
      const p95 = quantile(all, 0.95)
      return {
        title: 'Подсказки адресов',
        markdown: `${number(objects)} адресных объектов и ${number(scale.houses)} домов: поставляемые регионы и города, районы, селения и улицы, треть улиц — в городах. ${perSecond} запросов в секунду в течение ${seconds} с в указанных долях, слова меняются; ответ — до десяти адресов со всем путём и кодами; время считается от момента, когда запрос должен был уйти. Граница p95 — ${limit} мс.

${table(['запрос', 'доля, %', 'найдено в среднем', 'p50, мс', 'p95, мс', 'p99, мс'], [...results.map(rowOf), ['**все**', '100', '', ...times(all)]])}`,
        missed:
          p95 < limit
            ? []
            : [`подсказки адресов: p95 при ${perSecond} запросах в секунду ${number(p95, 1)} мс`],
      }
    } finally {
      await Promise.all([server.stop(), load.stop()])
    }
  } finally {
    await database.stop()
  }
}
