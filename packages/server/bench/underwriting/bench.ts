import { join } from 'node:path'
import { freePort } from '#testing/processes/product.ts'
import type { Call } from '../api/calls.ts'
import type { Paced, PacedMessage } from '../api/load.ts'
import type { BenchLogin, RealServerMessage, RealServerStarted } from '../api/real-server.ts'
import { type BenchDatabase, demoBank, startBenchDatabase } from '../database.ts'
import { startWorker, type Worker } from '../processes.ts'
import { number, quantile, type Section, table } from '../report.ts'
import { journalKinds, type Kind, type Opened, pageKinds, statisticsKinds } from './calls.ts'
import { fillApplications, type Filled, type Scale } from './fill.ts'
import { type Ask, measureSigning } from './sign.ts'
import { mixOf } from '../mix.ts'

/** `--small` tries the bench itself; its figures say nothing of the full size. */
const isSmall = process.argv.includes('--small')
const scale: Scale = isSmall ? { mortgages: 21_000, loans: 9_000 } : { mortgages: 700_000, loans: 300_000 }
const warmUpSeconds = 10
/** How often and how long each group of calls is asked. */
const paces = {
  journals: { perSecond: 50, seconds: isSmall ? 20 : 60 },
  pages: { perSecond: 5, seconds: isSmall ? 20 : 60 },
  statistics: { perSecond: 0.1, seconds: isSmall ? 30 : 60 },
}
const signatures = isSmall ? 20 : 100
const signLimit = 100

interface Target {
  readonly url: string
  readonly tokens: RealServerStarted['tokens']
  readonly load: Worker
}

interface Measured {
  readonly name: string
  readonly limit: number
  readonly milliseconds: readonly number[]
}

const api = (name: string) => join(import.meta.dirname, '../api', name)

/** Calls at fixed moments, one after another where they are rarer than answers. */
async function measure(
  { url, tokens, load }: Target,
  kinds: readonly Kind[],
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Measured[]> {
  const mix = mixOf(kinds)
  const made = Array.from({ length: Math.ceil(perSecond * seconds) }, (_, turn) => {
    const kind = mix[turn % mix.length]
    if (kind === undefined) throw new Error('There are kinds')
    return { kind, call: { ...kind.call(Math.floor(turn / mix.length)), token: tokens[kind.as] } }
  })
  const calls: readonly (Call & { readonly token: string })[] = made.map(({ call }) => call)
  const message: PacedMessage = { kind: 'paced', url, token: tokens.admin, perSecond, calls }
  const { milliseconds } = await load.ask<Paced>(message)
  return kinds.map(({ name, limit }) => ({
    name,
    limit,
    milliseconds: milliseconds.filter((_, at) => made[at]?.kind.name === name),
  }))
}

/** Cases spread over the whole bank; the connected ones are those whose people have most in common with others. */
async function findOpened({ sql }: BenchDatabase, { lastOwn }: Filled): Promise<Opened> {
  const spread = async (condition: string) => {
    const rows = await sql<{ id: number }>(
      `SELECT id FROM (SELECT f.id FROM case_file f WHERE f.id > $1 AND ${condition} ORDER BY hashint4(f.id) LIMIT 300) x`,
      [lastOwn],
    )
    return rows.map(({ id }) => id)
  }
  const reviewed = `f.stage IN ('UNDERWRITING', 'DECISION_CONTROL', 'APPROVED', 'VERIFICATION')`
  return {
    mortgages: await spread(`f.type = 'FULL_APPLICATION' AND ${reviewed}`),
    loans: await spread(`f.type = 'LOAN_APPLICATION' AND ${reviewed}`),
    connected: await spread(`EXISTS (SELECT FROM case_tie t WHERE t.case_id = f.id AND t.kind = 'DEVICE') AND
      f.type = 'FULL_APPLICATION' OR f.id > $1 AND f.type = 'FULL_APPLICATION' AND f.id % 5 = 0 AND ${reviewed}`),
  }
}

/** Calls as one person; null for a refusal. */
const asking =
  ({ url, tokens }: Target, login: BenchLogin): Ask =>
  async <Answer>(path: string, body?: object) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${tokens[login]}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.ok ? ((await answer.json()) as Answer) : null
  }

const rowOf = ({ name, limit, milliseconds }: Measured): string[] => [
  name,
  number(milliseconds.length),
  ...[0.5, 0.95, 0.99].map((part) => number(quantile(milliseconds, part), 1)),
  number(limit),
]

const describe = (filled: Filled, results: readonly Measured[]) =>
  `${number(filled.mortgages + filled.loans)} заявок (${number(filled.loans)} — кредиты) с анкетами, ${number(filled.checks)} проверками, ${number(filled.decisions)} решениями, ${number(filled.reports)} кредитными отчётами и ${number(filled.edges)} признаками, по которым строится граф связей: демонстрационный банк, размноженный с другими людьми, номерами и минутами. Журналы — ${paces.journals.perSecond} запросов в секунду вперемешку, ответ — 20 строк и общее число (больше тысячи помнится несколько секунд); страницы заявки и граф — ${paces.pages.perSecond} в секунду, статистика — раз в ${1 / paces.statistics.perSecond} с; время считается от момента, когда запрос должен был уйти. Подпись — одобрение, одна за другой, в разных заявках, вместе с ответом «что теперь по заявке».${isSmall ? ' Уменьшенный прогон: проверка самого измерения.' : ''}

${table(['запрос', 'раз', 'p50, мс', 'p95, мс', 'p99, мс', 'граница p95, мс'], results.map(rowOf))}`

async function measureAll(
  target: Target,
  database: BenchDatabase,
  filled: Filled,
): Promise<readonly Measured[]> {
  const opened = await findOpened(database, filled)
  const today = Temporal.Now.plainDateISO('Europe/Moscow').toString()
  const pages = pageKinds(opened)
  await measure(target, journalKinds, { ...paces.journals, seconds: warmUpSeconds })
  const ofJournals = await measure(target, journalKinds, paces.journals)
  await measure(target, pages, { ...paces.pages, seconds: warmUpSeconds })
  const ofPages = await measure(target, pages, paces.pages)
  const ofStatistics = await measure(target, statisticsKinds(today), paces.statistics)
  const signing = await measureSigning(database.sql, asking(target, 'underwriter'), {
    lastOwn: filled.lastOwn,
    count: signatures,
  })
  const ofSigning = { name: 'подпись решения', limit: signLimit, milliseconds: signing }
  return [...ofJournals, ...ofPages, ...ofStatistics, ofSigning]
}

/** Measures everything against a filled database. */
export async function measureFilled(database: BenchDatabase, filled: Filled): Promise<Section> {
  const port = await freePort()
  const server = startWorker(api('real-server.ts'))
  const load = startWorker(api('load.ts'))
  try {
    const message: RealServerMessage = { kind: 'start', url: database.url, port, record: false }
    const { tokens } = await server.ask<RealServerStarted>(message)
    const results = await measureAll({ url: `http://127.0.0.1:${port}`, tokens, load }, database, filled)
    for (const result of results) console.log(rowOf(result).join(' | '))
    const missed = results
      .filter(({ limit, milliseconds }) => !(quantile(milliseconds, 0.95) < limit))
      .map(({ name, milliseconds }) => `${name}: p95 ${number(quantile(milliseconds, 0.95), 1)} мс`)
    return { title: 'Андеррайтинг', markdown: describe(filled, results), missed }
  } finally {
    await Promise.all([server.stop(), load.stop()])
  }
}

/** Journals, pages of one case, statistics and signatures of underwriters at the full size. */
export async function benchUnderwriting(): Promise<Section> {
  const database = await startBenchDatabase(demoBank)
  try {
    const begun = performance.now()
    const filled = await fillApplications(database, scale)
    console.log(`заполнено за ${number((performance.now() - begun) / 1_000)} с`)
    return await measureFilled(database, filled)
  } finally {
    await database.stop()
  }
}
