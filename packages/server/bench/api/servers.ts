import assert from 'node:assert/strict'
import { join } from 'node:path'
import { headers } from '@ipoteka-office/contract/common/headers.ts'
import type { BenchDatabase } from '../database.ts'
import { startWorker, type Worker } from '../processes.ts'
import type { BareServerMessage, Calls } from './bare-server.ts'
import {
  type Call,
  type Fields,
  fieldsOf,
  listCall,
  readCall,
  type Saved,
  saveCall,
  wideListCall,
} from './calls.ts'
import type { Flooded, FloodMessage, Paced, PacedMessage } from './load.ts'
import type { RealServerMessage, RealServerStarted } from './real-server.ts'
import { prepare, type Statement } from './recording.ts'

type Target = 'real' | 'bare'

/** Both servers and what loads them, each in a process of its own. */
export interface Servers {
  /** So many ACTIVE approvers, as the form has them. */
  approvers(count: number): Promise<Saved[]>
  /** Rows that the measured list finds. */
  found(): Promise<number>
  /** Answers in a second; every list of calls is one connection. With `writes`, every answer must have left a row of history. */
  flood(
    target: Target,
    calls: readonly (readonly Call[])[],
    seconds: number,
    writes?: boolean,
  ): Promise<number>
  /** Milliseconds of each call of our server. */
  pace(calls: readonly Call[], perSecond: number): Promise<readonly number[]>
  stop(): Promise<void>
}

const file = (name: string) => join(import.meta.dirname, name)
const urlOf = (port: number) => `http://127.0.0.1:${port}`

async function send<Answer>(url: string, token: string, call: Call, requestId?: string): Promise<Answer> {
  const answer = await fetch(url + call.path, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'identity',
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...(requestId !== undefined && { [headers.requestId]: requestId }),
    },
    ...(call.body !== undefined && { body: call.body }),
  })
  if (!answer.ok) throw new Error(`${call.method} ${call.path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

const started = (worker: Worker, message: RealServerMessage) => worker.ask<RealServerStarted>(message)

async function activeIds({ sql }: BenchDatabase, condition: string, count: number): Promise<number[]> {
  const rows = await sql<{ id: number }>(
    `SELECT id FROM approver WHERE type = 'nis' AND work_status = 'ACTIVE' AND ${condition} ORDER BY hashint4(id) LIMIT $1`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Gives an approver levels and statuses of its own: a save that names new codes looks them up, and the saves of the load name none. */
const giveCodes = (
  { sql }: BenchDatabase,
  id: number,
  levels: readonly string[],
  statuses: readonly string[],
) => sql('UPDATE approver SET level_codes = $2, status_codes = $3 WHERE id = $1', [id, levels, statuses])

/** Two saves that differ in every field that a save has. */
async function exampleSaves(
  database: BenchDatabase,
  read: (id: number) => Promise<Saved>,
): Promise<[Saved, Saved]> {
  const [one = 0] = await activeIds(database, 'NOT all_partners AND all_regions', 1)
  const [other = 0] = await activeIds(database, 'all_partners AND NOT all_regions', 1)
  await giveCodes(database, one, ['LEVEL_1'], ['CONTROL'])
  await giveCodes(database, other, ['LEVEL_2'], ['UNDERWRITING', 'VERIFICATION'])
  return [
    {
      ...(await read(one)),
      workingShiftFrom: '07:01',
      workingShiftBy: '15:01',
      mortgageApplicationsLimit: 9_001,
    },
    {
      ...(await read(other)),
      workingShiftFrom: '08:02',
      workingShiftBy: '16:02',
      mortgageApplicationsLimit: 9_002,
    },
  ]
}

/** The statements of each call, as our server sends them. */
async function recordCalls(database: BenchDatabase, port: number): Promise<Calls> {
  const worker = startWorker(file('real-server.ts'))
  const { token } = await started(worker, { kind: 'start', url: database.url, port, record: true })
  const ask = <Answer>(call: Call, id?: string) => send<Answer>(urlOf(port), token, call, id)
  const take = () => worker.ask<Statement[]>({ kind: 'take-recording' } satisfies RealServerMessage)
  const record = async (call: Call, requestId?: string) => {
    await take()
    await ask(call, requestId)
    return take()
  }
  // Signs in: the rights are read once, and once more when the server has begun to listen to what changes them.
  let sent = 0
  for (let before = -1; sent !== before; sent = (await record(listCall)).length) before = sent
  const [one, other] = await exampleSaves(database, (id) => ask<Saved>(readCall(id)))
  const fields = (saved: Saved, requestId: string): Fields => fieldsOf(saved.id, saved, requestId)
  const ids = ['recorded-request-1', 'recorded-request-2'] as const
  const calls = {
    list: prepare(await record(listCall), await record(listCall), {}, {}),
    wideList: prepare(await record(wideListCall), await record(wideListCall), {}, {}),
    read: prepare(
      await record(readCall(one.id)),
      await record(readCall(other.id)),
      { id: one.id },
      { id: other.id },
    ),
    save: prepare(
      await record(saveCall(one, 9_001), ids[0]),
      await record(saveCall(other, 9_002), ids[1]),
      fields(one, ids[0]),
      fields(other, ids[1]),
    ),
  }
  await worker.stop()
  return calls
}

/** Both must answer the same, or the comparison says nothing. */
async function compareAnswers(
  urls: Record<Target, string>,
  token: string,
  ids: readonly number[],
): Promise<void> {
  for (const call of [listCall, wideListCall, ...ids.map(readCall)])
    assert.deepEqual(await send(urls.bare, token, call), await send(urls.real, token, call), call.path)
  for (const id of ids) {
    const saved = await send<Saved>(urls.real, token, readCall(id))
    const answer = await send<Saved & { version: number }>(urls.bare, token, saveCall(saved, 9_100))
    const now = await send<Saved & { version: number }>(urls.real, token, readCall(id))
    assert.equal(now.mortgageApplicationsLimit, 9_100)
    assert.deepEqual(answer, now)
  }
}

/** Starts both on the same database; what a save needs is recorded from ours first. */
export async function startServers(database: BenchDatabase, ports: Record<Target, number>): Promise<Servers> {
  const calls = await recordCalls(database, ports.real)
  const workers = {
    real: startWorker(file('real-server.ts')),
    bare: startWorker(file('bare-server.ts')),
    load: startWorker(file('load.ts')),
  }
  const urls = { real: urlOf(ports.real), bare: urlOf(ports.bare) }
  const { token } = await started(workers.real, {
    kind: 'start',
    url: database.url,
    port: ports.real,
    record: false,
  })
  await workers.bare.ask({ url: database.url, port: ports.bare, calls } satisfies BareServerMessage)
  await compareAnswers(urls, token, await activeIds(database, 'id % 7 = 0', 3))

  const historyRows = async () => {
    const [row] = await database.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM change_history WHERE object_type = 'approver' AND action = 'UPDATE'`,
    )
    return row?.n ?? 0
  }
  return {
    async approvers(count) {
      const ids = await activeIds(database, 'true', count)
      const list: Saved[] = []
      for (const id of ids) {
        const { version: _, ...saved } = await send<Saved & { version: number }>(
          urls.real,
          token,
          readCall(id),
        )
        list.push(saved)
      }
      return list
    },
    found: async () => (await send<{ totalElements: number }>(urls.real, token, listCall)).totalElements,
    async flood(target, connections, seconds, writes = false) {
      // Messages and jobs of the saves before: in the product somebody takes them out.
      // One by one: a save that is still under way holds them in another order.
      if (writes) for (const table of ['live_event', 'pgboss.job']) await database.sql(`TRUNCATE ${table}`)
      const before = writes ? await historyRows() : 0
      const message: FloodMessage = { kind: 'flood', url: urls[target], token, seconds, connections }
      const { perSecond, answers } = await workers.load.ask<Flooded>(message)
      if (writes && (await historyRows()) - before < answers)
        throw new Error(`${target}: fewer rows of history than answered saves`)
      return perSecond
    },
    async pace(list, perSecond) {
      const message: PacedMessage = { kind: 'paced', url: urls.real, token, perSecond, calls: list }
      return (await workers.load.ask<Paced>(message)).milliseconds
    },
    async stop() {
      await Promise.all(Object.values(workers).map((worker) => worker.stop()))
    },
  }
}
