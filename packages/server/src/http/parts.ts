import { randomBytes } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { headers } from '@ipoteka-office/contract/common/headers.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from './errors.ts'

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

const partHeader = 'x-part-of-request'
/** Known to this process alone: nobody outside can pass for a part. */
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

/** Sends a part through the whole server: session, rights, validation and answer are those of the call itself. */
async function answerOf(
  app: FastifyInstance,
  request: FastifyRequest,
  part: Part,
  at: number,
): Promise<string> {
  const { authorization } = request.headers
  const traceId = request.headers[headers.traceId.toLowerCase()]
  const answer = await app.inject({
    method: part.method,
    url: `/api${part.path}`,
    remoteAddress: request.ip,
    headers: {
      [partHeader]: secret,
      [headers.requestId]: `${request.id.slice(0, 60)}.${at}`,
      ...(authorization !== undefined && { authorization }),
      ...(typeof traceId === 'string' && { [headers.traceId]: traceId }),
    },
    ...(part.method === 'POST' && { payload: (part.body ?? {}) as object }),
  })
  const requestId = JSON.stringify(String(answer.headers[headers.requestId.toLowerCase()]))
  const body = answer.payload === '' ? 'null' : answer.payload
  return `{"at":${at},"status":${answer.statusCode},"requestId":${requestId},"body":${body}}\n`
}

/** The answers of the parts, a line each, as soon as each is there; a slow one holds up no other. */
export function answersOf(app: FastifyInstance, request: FastifyRequest, parts: readonly Part[]): Readable {
  const out = new PassThrough()
  const waiting = [...parts.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && !out.destroyed; next = waiting.shift())
      out.write(await answerOf(app, request, next[1], next[0]))
  }
  Promise.all(Array.from({ length: Math.min(atOnce, parts.length) }, work)).then(
    () => out.end(),
    (error: Error) => out.destroy(error),
  )
  return out
}
