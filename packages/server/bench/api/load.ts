import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { answerMessages } from '../processes.ts'
import type { Call } from './calls.ts'

/** As many requests as the server takes, every connection with calls of its own, one after the other. */
export interface FloodMessage {
  readonly kind: 'flood'
  readonly url: string
  readonly token: string
  readonly seconds: number
  readonly connections: readonly (readonly Call[])[]
}
export interface Flooded {
  readonly perSecond: number
  readonly answers: number
}

/** Requests at fixed moments, whether or not those before them are answered. */
export interface PacedMessage {
  readonly kind: 'paced'
  readonly url: string
  readonly token: string
  readonly perSecond: number
  /** A call may be another person's than the message's. */
  readonly calls: readonly (Call & { readonly token?: string })[]
}
export interface Paced {
  /** From the moment a request was due to its whole answer, in the order of the calls. */
  readonly milliseconds: readonly number[]
}

const headersOf = (token: string, { body }: Call): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(body !== undefined && { 'content-type': 'application/json' }),
})

async function flood({ url, token, seconds, connections }: FloodMessage): Promise<Flooded> {
  let next = 0
  const result = await autocannon({
    url,
    connections: connections.length,
    duration: seconds,
    requests: [{ method: 'GET', path: '/', headers: {} }],
    setupClient(client) {
      const calls = connections[next % connections.length] ?? []
      next += 1
      client.setRequests(calls.map((call) => ({ ...call, headers: headersOf(token, call) })))
    },
  })
  const failed = result.errors + result.timeouts + result.non2xx
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests failed at ${url}`)
  return { perSecond: result.requests.total / result.duration, answers: result.requests.total }
}

function send(url: string, token: string, call: Call, agent: Agent): Promise<void> {
  return new Promise((done, fail) => {
    const headers = headersOf(token, call)
    if (call.body !== undefined) headers['content-length'] = String(Buffer.byteLength(call.body))
    const sent = request(`${url}${call.path}`, { method: call.method, headers, agent }, (answer) => {
      answer.resume()
      answer.on('error', fail)
      answer.on('end', () =>
        answer.statusCode === 200 ? done() : fail(new Error(`${call.path}: ${answer.statusCode}`)),
      )
    })
    sent.on('error', fail)
    sent.end(call.body)
  })
}

async function pace({ url, token, perSecond, calls }: PacedMessage): Promise<Paced> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const begun = performance.now()
  const milliseconds = await Promise.all(
    calls.map(async (call, at) => {
      const due = begun + (at * 1_000) / perSecond
      await sleep(Math.max(0, due - performance.now()))
      await send(url, call.token ?? token, call, agent)
      return performance.now() - due
    }),
  )
  agent.destroy()
  return { milliseconds }
}

answerMessages<FloodMessage | PacedMessage>(async (message) =>
  message.kind === 'flood' ? flood(message) : pace(message),
)
