import type { FastifyRequest } from 'fastify'
import type { Logger, LoggerOptions } from 'pino'
import pino from 'pino'
import { Counter } from 'prom-client'
import { loggedError } from '#lib/log/log-errors.ts'
import { wordless } from '#lib/log/log-line.ts'
import { metrics } from '#lib/metrics.ts'
import { currentSpan } from '#lib/tracing/tracing.ts'

/** The route's pattern instead of the address: ids and query values stay out of the log. */
const requestForLog = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions?.url ?? '(none)',
})

/** What Fastify itself tells of a request and its answer, in the fields of everybody else's lines. */
function flat(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { req, res, ...fields } = given
  const status = (res as { readonly statusCode?: unknown } | undefined)?.statusCode
  return {
    ...fields,
    ...(req !== undefined && requestForLog(req as FastifyRequest)),
    ...(typeof status === 'number' && { status }),
  }
}

/** Gives a line words of its own where its writer has only an error: the error's text may name a person. */
function withWords(args: unknown[]): unknown[] {
  const [first, text, ...rest] = args
  if (first instanceof Error)
    return [{ err: first }, text === first.message ? wordless : (text ?? wordless), ...rest]
  if (typeof first !== 'object' || first === null) return args
  const { err } = first as { readonly err?: unknown }
  const hasOwnWords = text !== undefined && !(err instanceof Error && text === err.message)
  return [flat(first as Readonly<Record<string, unknown>>), hasOwnWords ? text : wordless, ...rest]
}

/** Structured lines with the request's id; no bodies, no query values, no tokens. */
export const loggerOptions = (level: string): LoggerOptions => ({
  level,
  base: { pid: process.pid },
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: () => {
    const span = currentSpan()
    return span === undefined ? {} : { traceId: span.traceId }
  },
  formatters: { level: (label) => ({ level: label }) },
  hooks: {
    logMethod(args, method) {
      method.apply(this, withWords(args) as Parameters<typeof method>)
    },
  },
  serializers: { err: loggedError, error: loggedError },
  redact: {
    paths: [
      'authorization',
      'cookie',
      '*.authorization',
      '*.cookie',
      'headers',
      '*.headers',
      'body',
      '*.body',
    ],
    censor: '[скрыто]',
  },
})

/** Bytes of lines that wait while the disk of the log is full; what comes beyond is lost and counted. */
const mostWaiting = 4 * 1_048_576

const lostLines = new Counter({
  name: 'ipoteka_log_lines_lost_total',
  help: 'Lines of the log that had no room on its disk',
  registers: [metrics],
})

/** Where lines go: a full disk loses some of them, and never the process. */
export function logStream(fd = 1, most = mostWaiting) {
  const stream = pino.destination({ dest: fd, maxLength: most, sync: false })
  // Nobody is left to tell: the lines wait in memory and are written with the next that fit.
  stream.on('error', () => undefined)
  stream.on('drop', () => lostLines.inc())
  return stream
}

let ofProcess: ReturnType<typeof logStream> | undefined

/** The log of the process, as Fastify takes it. */
export function logging(level: string): LoggerOptions & { stream: ReturnType<typeof logStream> } {
  ofProcess ??= logStream()
  return { ...loggerOptions(level), stream: ofProcess }
}

/** The log of the process. */
export function processLogger(level: string): Logger {
  const { stream, ...options } = logging(level)
  return pino(options, stream)
}
