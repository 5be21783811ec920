import { randomBytes } from 'node:crypto'
import type { Crumb } from '@ipoteka-office/contract/error-reports/error-reports.ts'
import pg from 'pg'
import { type Frame, framesOf } from './stack.ts'
import { stripPersonal, stripRoute } from './strip.ts'

/** An error that nobody expected, as it came. */
export interface Fault {
  readonly part: 'server' | 'browser'
  readonly type: string
  readonly message: string
  readonly stack: string
  /** The route by its pattern, or the work in the background; null where it is not known. */
  readonly where: string | null
  readonly requestId: string | null
  readonly crumbs: readonly Crumb[]
  /** What the error came from, nearest first. */
  readonly causes: readonly Pick<Fault, 'type' | 'message' | 'stack'>[]
}

/** An error without what could name a person; the same errors have the same key. */
export interface CleanFault {
  readonly key: string
  readonly event: Readonly<Record<string, unknown>>
}

const mostCauses = 3

/** Texts of PostgreSQL name values: of its errors only what names no person is told. */
const messageOf = (error: Error): string =>
  error instanceof pg.DatabaseError
    ? [error.code, error.table, error.constraint, error.column, error.routine].filter(Boolean).join(' ')
    : error.message

const partsOf = (error: unknown): Pick<Fault, 'type' | 'message' | 'stack'> =>
  error instanceof Error
    ? { type: error.name, message: messageOf(error), stack: error.stack ?? '' }
    : { type: 'Error', message: `Thrown: ${typeof error}`, stack: '' }

/** What is told of an error of the server. */
export function faultOf(error: unknown, where: string | null, requestId: string | null = null): Fault {
  const causes: Fault['causes'][number][] = []
  let cause = error instanceof Error ? error.cause : undefined
  for (
    ;
    cause !== undefined && causes.length < mostCauses;
    cause = cause instanceof Error ? cause.cause : undefined
  )
    causes.push(partsOf(cause))
  return { part: 'server', ...partsOf(error), where, requestId, crumbs: [], causes }
}

const typeOf = (type: string) => (/^[\w$.]{1,60}$/.test(type) ? type : 'Error')

function exceptionOf({ type, message, stack }: Pick<Fault, 'type' | 'message' | 'stack'>) {
  const frames = framesOf(stack)
  return {
    type: typeOf(type),
    value: stripPersonal(message),
    ...(frames.length > 0 && { stacktrace: { frames } }),
  }
}

/** One fault is met from many places: its line counts, not those of the callers. */
const placeOf = ({ filename, function: name, lineno }: Frame, at: number, all: readonly Frame[]) =>
  `${filename} ${name}${at === all.length - 1 ? ` ${lineno}` : ''}`

/** Only numbers that this product gives requests: a caller can choose his. */
const idOf = (requestId: string | null) =>
  /^(?=.*[a-z])[0-9a-z-]{16,64}(?:\.\d{1,2})?$/i.test(requestId ?? '') ? requestId : null

/** The part of an event that does not depend on when it is sent. */
export function cleanFault(fault: Fault): CleanFault {
  const exception = exceptionOf(fault)
  const requestId = idOf(fault.requestId)
  const frames = exception.stacktrace?.frames ?? []
  const crumbs = fault.crumbs.map(({ at, kind, text }) => ({
    timestamp: Date.parse(at) / 1_000,
    category: kind,
    message: stripRoute(text),
  }))
  return {
    key: [fault.part, exception.type, exception.value, ...frames.slice(-3).map(placeOf)].join('\n'),
    event: {
      level: 'error',
      platform: fault.part === 'server' ? 'node' : 'javascript',
      ...(fault.where !== null && { transaction: stripRoute(fault.where) }),
      // The protocol tells the cause first and what was caught last.
      exception: { values: [...fault.causes.map(exceptionOf).reverse(), exception] },
      tags: { part: fault.part, ...(requestId !== null && { requestId }) },
      ...(crumbs.length > 0 && { breadcrumbs: { values: crumbs } }),
    },
  }
}

/** An envelope of the open protocol with one event: a line of the envelope, a line of the item, the event. */
export function envelopeOf(event: object, now: Date): string {
  const id = randomBytes(16).toString('hex')
  const payload = JSON.stringify({ event_id: id, timestamp: now.getTime() / 1_000, ...event })
  const head = JSON.stringify({ event_id: id, sent_at: now.toISOString() })
  const item = JSON.stringify({
    type: 'event',
    content_type: 'application/json',
    length: Buffer.byteLength(payload),
  })
  return `${head}\n${item}\n${payload}\n`
}
