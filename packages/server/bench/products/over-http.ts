import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { deliverBasics } from '#db/seed/delivery.ts'
import { insertProduct, insertVersion } from '#features/products/products.repo.ts'
import { freePort } from '#testing/processes/product.ts'
import type { Call } from '../api/calls.ts'
import type { Paced, PacedMessage } from '../api/load.ts'
import type { RealServerMessage, RealServerStarted } from '../api/real-server.ts'
import { type BenchDatabase, startBenchDatabase } from '../database.ts'
import { startWorker } from '../processes.ts'
import { quantile } from '../report.ts'
import { bigCatalogue, wishedFacts } from './catalogue.ts'

const author = 1
/** Milliseconds that 95 of a hundred answers keep within. */
export const wantedMs = 60
/** Servers behind one address, each with its own load. */
export const processes = 2
/** Questions a second to all of them: the wanted pace, and lower ones that are tried when a server refuses some. */
export const paces = [100, 80, 60, 40, 20] as const
const seconds = 20
const warmUp = { perSecond: 40, seconds: 15 }

const raise = (words: string): never => {
  throw new Error(words)
}

const api = (name: string) => join(import.meta.dirname, '../api', name)

/** Everything that a big bank sells, released long ago. */
async function fill({ url, sql }: BenchDatabase, sizes: Parameters<typeof bigCatalogue>[0]): Promise<void> {
  const { db, close } = openDatabase({ connectionString: url, poolSize: 1, queryTimeout: 0 })
  await deliverBasics(db)
  const at = new Date()
  const made = { lending: 'MORTGAGE', typeCode: '2', department: 'OIC', ownerId: author, at } as const
  const { products, additions } = bigCatalogue(sizes)
  for (const { content, productId } of [...products, ...additions]) {
    const id = await insertProduct(db, { ...made, kind: content.kind, code: `P-${productId}` })
    // Products come first, so that additions name them by the ids that they have here.
    await insertVersion(db, { productId: id, content, authorId: author, at })
  }
  await sql(`UPDATE product_version SET state = 'RELEASED', valid_from = '2020-01-01', released_at = now(), released_by = 1,
    in_force = daterange('2020-01-01', NULL)`)
  await sql('ANALYZE')
  await close()
}

/** What the page asks as a person types: another sum and term each time. */
const call = (at: number): Call => ({
  method: 'POST',
  path: '/api/product/price',
  body: JSON.stringify({
    shown: 8,
    // Never the same sum twice: a price that was asked for before is not computed again.
    facts: wishedFacts(at, 3_000_000 + at * 130),
  }),
})

export interface PriceServed {
  /** The highest pace at which nobody was refused and the limit was kept. */
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** «Подобрать ставку» over HTTP, at the highest pace held by servers that share the machine with the load and the database. */
export async function measureServed(sizes: Parameters<typeof bigCatalogue>[0]): Promise<PriceServed> {
  const database = await startBenchDatabase()
  const servers = Array.from({ length: processes }, () => startWorker(api('real-server.ts')))
  const loads = servers.map(() => startWorker(api('load.ts')))
  const loadOf = (at: number) => loads[at] ?? raise('A load for each server')
  try {
    await fill(database, sizes)
    const targets = await Promise.all(
      servers.map(async (server) => {
        const port = await freePort()
        const message: RealServerMessage = { kind: 'start', url: database.url, port, record: false }
        const { token } = await server.ask<RealServerStarted>(message)
        return { url: `http://127.0.0.1:${port}`, token }
      }),
    )
    const ask = async (from: number, perSecond: number, lasts: number) => {
      const each = perSecond / processes
      const answers = await Promise.all(
        targets.map(({ url, token }, at) => {
          const calls = Array.from({ length: each * lasts }, (_, n) => call(from + n * processes + at))
          const message: PacedMessage = { kind: 'paced', url, token, perSecond: each, calls }
          return loadOf(at).ask<Paced>(message)
        }),
      )
      return answers.flatMap((answer) => answer.milliseconds)
    }
    await ask(0, warmUp.perSecond, warmUp.seconds)
    for (const [turn, perSecond] of paces.entries()) {
      const milliseconds = await ask((turn + 1) * 4_000, perSecond, seconds).catch((error: Error) => {
        console.log(`${perSecond} в секунду: ${error.message}`)
        return null
      })
      if (milliseconds === null) continue
      const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => quantile(milliseconds, share))
      console.log(`${perSecond} в секунду: p50 ${p50}, p95 ${p95}`)
      if (p95 < wantedMs || perSecond === paces.at(-1)) return { perSecond, p50, p95, p99 }
    }
    throw new Error('The servers refuse even the lowest pace')
  } finally {
    await Promise.all([...servers, ...loads].map((worker) => worker.stop()))
    await database.stop()
  }
}
