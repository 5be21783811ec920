import { join } from 'node:path'
import { freePort } from '#testing/processes/product.ts'
import type { Paced, PacedMessage } from '../api/load.ts'
import type { RealServerMessage, RealServerStarted } from '../api/real-server.ts'
import { startBenchDatabase } from '../database.ts'
import { startWorker, type Worker } from '../processes.ts'
import { number, quantile, type Section, table } from '../report.ts'
import { type Kind, kinds } from './calls.ts'
import { fillOrganisation } from './fill.ts'

const scale = { partners: 100_000, employees: 1_000_000 }
const perSecond = 100
const seconds = 60
const warmUpSeconds = 10
const searches = 100
const limit = 100

interface Measured {
  readonly kind: Kind
  readonly found: number
  readonly milliseconds: readonly number[]
  /** Of a search without other load. */
  readonly alone: readonly number[]
}

const api = (name: string) => join(import.meta.dirname, '../api', name)

interface Target {
  readonly url: string
  readonly tokens: RealServerStarted['tokens']
  readonly load: Worker
}

async function ask({ url, tokens }: Target, kind: Kind, turn: number): Promise<{ totalElements: number }> {
  const { method, path, body } = kind.call(turn)
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${tokens[kind.as]}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { totalElements: number }
}

/** One after the other, as one person searches. */
async function searchAlone(target: Target, kind: Kind): Promise<number[]> {
  const milliseconds: number[] = []
  for (let turn = 0; turn < searches; turn += 1) {
    const begun = performance.now()
    await ask(target, kind, turn)
    milliseconds.push(performance.now() - begun)
  }
  return milliseconds
}

/** A hundred requests in the shares of the kinds, spread evenly. */
const mix: readonly Kind[] = kinds
  .flatMap((kind) =>
    Array.from({ length: kind.share }, (_, at) => ({ kind, place: (at + 0.5) / kind.share })),
  )
  .toSorted((a, b) => a.place - b.place)
  .map(({ kind }) => kind)

/** All kinds at once at the pace of the whole load; the milliseconds of each kind. */
async function measureMix({ url, tokens, load }: Target, duration: number): Promise<Map<Kind, number[]>> {
  const made = Array.from({ length: perSecond * duration }, (_, turn) => {
    const kind = mix[turn % mix.length]
    if (kind === undefined) throw new Error('There are kinds')
    return { kind, call: { ...kind.call(turn), token: tokens[kind.as] } }
  })
  const message: PacedMessage = {
    kind: 'paced',
    url,
    token: tokens.admin,
    perSecond,
    calls: made.map(({ call }) => call),
  }
  const { milliseconds } = await load.ask<Paced>(message)
  const byKind = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]))
  for (const [at, { kind }] of made.entries()) byKind.get(kind)?.push(milliseconds[at] ?? Number.NaN)
  return byKind
}

const times = (milliseconds: readonly number[]) =>
  [0.5, 0.95, 0.99].map((part) => number(quantile(milliseconds, part), 1))

const rowOf = ({ kind, found, milliseconds, alone }: Measured): string[] => [
  kind.name,
  number(found),
  number(kind.share),
  ...times(milliseconds),
  alone.length > 0 ? number(quantile(alone, 0.95), 1) : '—',
]

const all = (results: readonly Measured[]) => results.flatMap(({ milliseconds }) => milliseconds)

const describe = (results: readonly Measured[]) =>
  `${number(scale.partners)} партнёров, ${number(scale.employees)} сотрудников: пятая часть партнёров — филиалы одной сети, её администратор видит только их. ${perSecond} запросов в секунду в течение ${seconds} с в указанных долях, с меняющимися словами, отборами и страницами; ответ — страница из 20 строк и общее число; время считается от момента, когда запрос должен был уйти. Общее число больше тысячи помнится несколько секунд. Граница p95 — ${limit} мс; поиск по части названия, кроме того, отдельно от остальной нагрузки.

${table(['запрос', 'найдено', 'доля, %', 'p50, мс', 'p95, мс', 'p99, мс', 'отдельно p95, мс'], [...results.map(rowOf), ['**все**', '', '100', ...times(all(results)), '']])}`

function missedOf(results: readonly Measured[]): string[] {
  const p95 = quantile(all(results), 0.95)
  const slow = results.filter(({ alone }) => alone.length > 0 && quantile(alone, 0.95) >= limit)
  return [
    ...(p95 < limit ? [] : [`p95 при ${perSecond} запросах в секунду ${number(p95, 1)} мс`]),
    ...slow.map(({ kind, alone }) => `${kind.name}: отдельно p95 ${number(quantile(alone, 0.95), 1)} мс`),
  ]
}

async function measureAll(target: Target): Promise<Measured[]> {
  const found = new Map<Kind, number>()
  for (const kind of kinds) found.set(kind, (await ask(target, kind, 0)).totalElements)
  await measureMix(target, warmUpSeconds)
  const mixed = await measureMix(target, seconds)
  const results: Measured[] = []
  for (const kind of kinds) {
    const alone = kind.search ? await searchAlone(target, kind) : []
    results.push({ kind, found: found.get(kind) ?? 0, milliseconds: mixed.get(kind) ?? [], alone })
  }
  for (const result of results) console.log(rowOf(result).join(' | '))
  return results
}

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
      const results = await measureAll({ url: `http://127.0.0.1:${port}`, tokens, load })
      return { title: 'Партнёры и сотрудники', markdown: describe(results), missed: missedOf(results) }
    } finally {
      await Promise.all([server.stop(), load.stop()])
    }
  } finally {
    await database.stop()
  }
}
