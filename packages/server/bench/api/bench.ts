import { freePort } from '#testing/processes/product.ts'
import { startBenchDatabase } from '../database.ts'
import { median, number, quantile, type Section, table } from '../report.ts'
import { type Call, limitsOf, listCall, readCall, type Saved, saveCall, wideListCall } from './calls.ts'
import { fillBank } from './fill.ts'
import { type Servers, startServers } from './servers.ts'

const scale = { approvers: 200_000, applications: 300_000 }
const connections = 32
const idsEach = 64
const rounds = 9
const seconds = 2
const warmUpSeconds = 3
const floor = 0.75
const paceSeconds = 30
const pacePerSecond = 200
const p95Limit = 50

interface Kind {
  readonly name: string
  /** Whether the floor holds for it. */
  readonly floor: boolean
  readonly writes?: true
  /** Calls of each connection in a round. */
  calls(round: number): Call[][]
}

interface Measured {
  readonly kind: Kind
  readonly ours: readonly number[]
  readonly bare: readonly number[]
  readonly ratios: readonly number[]
}

/** Every connection has approvers of its own, so that saves do not wait for each other. */
const shareOut = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: connections }, (_, at) => list.slice(at * idsEach, (at + 1) * idsEach))

function kindsOf(saved: readonly Saved[]): Kind[] {
  const same = (call: Call) => () => Array.from({ length: connections }, () => [call])
  return [
    { name: 'список: три фильтра, сортировка, 20 строк, всего', floor: true, calls: same(listCall) },
    {
      name: 'один согласующий',
      floor: true,
      calls: () => shareOut(saved).map((list) => list.map(({ id }) => readCall(id))),
    },
    {
      name: 'сохранение со строкой истории',
      floor: true,
      writes: true,
      calls: (round) =>
        shareOut(saved).map((list) =>
          limitsOf(round).flatMap((limit) => list.map((one) => saveCall(one, limit))),
        ),
    },
    { name: 'список: только статус (около 80 тысяч строк)', floor: false, calls: same(wideListCall) },
  ]
}

async function measure(servers: Servers, kind: Kind): Promise<Measured> {
  const ours: number[] = []
  const bare: number[] = []
  for (const target of ['real', 'bare'] as const)
    await servers.flood(target, kind.calls(1_000), warmUpSeconds)
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await servers.flood('real', kind.calls(round * 2), seconds, kind.writes))
    bare.push(await servers.flood('bare', kind.calls(round * 2 + 1), seconds, kind.writes))
    console.log(`${kind.name}: ${number(ours.at(-1) ?? 0)} / ${number(bare.at(-1) ?? 0)} в секунду`)
  }
  const ratios = ours.map((value, round) => value / (bare[round] ?? Number.NaN))
  return { kind, ours, bare, ratios }
}

interface PacedPart {
  readonly name: string
  readonly milliseconds: number[]
}

/** Of every five calls two lists, two approvers and one save. */
async function measurePace(servers: Servers, saved: readonly Saved[]): Promise<PacedPart[]> {
  const names = ['список', 'один согласующий', 'сохранение'] as const
  const order = [0, 1, 2, 0, 1] as const
  const made = Array.from({ length: pacePerSecond * paceSeconds }, (_, at) => {
    const one = saved[at % saved.length]
    const kind = order[at % order.length] ?? 0
    if (one === undefined) throw new Error('There are approvers')
    const limit = 3_000 + Math.floor(at / saved.length)
    return { kind, call: [listCall, readCall(one.id), saveCall(one, limit)][kind] as Call }
  })
  const milliseconds = await servers.pace(
    made.map(({ call }) => call),
    pacePerSecond,
  )
  const part = (name: string, fits: (kind: number) => boolean): PacedPart => ({
    name,
    milliseconds: milliseconds.filter((_, at) => fits(made[at]?.kind ?? -1)),
  })
  return [part('все', () => true), ...names.map((name, kind) => part(name, (one) => one === kind))]
}

const ratioRow = ({ kind, ours, bare, ratios }: Measured): string[] => [
  kind.name,
  number(median(ratios), 2),
  ratios.map((ratio) => number(ratio, 2)).join('; '),
  kind.floor ? number(floor, 2) : '—',
  number(median(ours)),
  number(median(bare)),
]

const paceRow = ({ name, milliseconds }: PacedPart): string[] => [
  name,
  number(milliseconds.length),
  ...[0.5, 0.95, 0.99].map((part) => number(quantile(milliseconds, part), 1)),
]

function describe(found: number, results: readonly Measured[], paced: readonly PacedPart[]): string {
  return `${number(scale.approvers)} согласующих, ${number(scale.applications)} заявок, ${connections} соединения. Наш сервер (проверка токена и прав, проверка запроса и ответа, журнал, заголовки) и голый \`node:http\` + \`pg\` с теми же подготовленными запросами, записанными с нашего, и тем же JSON — каждый в своём процессе, по очереди, по ${seconds} с. Фоновое распределение после сохранений в замере не участвует. База пишет на диск (fsync). Первый список находит ${number(found)} строк; сохраняются ${number(connections * idsEach)} разных согласующих, и после каждого замера число новых строк истории сверено с числом ответов.

${table(['запрос', 'доля голого, медиана', 'по замерам', 'граница', 'наш, в секунду', 'голый, в секунду'], results.map(ratioRow))}

Задержка нашего сервера при ${pacePerSecond} запросах в секунду (из пяти два списка, два чтения, одно сохранение; ${paceSeconds} с; считается от момента, когда запрос должен был уйти), граница p95 — ${p95Limit} мс:

${table(['запрос', 'число', 'p50, мс', 'p95, мс', 'p99, мс'], paced.map(paceRow))}`
}

function missedOf(results: readonly Measured[], paced: readonly PacedPart[]): string[] {
  const slow = results.filter(({ kind, ratios }) => kind.floor && median(ratios) < floor)
  const p95 = quantile(paced[0]?.milliseconds ?? [], 0.95)
  return [
    ...slow.map(({ kind, ratios }) => `${kind.name}: ${number(median(ratios), 2)} голого`),
    ...(p95 < p95Limit ? [] : [`p95 при ${pacePerSecond} запросах в секунду ${number(p95, 1)} мс`]),
  ]
}

/** The product's HTTP server beside a bare one with the same SQL and JSON. */
export async function benchApi(): Promise<Section> {
  const database = await startBenchDatabase()
  try {
    const begun = performance.now()
    await fillBank(database, scale)
    console.log(`заполнено за ${number((performance.now() - begun) / 1_000)} с`)
    const servers = await startServers(database, { real: await freePort(), bare: await freePort() })
    try {
      const saved = await servers.approvers(connections * idsEach)
      const results: Measured[] = []
      for (const kind of kindsOf(saved)) results.push(await measure(servers, kind))
      const paced = await measurePace(servers, saved)
      const markdown = describe(await servers.found(), results, paced)
      return { title: 'Запросы', markdown, missed: missedOf(results, paced) }
    } finally {
      await servers.stop()
    }
  } finally {
    await database.stop()
  }
}
