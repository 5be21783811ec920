import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import type { Logger, LoggerOptions } from 'pino'
import pino from 'pino'
import { Counter } from 'prom-client'
import { metrics } from '#lib/metrics.ts'
import { currentSpan } from '#lib/tracing/tracing.ts'

/** Texts of PostgreSQL name values («Key (login)=(…)»): of its errors only what names no person is kept. */
function errorForLog(error: Error) {
  if (!(error instanceof pg.DatabaseError)) return pino.stdSerializers.err(error)
  const { code, table, constraint, column, routine, stack = '' } = error
  const frames = stack.split('\n').filter((line) => line.trimStart().startsWith('at '))
  return { type: 'DatabaseError', code, table, constraint, column, routine, stack: frames.join('\n') }
}

/** The route's pattern instead of the address: ids and query values stay out of the log. */
const requestForLog = (request: FastifyRequest) => ({
  method: request.method,
  route: request.routeOptions?.url ?? '(none)',
})

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
  serializers: { err: errorForLog, error: errorForLog, req: requestForLog as never },
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
