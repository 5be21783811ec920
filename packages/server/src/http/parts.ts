import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { constants } from 'node:zlib'
import { headers } from '@ipoteka-office/contract/common/headers.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from './errors.ts'
import { spanOfRequest } from './trace-requests.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call that changes nothing and answers with JSON: what a part of a common request may be. */
    readsJson?: boolean
  }
}

/** A read that is asked for inside another request. */
export interface Part {
  readonly method: 'GET' | 'POST'
  /** Under /api. */
  readonly path: string
  readonly body?: unknown
}

/** Of an answer that comes line by line. */
export const linesType = 'application/x-ndjson; charset=utf-8'

/** Every line leaves packed at once instead of waiting until there is enough to pack well. */
export const packLines = {
  customTypes: /^application\/x-ndjson/,
  threshold: 0,
  brotliOptions: {
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: 3 },
  },
  zlibOptions: { flush: constants.Z_SYNC_FLUSH, level: 4 },
}

/** Whoever guessed its value would gain nothing: a part may do less than a request of its own. */
const partHeader = 'x-part-of-request'
const secret = randomBytes(24).toString('base64url')
/** As many as a browser asks of one server at once. */
const atOnce = 6

/** Parts reach only calls that read JSON: by the route that was found, not by how the address looks. */
export function guardParts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = request.headers[partHeader] === secret && request.routeOptions.config.readsJson !== true
    done(isRefused ? notFound() : undefined)
  })
}

/** Nothing of the common request goes along but who asks, from where, what was written last, and the numbers by which it is found in the log. */
function headersOf(request: FastifyRequest, at: number): Record<string, string> {
  const { authorization, cookie } = request.headers
  const span = spanOfRequest(request)
  const traceId = request.headers[headers.traceId.toLowerCase()]
  return {
    [partHeader]: secret,
    [headers.requestId]: `${request.id.slice(0, 60)}.${at}`,
    ...(authorization !== undefined && { authorization }),
    ...(cookie !== undefined && { cookie }),
    ...(typeof traceId === 'string' && { [headers.traceId]: traceId }),
    ...(span !== undefined && { traceparent: span.traceparent }),
  }
}

/** Sends a part through the whole server: session, rights, validation and answer are those of the call itself. */
async function answerOf(
  app: FastifyInstance,
  request: FastifyRequest,
  part: Part,
  at: number,
): Promise<string> {
  const body = part.method === 'POST' ? JSON.stringify(part.body === undefined ? {} : part.body) : null
  const answer = await app.inject({
    method: part.method,
    url: `/api${part.path}`,
    remoteAddress: request.ip,
    headers: {
      ...headersOf(request, at),
      ...(body !== null && { 'content-type': 'application/json' }),
    },
    ...(body !== null && { payload: body }),
  })
  const requestId = JSON.stringify(String(answer.headers[headers.requestId.toLowerCase()]))
  const text = answer.payload === '' ? 'null' : answer.payload
  return `{"at":${at},"status":${answer.statusCode},"requestId":${requestId},"body":${text}}\n`
}

/**
 * The answers of the parts, a line each, as soon as each is there; a slow one holds up no other. Once the reader has
 * gone nothing further is asked, and for one who reads slowly no more is asked than is read.
 */
export function answersOf(app: FastifyInstance, request: FastifyRequest, parts: readonly Part[]): Readable {
  const out = new PassThrough()
  const gone = new AbortController()
  out.once('close', () => gone.abort())
  const waiting = [...parts.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && !out.destroyed; next = waiting.shift()) {
      const line = await answerOf(app, request, next[1], next[0])
      if (out.destroyed) return
      // A wait that the reader's leaving ends is no failure: the loop sees that nobody is there.
      if (!out.write(line)) await once(out, 'drain', { signal: gone.signal }).catch(() => undefined)
    }
  }
  Promise.all(Array.from({ length: Math.min(atOnce, parts.length) }, work)).then(
    () => out.end(),
    (error: Error) => out.destroy(error),
  )
  return out
}
