import { isIP } from 'node:net'
import multipart from '@fastify/multipart'
import { headers } from '@ipoteka-office/contract/common/headers.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import type { Actor } from '#lib/actor.ts'
import { typed, unauthorised } from './errors.ts'
import { sendFile } from './file-reply.ts'
import { mayReadReplica, type ReplicaReads } from './replica-reads.ts'
import { guardedRoute } from './guarded-route.ts'
import { type Answer, keyedCall, once } from './idempotency.ts'
import { countNumbersAsked, numbersAsked } from './number-questions.ts'
import { limitWork } from './overload.ts'
import { answersOf, linesType, packLines, type Part } from './parts.ts'
import { PreparedJson, sendPrepared } from './prepared-json.ts'
import type { Context, FileReply, LinesContext, RangedFileReply, Route } from './route.ts'
import { compileSerializer } from './serializer.ts'
import type { SessionCheck } from './session/session.ts'
import { sessionHook } from './session/session-hook.ts'
import { incomingFile, multipartLimits, readToEnd } from './upload.ts'
import { check, queryReader } from './validation.ts'

/** What mounting needs beside the routes. */
export interface MountOptions {
  readonly db: Db
  readonly session: SessionCheck
  /** Writes of one employee in a minute; more are answered 429. */
  readonly writesPerMinute: number
  /** Calls worked on at once; more are answered 503 at once instead of after a long wait. */
  readonly maxInWork: number
  /** Reads of lists by replicas; absent: everything is read where it is written. */
  readonly replicaReads?: ReplicaReads | null
}

type Parsed = Parameters<Route['handle']>[0]
type Declared = Omit<Parsed, 'file'>

const json = 'application/json; charset=utf-8'
const keyHeader = headers.idempotencyKey.toLowerCase()
/** Control characters in an address, NUL above all: PostgreSQL refuses them with an error of its own. */
const controlInUrl = /%(?:[01][0-9a-f]|7f)/i

const isWrite = ({ method, reads }: EndpointSpec) => method !== 'GET' && reads !== true

/** Validation of the declared parts, compiled once per route. */
function requestReader({
  params,
  body,
  query,
  refusedAs,
}: EndpointSpec): (request: FastifyRequest) => Declared {
  const readQuery = queryReader(query)
  return (request) => {
    if (controlInUrl.test(request.url))
      throw typed(400, 'ER_INVALID_DTO_DATA', 'Недопустимые символы в адресе')
    return {
      params: params === undefined ? undefined : check(params, request.params),
      query: readQuery(request.query as Record<string, unknown>),
      body: body === undefined ? undefined : check(body, request.body, refusedAs),
    }
  }
}

const actorOf = (request: FastifyRequest): Actor => {
  if (request.actor === null) throw unauthorised()
  return request.actor
}

/** The one value of a header that may be there. */
const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function sendAnswer(reply: FastifyReply, { status, text }: Answer): FastifyReply {
  reply.code(status)
  return text === null ? reply.send() : reply.header('content-type', json).send(text)
}

/** Turns a handler's result into text by the endpoint's response schema. */
function answerer({ response, hot }: EndpointSpec): (result: unknown) => Answer {
  if (response === undefined) return () => ({ status: 204, text: null })
  const serialize = compileSerializer(response, hot === true)
  return (result) => ({ status: 200, text: serialize(result) })
}

const deviceHeader = headers.deviceMark.toLowerCase()
const saneMark = /^[\w-]{16,64}$/

function contextOf(request: FastifyRequest, actor: Actor, db: Db): Context {
  const mark = headerOf(request, deviceHeader)
  const device = mark !== undefined && saneMark.test(mark) ? mark : null
  // An address of IPv4 inside IPv6 is the same one; a zone says nothing outside its machine.
  const ip = request.ip.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')
  const origin = { device, address: isIP(ip) > 0 ? ip : null }
  return { db, actor, log: request.log, requestId: request.id, origin }
}

/** Everything before the handler: who calls, the declared parts, and the limit of exact questions about clients. */
function opener(endpoint: EndpointSpec, db: Db) {
  const read = requestReader(endpoint)
  return async (request: FastifyRequest): Promise<{ actor: Actor; parsed: Declared }> => {
    const actor = actorOf(request)
    const parsed = read(request)
    await countNumbersAsked(db, actor.employeeId, numbersAsked(endpoint, parsed.body))
    return { actor, parsed }
  }
}

/** A call that only reads: no transaction, or the handler's own. */
function readHandler({ endpoint, handle }: Route, db: Db, replicaReads: ReplicaReads | null) {
  const open = opener(endpoint, db)
  if (endpoint.produces === 'file')
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const { actor, parsed } = await open(request)
      const result = await handle(parsed as Parsed, contextOf(request, actor, db))
      return sendFile(request, reply, result as FileReply | RangedFileReply)
    }
  const toAnswer = answerer(endpoint)
  const replicas = mayReadReplica(endpoint) ? replicaReads : null
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor, parsed } = await open(request)
    const read = (from: Db) => handle(parsed as Parsed, contextOf(request, actor, from))
    const result = await (replicas === null ? read(db) : replicas.read(db, request, read))
    return result instanceof PreparedJson
      ? sendPrepared(request, reply, result)
      : sendAnswer(reply, toAnswer(result))
  }
}

/** A call that changes something: one transaction of its author, answered after the commit. */
function writeHandler({ endpoint, handle }: Route, db: Db, replicaReads: ReplicaReads | null) {
  const open = opener(endpoint, db)
  const toAnswer = answerer(endpoint)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor, parsed } = await open(request)
    const author = { employeeId: actor.employeeId, requestId: request.id }
    const work = async (tx: Db) => toAnswer(await handle(parsed as Parsed, contextOf(request, actor, tx)))
    const key = endpoint.idempotent === true ? headerOf(request, keyHeader) : undefined
    if (key === undefined) {
      const answer = await writeTransaction(db, author, work)
      await replicaReads?.noteWrite(request, reply)
      return sendAnswer(reply, answer)
    }
    const path = request.url.split('?')[0] ?? ''
    const call = keyedCall(actor.employeeId, `${endpoint.method} ${path}`, key, request.body)
    const keyed = (tx: Db) => once(tx, call, () => work(tx))
    const answer = await writeTransaction(db, author, keyed)
    await replicaReads?.noteWrite(request, reply)
    if (answer.replayed) reply.header('idempotency-replayed', 'true')
    return sendAnswer(reply, answer)
  }
}

/** Ends when the caller goes away before the answer: long work need not be finished then. */
function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/** A write that works outside the database too, a file that is coming in above all: no transaction around it. */
function ownHandler({ endpoint, handle }: Route, db: Db, replicaReads: ReplicaReads | null) {
  const open = opener(endpoint, db)
  const toAnswer = answerer(endpoint)
  const { upload } = endpoint
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor, parsed } = await open(request)
    const file = upload === undefined ? undefined : await incomingFile(request, upload.maxBytes)
    const context = { ...contextOf(request, actor, db), signal: leaving(reply) }
    try {
      const answer = toAnswer(await handle({ ...parsed, file } as Parsed, context))
      await replicaReads?.noteWrite(request, reply)
      return sendAnswer(reply, answer)
    } finally {
      if (file !== undefined) await readToEnd(file)
    }
  }
}

/** A call that answers in lines and may ask other reads for them. */
function linesHandler({ endpoint, handle }: Route, app: FastifyInstance, db: Db) {
  const read = requestReader(endpoint)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const ask = (parts: readonly Part[]) => answersOf(app, request, parts)
    const context: LinesContext = { ...contextOf(request, actorOf(request), db), ask }
    return reply.type(linesType).send(await handle(read(request) as Parsed, context))
  }
}

function handlerOf(
  mounted: Route,
  app: FastifyInstance,
  { db, replicaReads = null }: Pick<MountOptions, 'db' | 'replicaReads'>,
) {
  const route = guardedRoute(mounted)
  const { endpoint } = route
  if (endpoint.produces === 'lines') return linesHandler(route, app, db)
  if (endpoint.upload !== undefined || endpoint.ownTransactions === true)
    return ownHandler(route, db, replicaReads)
  return isWrite(endpoint) ? writeHandler(route, db, replicaReads) : readHandler(route, db, replicaReads)
}

/** Mounts the routes of the contract under /api: session, access, validation, handler, response. */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], options: MountOptions): void {
  const writes = {
    max: options.writesPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request: FastifyRequest) => `employee ${request.actor?.employeeId ?? request.ip}`,
    // After the session check, which tells whose write it is.
    hook: 'preParsing' as const,
  }
  const limit = limitWork(options.maxInWork)
  const mount = (scope: FastifyInstance, mounted: Route) => {
    const { endpoint } = mounted
    scope.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      onRequest: [limit.refuse, sessionHook(endpoint, options.session)],
      handler: limit.count(handlerOf(mounted, app, options)),
      config: {
        readsJson: !isWrite(endpoint) && endpoint.produces === undefined,
        ...(isWrite(endpoint) && { rateLimit: writes }),
      },
      ...(endpoint.produces === 'lines' && { compress: packLines }),
    })
  }
  for (const mounted of routes) if (mounted.endpoint.upload === undefined) mount(app, mounted)
  const uploads = routes.filter(({ endpoint }) => endpoint.upload !== undefined)
  // A scope of their own: everything else goes on refusing forms.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: multipartLimits })
    for (const mounted of uploads) mount(scope, mounted)
  })
}
