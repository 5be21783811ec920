import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approversExport } from '@ipoteka-office/contract/approvers/approvers.ts'
import { type BackgroundTask, getTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { fillPath } from '@ipoteka-office/contract/path.ts'
import { getSystemState, type SystemState } from '@ipoteka-office/contract/system/system.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { LogLine } from '#lib/log/log-line.ts'
import { freePort, Product } from '#testing/processes/product.ts'
import { directGrant } from '#testing/processes/direct-grant.ts'
import { templateUrl, withAdmin } from '#testing/test-database.ts'

const { url: server } = inject('testDatabase')
const name = `ipoteka_roles_${randomBytes(4).toString('hex')}`
const databaseUrl = templateUrl(server, name)
const place = mkdtempSync(join(tmpdir(), 'ipoteka-roles-'))
const port = await freePort()

/** Workers name their connections, so that it can be seen whose they are; the others keep the names of the product. */
function databaseOf(process: string): string {
  if (!process.startsWith('worker')) return databaseUrl
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', process)
  return url.href
}

const productOf = async (process: string, ownPort?: number) =>
  new Product({
    dataDir: join(place, process),
    port: ownPort ?? (await freePort()),
    env: {
      ROLE: process.replace(/-\d$/, ''),
      DATABASE_URL: databaseOf(process),
      // One address for all, as behind a proxy: a token of one of them is good at the other.
      PUBLIC_URL: `http://localhost:${port}`,
      FILES_DIR: join(place, 'files'),
      DEMO_DATA: 'yes',
    },
  })
const web = [await productOf('web-1', port), await productOf('web-2')] as const
const workers = { 'worker-1': await productOf('worker-1'), 'worker-2': await productOf('worker-2') }
const all = [...web, ...Object.values(workers)]
let owner: pg.Client

beforeAll(async () => {
  await withAdmin(server, (admin) => admin.query(`CREATE DATABASE ${name}`))
  owner = new pg.Client({ connectionString: databaseUrl })
  await owner.connect()
})
afterAll(async () => {
  await Promise.all(all.map((one) => one.kill()))
  await owner.end()
  await withAdmin(server, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  rmSync(place, { recursive: true, force: true })
})

const rowsOf = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  (await owner.query<T>(sql, values)).rows

const signIn = async (): Promise<string> => (await directGrant(web[0].url, 'admin')).access_token

async function call<T>(at: Product, token: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${at.url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as T
}

/** An export in the background, as a person starts it; answers its number. */
async function startExport(token: string): Promise<number> {
  const path = fillPath(approversExport.task.path, { type: 'oic' })
  const body = { format: 'csv', filter: {}, columns: ['fullName'], sort: 'fullName,asc' }
  return (await call<{ id: number }>(web[0], token, path, body)).id
}
const stateOf = async (token: string, id: number) =>
  (await call<BackgroundTask>(web[1], token, fillPath(getTask.path, { id }))).state

it('two servers of people and two workers start at once on an empty database, and the demo bank is filled once', async () => {
  await Promise.all(all.map((one) => one.start(240)))
  const filled = all.filter(({ logFile }) =>
    readFileSync(logFile, 'utf8').includes('демонстрационный банк создан'),
  )
  expect(filled).toHaveLength(1)
  expect(await rowsOf(`SELECT count(*)::int AS banks FROM partner WHERE 'Ahml' = ANY(roles)`)).toEqual([
    { banks: 1 },
  ])

  const { processes } = await call<SystemState>(web[1], await signIn(), getSystemState.path)
  expect(processes.map(({ role, state }) => `${role} ${state}`).toSorted()).toEqual([
    'WEB ALIVE',
    'WEB ALIVE',
    'WORKER ALIVE',
    'WORKER ALIVE',
  ])
}, 300_000)

it('a worker answers probes and figures, and nothing else', async () => {
  const { url } = workers['worker-1']
  const statuses = await Promise.all(
    ['/healthz', '/readyz', '/metrics', '/', '/api/partner', '/auth/', '/assets/keycloak.json'].map(
      async (path) => (await fetch(`${url}${path}`)).status,
    ),
  )
  expect(statuses).toEqual([200, 200, 200, 404, 404, 404, 404])
  // A web process tells how the queues stand as well: it is when workers are gone that somebody has to hear of it.
  for (const at of [url, web[0].url])
    expect(await (await fetch(`${at}/metrics`)).text()).toMatch(/ipoteka_jobs/)
})

it('of two workers one keeps the timers: each turn of a minute is put in once', async () => {
  const turns = () =>
    rowsOf<{ turns: number }>(`
      SELECT count(*)::int AS turns FROM pgboss.job WHERE name = '__pgboss__send-it'
      GROUP BY data ->> 'name', date_trunc('minute', singleton_on)`)
  await expect
    .poll(async () => (await turns()).length, { timeout: 120_000, interval: 500 })
    .toBeGreaterThan(0)
  expect(Math.max(...(await turns()).map((row) => row.turns))).toBe(1)
}, 150_000)

it('a job of a killed worker is done by the other', async () => {
  const token = await signIn()
  // The export stops where its end is to be told, for as long as the table is held.
  await owner.query('BEGIN; LOCK TABLE notification IN SHARE MODE')
  const id = await startExport(token)
  const taken = async () => {
    const rows = await rowsOf<{ by: string }>(`
      SELECT application_name AS by FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name LIKE 'worker-%'`)
    return rows[0]?.by as keyof typeof workers | undefined
  }
  await expect.poll(taken, { timeout: 60_000 }).toBeDefined()
  const by = await taken()
  if (by === undefined) throw new Error('nobody has taken the job')
  await workers[by].kill()
  await owner.query('COMMIT')
  // Half a minute of silence tells that it is gone, then the queue is looked through.
  await expect.poll(() => stateOf(token, id), { timeout: 120_000, interval: 500 }).toBe('COMPLETED')
  await workers[by].start()
}, 240_000)

it('without workers people go on working, and jobs wait for one to come', async () => {
  const token = await signIn()
  await Promise.all(Object.values(workers).map((one) => one.stop()))
  const id = await startExport(token)
  // A killed worker is shown for a while yet, silent as soon as it is missed.
  const alive = async () => {
    const { processes } = await call<SystemState>(web[1], token, getSystemState.path)
    return processes.filter(({ state }) => state === 'ALIVE').map(({ role }) => role)
  }
  await expect.poll(alive, { timeout: 60_000 }).toEqual(['WEB', 'WEB'])
  // Who takes jobs or keeps timers is connected to the queue; the database sees a connection end a moment later.
  const connected = async () =>
    (
      await rowsOf(`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND (application_name = 'ipoteka-jobs' OR application_name LIKE 'worker-%')`)
    ).length
  await expect.poll(connected).toBe(0)
  expect(await stateOf(token, id)).toBe('IDLE')
  await workers['worker-2'].start()
  await expect.poll(() => stateOf(token, id), { timeout: 60_000 }).toBe('COMPLETED')
}, 180_000)

it('every line of their logs keeps the schema; what begins with no brace is for whoever started them', async () => {
  const lines = all
    .flatMap(({ logFile }) => readFileSync(logFile, 'utf8').split('\n'))
    .filter((line) => line.startsWith('{'))
  const wrong = lines.filter((line) => !LogLine.safeParse(JSON.parse(line)).success)
  expect(wrong).toEqual([])
  expect(lines.map((line) => LogLine.parse(JSON.parse(line)).msg)).toContain('request')
})
