import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import type { LoggerOptions } from 'pino'
import pino from 'pino'

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
