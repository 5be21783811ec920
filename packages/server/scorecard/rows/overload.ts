import { Agent, createServer, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { BankUnderTest } from '../bank-under-test.ts'
import { type Check, percentile } from '../check.ts'

/** Sends one request and answers its status, or how it broke, and whether it was told when to come again. */
type Send = () => Promise<{ status: number | string; comesAgain: boolean }>

interface Load {
  readonly statuses: Map<number | string, number>
  readonly sent: number
  /** 503 without Retry-After. */
  readonly rude: number
  readonly health: readonly number[]
  readonly recoveredMs: number
}

/** Requests a second that 32 clients get done, each sending the next when the last is answered. */
async function capacity(send: Send, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let done = 0
  const client = async () => {
    while (performance.now() < until) if ((await send()).status === 200) done += 1
  }
  await Promise.all(Array.from({ length: 32 }, client))
  return done / seconds
}

/** Asks the health address from a thread of its own: the load must not slow the clock that measures it. */
const watcher = `
const { parentPort, workerData } = require('node:worker_threads')
const { request, Agent } = require('node:http')
const agent = new Agent({ keepAlive: true })
const ask = () => {
  const begun = performance.now()
  const next = () => { parentPort.postMessage(performance.now() - begun); setTimeout(ask, 50) }
  request(workerData, { agent }, (answer) => { answer.resume(); answer.on('end', next) }).on('error', next).end()
}
ask()`

/** Sends at a fixed rate, whatever is answered, then waits until the answers are good and quick again. */
async function overload(send: Send, healthUrl: string, perSecond: number, seconds: number): Promise<Load> {
  const health: number[] = []
  const thread = new Worker(watcher, { eval: true, workerData: healthUrl })
  thread.on('message', (ms: number) => health.push(ms))
  const statuses = new Map<number | string, number>()
  const underWay: Promise<void>[] = []
  let rude = 0
  const one = async () => {
    const { status, comesAgain } = await send()
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status === 503 && !comesAgain) rude += 1
  }
  const begun = performance.now()
  for (let past = 0; past < seconds; past = (performance.now() - begun) / 1_000) {
    while (underWay.length < past * perSecond) underWay.push(one())
    await sleep(5)
  }
  await thread.terminate()
  const end = performance.now()
  for (let good = 0; good < 5 && performance.now() - end < 30_000; ) {
    const asked = performance.now()
    good = (await send()).status === 200 && performance.now() - asked < 500 ? good + 1 : 0
  }
  const recoveredMs = performance.now() - end
  await Promise.all(underWay)
  return { statuses, sent: underWay.length, rude, health, recoveredMs }
}

function judge({ statuses, rude }: Load): string[] {
  const faults: string[] = []
  const odd = [...statuses.keys()].filter((status) => status !== 200 && status !== 503)
  if (odd.length > 0) faults.push(`ответы ${odd.join(', ')} вместо 200 и 503`)
  if (!statuses.has(200)) faults.push('под перегрузкой ни одного полезного ответа')
  if (rude > 0) faults.push(`503 без Retry-After: ${rude}`)
  return faults
}

/** What was answered too late, or without haste: beside other work nobody sends fast enough to overload anything. */
function lateness({ statuses, health, recoveredMs }: Load): string[] {
  const faults: string[] = []
  if (!statuses.has(503)) faults.push('ни одного отказа 503: перегрузки не было или её не заметили')
  const slowest = percentile(health, 0.99)
  if (health.length === 0 || slowest >= 100) faults.push(`/healthz отвечал ${Math.round(slowest)} мс (p99)`)
  if (recoveredMs > 5_000) faults.push(`вернулся к работе за ${Math.round(recoveredMs)} мс`)
  return faults
}

const sender = (
  url: string,
  options: { method: string; headers: Record<string, string>; body?: string },
): Send => {
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
  const { body, ...rest } = options
  return () =>
    new Promise((done) => {
      const broken = (error: Error & { code?: string }) =>
        done({ status: error.code ?? error.message, comesAgain: false })
      const call = request(url, { ...rest, agent }, (answer) => {
        answer.resume()
        answer.on('error', broken)
        answer.on('end', () =>
          done({
            status: answer.statusCode ?? 0,
            comesAgain: answer.headers['retry-after'] !== undefined,
          }),
        )
      })
      call.setTimeout(30_000, () => call.destroy(new Error('no answer')))
      call.on('error', broken)
      call.end(body)
    })
}

/** A server that takes on everything: one request after another, 20 ms each, nobody refused. */
async function planted(): Promise<boolean> {
  let last: Promise<unknown> = Promise.resolve()
  const patient = createServer((_request, answer) => {
    last = last.then(() => sleep(20)).then(() => answer.end('{}'))
  })
  await new Promise<void>((done) => patient.listen(0, '127.0.0.1', done))
  const address = patient.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
  const load = await overload(sender(url, { method: 'GET', headers: {} }), url, 200, 2)
  const seen = [...judge(load), ...lateness(load)]
  patient.closeAllConnections()
  patient.close()
  return seen.some((fault) => fault.includes('503')) && seen.some((fault) => fault.includes('/healthz'))
}

export const overloadChecks: Check[] = [
  {
    row: 5,
    title: 'перегрузка вчетверо',
    release: false,
    async run(bank: BankUnderTest, extent) {
      const body = '{}'
      const send = sender(`${bank.url}/api/partner/nis/list?page=0&size=20&sort=fullName,asc`, {
        method: 'POST',
        body,
        headers: {
          authorization: `Bearer ${await bank.token('admin')}`,
          'content-type': 'application/json',
          'content-length': String(body.length),
        },
      })
      const seconds = extent.of(15, 0.6)
      await capacity(send, extent.of(2, 0.2))
      const able = await capacity(send, extent.of(5, 0.4))
      const load = await overload(send, `${bank.url}/healthz`, able * 4, seconds)
      const list = [...load.statuses].map(([status, n]) => `${status} — ${n}`).join(', ')
      return {
        measured: `выдерживает ${Math.round(able)} списков в секунду, послано ${load.sent} за ${seconds} с: ${list}; /healthz p50 ${Math.round(percentile(load.health, 0.5))} мс, p99 ${Math.round(percentile(load.health, 0.99))} мс; снова быстро через ${Math.round(load.recoveredMs)} мс`,
        faults: judge(load),
        late: lateness(load),
        control: { planted: 'сервер, который берёт всё в очередь', found: await planted() },
      }
    },
  },
]
