import type { EndpointSpec, ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { mostTogether, readTogether } from '@ipoteka-office/contract/together/together.ts'
import { randomId } from '#lib/random-id.ts'
import { leaveCrumb } from '#lib/unexpected.ts'
import { apiBase, pathOf } from './address.ts'
import { call, type RequestArgs } from './call.ts'
import { failureOf } from './failure.ts'
import { send } from './send.ts'

interface Parts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** A read that somebody waits for. */
interface Waiting {
  readonly endpoint: EndpointSpec
  readonly request: Parts
  readonly signal: AbortSignal
  readonly answer: (body: unknown) => void
  readonly refuse: (failure: unknown) => void
}

/** A line as `ReadLine` of the contract has it. */
interface Line {
  readonly at: number
  readonly status: number
  readonly requestId: string
  readonly body: unknown
}

let waiting: Waiting[] = []

/**
 * Reads for a page. What is asked for at one moment, by parts of a page that know nothing of each other, goes to the
 * server in one request; what is alone goes alone.
 */
export function read<const S extends EndpointSpec>(
  endpoint: S,
  request: Parts,
  signal: AbortSignal = new AbortController().signal,
): Promise<ResponseOf<S>> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(sendWaiting)
    waiting.push({
      endpoint,
      request,
      signal,
      answer: (body) => resolve(body as ResponseOf<S>),
      refuse: reject,
    })
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

function sendWaiting(): void {
  const wanted = waiting.filter(({ signal }) => !signal.aborted)
  waiting = []
  for (let from = 0; from < wanted.length; from += mostTogether) {
    const some = wanted.slice(from, from + mostTogether)
    const [first] = some
    if (some.length === 1 && first) sendAlone(first)
    else void sendTogether(some)
  }
}

function sendAlone({ endpoint, request, signal, answer, refuse }: Waiting): void {
  call(endpoint, ...([request, { signal }] as unknown as RequestArgs<EndpointSpec>)).then(answer, refuse)
}

const readOf = ({ endpoint, request }: Waiting) => ({
  method: endpoint.method as 'GET' | 'POST',
  path: pathOf(endpoint, request, randomId),
  ...(endpoint.method === 'POST' && { body: request.body ?? {} }),
})

/** Gives the request up once nobody waits for any of its answers. */
function signalOf(some: readonly Waiting[]): AbortSignal {
  const all = new AbortController()
  const look = () => {
    if (some.every(({ signal }) => signal.aborted)) all.abort()
  }
  for (const { signal } of some) signal.addEventListener('abort', look, { once: true })
  return all.signal
}

async function sendTogether(some: readonly Waiting[]): Promise<void> {
  const left = new Set(some)
  try {
    const reads = some.map(readOf)
    const response = await send(readTogether, { body: { reads } }, { signal: signalOf(some) })
    await eachLine(response, (line) => {
      const one = some[line.at]
      if (one === undefined || !left.delete(one)) return
      settle(one, line, apiBase + reads[line.at]?.path)
    })
    if (left.size > 0) throw new TypeError('network: the answer broke off')
  } catch (failure) {
    for (const { refuse } of left) refuse(failure)
  }
}

function settle(one: Waiting, { status, requestId, body }: Line, url: string): void {
  leaveCrumb('call', `${one.endpoint.method} ${one.endpoint.path} ${status}`)
  if (status >= 200 && status < 300) return one.answer(body ?? undefined)
  // The token ended between the request and this read: alone it is renewed and tried once more.
  if (status === 401) return sendAlone(one)
  one.refuse(failureOf({ status, statusText: '', url, requestId, body }))
}

async function eachLine(response: Response, take: (line: Line) => void): Promise<void> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(JSON.parse(line) as Line)
  }
}
