import { headers } from '@ipoteka-office/contract/common/headers.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginSpan, errorTypeOf, inside, type Span } from '#lib/tracing/tracing.ts'

const spans = new WeakMap<FastifyRequest, Span>()
const visitHeader = headers.traceId.toLowerCase()
const saneId = /^[\w.-]{8,64}$/

const textOf = (value: string | string[] | undefined) =>
  typeof value === 'string' && saneId.test(value) ? value : undefined

/** The span of a request; undefined: tracing is off. */
export const spanOfRequest = (request: FastifyRequest): Span | undefined => spans.get(request)

/** Runs what belongs to a request in its span. */
export const inSpanOf = (request: FastifyRequest, work: () => void): void => {
  const span = spans.get(request)
  if (span === undefined) work()
  else inside(span, work)
}

/** A span for every request, by its route and its number; nothing of the address, the query or the body goes along. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? '(none)'
    const visit = textOf(request.headers[visitHeader])
    const traceparent = request.headers[headers.traceparent]
    const span = beginSpan({
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'ipoteka.request_id': request.id,
        ...(visit !== undefined && { 'ipoteka.visit_id': visit }),
      },
      // The browser's, or that of the common request whose part this is.
      parent: typeof traceparent === 'string' ? traceparent : undefined,
    })
    if (span !== undefined) spans.set(request, span)
    inSpanOf(request, done)
  })
  // The parsing of a body loses it: what goes on is put in again.
  app.addHook('preValidation', (request, _reply, done) => inSpanOf(request, done))
  app.addHook('onError', (request, _reply, error, done) => {
    spans.get(request)?.note({ 'exception.type': errorTypeOf(error) })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.note({ 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= 500) span?.fail(String(reply.statusCode))
    span?.end()
    done()
  })
  // The reader has gone before the answer was whole.
  app.addHook('onRequestAbort', (request, done) => {
    spans.get(request)?.note({ 'ipoteka.aborted': true })
    done()
  })
}
