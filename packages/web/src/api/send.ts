import { headers } from '@ipoteka-office/contract/common/headers.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { sessionOverChallenge } from '@ipoteka-office/contract/session/identity.ts'
import { deviceMark } from '#lib/device-mark.ts'
import { logWarning } from '#lib/log.ts'
import { randomId } from '#lib/random-id.ts'
import { leaveCrumb } from '#lib/unexpected.ts'
import { addressOf } from './address.ts'
import { failureOf, isRead, refusedResponse } from './failure.ts'
import { noteServerTime } from './server-time.ts'
import { noteSessionOver, tokens } from './token.ts'

/** What a caller may add to a request. */
export interface CallOptions {
  /** Gives the call up: a late answer must not replace a newer one. */
  readonly signal?: AbortSignal
  /** For a repeat of an idempotent call: the key of the first try. */
  readonly idempotencyKey?: string
  /** What an endpoint with `upload` takes instead of a body. */
  readonly file?: File
  /** Of a call in the background that nobody waits for: its refusal is not told. */
  readonly quiet?: boolean
  /** Part of a file that is asked for: `bytes=0-1023`. */
  readonly range?: string
}

const traceId = randomId()
const retryAfterMs = 1_000

interface Parts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

function headersOf(endpoint: EndpointSpec, token: string | undefined, options: CallOptions): Headers {
  const all = new Headers({
    [headers.requestId]: randomId(),
    [headers.traceId]: traceId,
    [headers.traceparent]: `00-${randomId()}-${randomId().slice(16)}-01`,
  })
  if (token !== undefined) all.set('Authorization', `Bearer ${token}`)
  // The browser itself names the type of a form with a file, with its boundary.
  if (endpoint.method !== 'GET' && endpoint.reads !== true) all.set(headers.deviceMark, deviceMark())
  if (endpoint.method !== 'GET' && !options.file) all.set('Content-Type', 'application/json')
  if (options.range !== undefined) all.set('Range', options.range)
  if (options.idempotencyKey !== undefined) all.set(headers.idempotencyKey, options.idempotencyKey)
  return all
}

function bodyFor(request: Parts, { file }: CallOptions): BodyInit {
  if (!file) return JSON.stringify(request.body ?? {})
  const form = new FormData()
  form.append('file', file)
  return form
}

/** How long whoever made a call has to tell of its refusal, the reading again that often comes before included. */
const tellWithinMs = 3_000
let tellRefusal: (failure: unknown) => void = (failure) => logWarning('Отказ вызова не показан', failure)

/** Names what tells of refused commands that their callers have kept to themselves. */
export function tellRefusals(by: (failure: unknown) => void): void {
  tellRefusal = by
}

/** A refused command is never silent: what its caller does not tell is told here. */
function watch(failure: unknown): void {
  setTimeout(() => {
    if (!isRead(failure)) tellRefusal(failure)
  }, tellWithinMs)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends a request and answers with the response, whatever its status; renews a refused token once. */
async function sendOnce(endpoint: EndpointSpec, request: Parts, options: CallOptions): Promise<Response> {
  const { signal } = options
  const attempt = (token: string | undefined) =>
    fetch(addressOf(endpoint, request, randomId), {
      method: endpoint.method,
      headers: headersOf(endpoint, token, options),
      credentials: 'same-origin',
      ...(endpoint.method === 'GET' ? {} : { body: bodyFor(request, options) }),
      ...(signal ? { signal } : {}),
    })
  const response = await attempt(await tokens.fresh())
  if (response.status !== 401) return response
  if (response.headers.get('www-authenticate') === sessionOverChallenge) {
    noteSessionOver()
    return response
  }
  const renewed = await tokens.renew()
  return renewed === undefined ? response : attempt(renewed)
}

/** Sends a request; an idempotent one is tried once more, with the same key, when the network breaks. */
export async function send(
  endpoint: EndpointSpec,
  request: Parts,
  options: CallOptions = {},
): Promise<Response> {
  const key = endpoint.idempotent ? (options.idempotencyKey ?? randomId()) : undefined
  const withKey = key === undefined ? options : { ...options, idempotencyKey: key }
  let response: Response
  try {
    response = await sendOnce(endpoint, request, withKey)
  } catch (failure) {
    if (key === undefined || options.signal?.aborted) throw failure
    await pause(retryAfterMs)
    response = await sendOnce(endpoint, request, withKey)
  }
  if (endpoint.produces !== 'lines')
    leaveCrumb('call', `${endpoint.method} ${endpoint.path} ${response.status}`)
  noteServerTime(response.headers.get(headers.serverDateTime))
  if (!response.ok) throw await refusalOf(endpoint, response, options)
  return response
}

/** What a call is rejected with; a refused command is watched until somebody tells of it. */
async function refusalOf(endpoint: EndpointSpec, response: Response, { quiet, signal }: CallOptions) {
  const isCommand = endpoint.method !== 'GET' && !endpoint.reads
  const answer = { ...(await answerOf(response.clone())), isCommand }
  // Of a file the response itself is thrown, still to be read.
  const failure = endpoint.produces === 'file' ? refusedResponse(response, answer) : failureOf(answer)
  if (isCommand && !quiet && !signal?.aborted) watch(failure)
  return failure
}

async function answerOf(response: Response) {
  return {
    status: response.status,
    statusText: response.statusText,
    url: response.url,
    requestId: response.headers.get(headers.requestId),
    body: await bodyOf(response),
  }
}

/** The body of an answer: parsed JSON, else text, undefined when empty. */
export async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  if (!response.headers.get('content-type')?.includes('json')) return text
  return JSON.parse(text)
}
