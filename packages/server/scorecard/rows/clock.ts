import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { SystemState } from '@ipoteka-office/contract/system/system.ts'
import type { Product } from '#testing/processes/product.ts'
import { directGrant } from '#testing/processes/direct-grant.ts'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, type Extent, type Finding, firstOf } from '../check.ts'

const hourMs = 3_600_000
/** What tokens, deadlines and days have to forgive. */
const forgivenMs = 55_000
const movedClock = pathToFileURL(join(import.meta.dirname, '../moved-clock.ts')).href

/** A process on the bank's database whose clock is wrong. */
const beside = (bank: BankUnderTest, aheadMs: number): Promise<Product> =>
  bank.beside(`at${aheadMs}`, {
    NODE_OPTIONS: `--import=${movedClock}`,
    CLOCK_AHEAD_MS: String(aheadMs),
  })

interface Asked {
  readonly status: number
  readonly body: unknown
}

const ask = async (url: string, token?: string): Promise<Asked> => {
  const headers = new Headers(token === undefined ? [] : [['authorization', `Bearer ${token}`]])
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) })
  return { status: answer.status, body: await answer.json() }
}

async function untilAnswers({ url }: Product, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1_000
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    if (performance.now() > until) throw new Error(`Nobody answers at ${url}`)
    await sleep(200)
  }
}

/** A clock that is a little wrong is nobody's trouble: whoever signed in at one process works at the other. */
async function forgiven(bank: BankUnderTest, near: Product): Promise<string[]> {
  const faults: string[] = []
  const ready = await ask(`${near.url}/readyz`)
  if (ready.status !== 200) faults.push(`часы +55 с: ${JSON.stringify(ready.body)}`)
  const here = await ask(`${near.url}/api/case/1`, await bank.token('admin'))
  if (here.status !== 200) faults.push(`часы +55 с: верный токен — ${here.status}`)
  const { access_token: token } = await directGrant(near.url, 'admin')
  const there = await ask(`${bank.url}/api/case/1`, token)
  if (there.status !== 200) faults.push(`токен процесса с часами +55 с — ${there.status}`)
  return faults
}

/** A clock that is an hour wrong takes no requests; whoever comes all the same gets no error of the server. */
async function refused(bank: BankUnderTest, wrong: Product, name: string): Promise<string[]> {
  const faults: string[] = []
  const ready = await ask(`${wrong.url}/readyz`)
  const isTold = JSON.stringify(ready.body) === JSON.stringify({ status: 'not ready', failed: ['clock'] })
  if (ready.status !== 503 || !isTold) faults.push(`часы ${name}: готовность ${JSON.stringify(ready.body)}`)
  const { status } = await ask(`${wrong.url}/api/case/1`, await bank.token('admin'))
  if (status !== 200 && status !== 401) faults.push(`часы ${name}: вызов — ${status}`)
  return faults
}

/** By how many hours clocks are off, as administrators see it; those that are right are left out. */
async function shownHours(bank: BankUnderTest): Promise<number[]> {
  const { processes } = await bank.read<SystemState>('GET', '/api/system')
  return processes
    .map(({ clockOffsetMs }) => Math.round(clockOffsetMs / hourMs))
    .filter((hours) => hours !== 0)
    .toSorted((one, other) => one - other)
}

/** Turns of recurring work that were put into the queue twice in a minute, or not at all, since the moment. */
async function wrongTurns(bank: BankUnderTest, since: string, minutes: number): Promise<string[]> {
  const rows = await bank.sql<{ name: string; turns: number; distinct: number }>(
    `SELECT s.name, count(j.id)::int AS turns, count(DISTINCT j.data ->> 'slot')::int AS distinct
      FROM pgboss.schedule s LEFT JOIN pgboss.job j ON j.name = '__pgboss__send-it' AND j.data ->> 'name' = s.name
        AND j.created_on >= $1
      WHERE s.cron = '* * * * *' GROUP BY s.name`,
    [since],
  )
  return rows.flatMap(({ name, turns, distinct }) => [
    ...(turns > distinct ? [`${name}: в одну минуту дважды, ${turns} на ${distinct} мин`] : []),
    ...(distinct < minutes - 1 ? [`${name}: за ${minutes} мин ${distinct} раз`] : []),
  ])
}

/** A turn that two instances have sent: as if each went by its own clock. */
async function plantTwice(bank: BankUnderTest): Promise<boolean> {
  const [row] = await bank.sql<{ at: string }>('SELECT now()::text AS at')
  await bank.sql(
    `INSERT INTO pgboss.job (name, data, state) SELECT '__pgboss__send-it', jsonb_build_object('name', s.name, 'slot', 'planted'),
        'completed'
      FROM (SELECT name FROM pgboss.schedule WHERE cron = '* * * * *' LIMIT 1) s, generate_series(1, 2)`,
  )
  return (await wrongTurns(bank, row?.at ?? '', 0)).some((fault) => fault.includes('дважды'))
}

async function underWrongClocks(bank: BankUnderTest, extent: Extent, others: Product[]): Promise<Finding> {
  const [near, fast, slow] = [
    await beside(bank, forgivenMs),
    await beside(bank, hourMs),
    await beside(bank, -hourMs),
  ]
  others.push(near, fast, slow)
  await near.start(extent.of(60, 150))
  // A clock that is wrong is told of, so these never become ready.
  for (const wrong of [fast, slow]) {
    void wrong.start(extent.of(600, 240)).catch(() => undefined)
    await untilAnswers(wrong, extent.of(60, 150))
  }
  const faults = [
    ...(await forgiven(bank, near)),
    ...(await refused(bank, fast, '+1 ч')),
    ...(await refused(bank, slow, '−1 ч')),
  ]
  const hours = await shownHours(bank)
  if (JSON.stringify(hours) !== '[-1,1]') faults.push(`«Состояние системы» показывает часы ${hours}`)
  const minutes = extent.of(5, 0)
  const [row] = await bank.sql<{ at: string }>(
    `SELECT (date_trunc('minute', now()) + interval '1 minute')::text AS at`,
  )
  await sleep(minutes === 0 ? 0 : (minutes + 1) * 60_000)
  faults.push(...(await wrongTurns(bank, row?.at ?? '', minutes)))
  return {
    measured: `рядом процессы с часами +55 с, +1 ч и −1 ч: первый принимает и выдаёт токены, двое других не готовы и видны администратору; за ${minutes} мин ежеминутные задания ставились раз в минуту`,
    faults: firstOf(faults),
    control: { planted: 'ход задания поставлен дважды', found: await plantTwice(bank) },
    notRun: [
      'перевод часов самой базы; полночь — с подставленными часами (`distribution.rules.test.ts` и другие)',
    ],
  }
}

export const clockChecks: Check[] = [
  {
    row: 16,
    title: 'часы процесса на минуту и на час впереди и позади',
    release: false,
    async run(bank, extent) {
      const others: Product[] = []
      try {
        return await underWrongClocks(bank, extent, others)
      } finally {
        for (const other of others) {
          await other.stop()
          await rm(other.dataDir, { recursive: true, force: true })
        }
      }
    },
  },
]
