import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import { headers } from '@ipoteka-office/contract/common/headers.ts'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import type pg from 'pg'
import { caseEngine } from './case-behaviours.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { Replicas } from './db/replicas.ts'
import type { Identity } from './embedded/identity/identity.ts'
import { mountIdentity } from './embedded/identity/mount-identity.ts'
import type { DatedFigures } from './features/parameters/parameter-reader.service.ts'
import { mountPublicLinks } from './features/qr/public-links.ts'
import { handleError, isUnexpected } from './http/error-handler.ts'
import { ApiError, tooMany } from './http/errors.ts'
import { parseJsonBody } from './http/json-body.ts'
import { guardHosts, trustOf } from './http/hosts.ts'
import { logging } from './http/logger.ts'
import { mountRoutes } from './http/mount.ts'
import { serveApiDocs } from './http/openapi.ts'
import { servePages } from './http/pages.ts'
import { guardParts } from './http/parts.ts'
import { ReplicaReads } from './http/replica-reads.ts'
import type { Route } from './http/route.ts'
import { securityHeaders } from './http/security.ts'
import { inSpanOf, traceRequests } from './http/trace-requests.ts'
import { measureRequests, type ServiceOptions, serveHealth } from './http/service-routes.ts'
import type { SessionCheck } from './http/session/session.ts'
import { serveSignOut } from './http/session/sign-out.ts'
import { soundUrl } from './http/sound-url.ts'
import type { ErrorReporter } from './integrations/error-reports/error-reporter.ts'
import { type BankClock, systemClock } from './lib/bank-time.ts'
import { isTracing } from './lib/tracing/tracing.ts'

/** What the server is built of; `main.ts` and the tests both put it together. */
export interface AppParts {
  readonly config: Config
  readonly db: Db
  readonly pool: pg.Pool
  readonly session: SessionCheck
  /** The real one unless told otherwise. */
  readonly clock?: BankClock
  /** Business figures, for what the public pages begin. */
  readonly parameters: DatedFigures
  /** All areas, from `routes.ts`. */
  readonly routes: readonly Route[]
  /** The embedded identity server, when it is this process that signs people in. */
  readonly identity?: Identity | null
  /** Folder of the built browser part. */
  readonly webDir?: string
  readonly readiness?: ServiceOptions['checks']
  /** Whom unexpected errors are told; nobody when absent. */
  readonly reporter?: ErrorReporter | null
  /** Copies of the database that lists are read from; none when absent. */
  readonly replicas?: Replicas | null
}

const mebibyte = 1_048_576
/** Calls in work for each connection of the database: 240 with the usual 20, a second's wait at most. */
const callsPerConnection = 12
const builtWeb = join(import.meta.dirname, '../../web/dist')
/** A browser's request id or any other short token. */
const saneId = /^[\w.-]{8,64}$/
/** Of this process; with a count behind it an id is unique and costs nothing. */
const idPrefix = randomBytes(9).toString('hex')
let requestCount = 0
const idOf = (value: string | string[] | undefined): string => {
  if (typeof value === 'string' && saneId.test(value)) return value
  requestCount += 1
  return `${idPrefix}-${requestCount.toString(36)}`
}

function createServer(config: Config): FastifyInstance {
  return Fastify({
    logger: logging(config.logLevel),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    rewriteUrl: ({ url = '/' }) => soundUrl(url),
    genReqId: (request) => idOf(request.headers[headers.requestId.toLowerCase()]),
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: mebibyte,
    requestTimeout: 20_000,
    connectionTimeout: 65_000,
    keepAliveTimeout: 60_000,
    exposeHeadRoutes: false,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    routerOptions: { maxParamLength: 255, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => handleError(error, request, reply as FastifyReply),
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  })
}

/** Only application/json, parsed strictly; text/plain would let foreign sites post without asking first. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      if (request.headers['content-encoding'] !== undefined)
        throw new ApiError(415, 'ER_INVALID_DTO_DATA', 'Сжатые тела запросов не принимаются')
      done(null, parseJsonBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** The server's clock as text; many requests fall into one millisecond. */
function clockText(): () => string {
  let at = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== at) {
      at = now
      text = new Date(now).toISOString()
    }
    return text
  }
}

/** Security headers, ids and the server's clock in every answer; one log line a request. */
async function addCommonHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const requestId = headers.requestId.toLowerCase()
  const traceId = headers.traceId.toLowerCase()
  const serverDateTime = headers.serverDateTime.toLowerCase()
  // Data is personal: no cache keeps it. Files and pages say otherwise themselves.
  const constant = Object.entries({ ...(await securityHeaders(config)), 'cache-control': 'no-store' })
  const now = clockText()
  app.decorateRequest('actor', null)
  app.addHook('onRequest', (request, reply, done) => {
    for (const [name, value] of constant) reply.header(name, value)
    reply.header(requestId, request.id)
    const trace = request.headers[traceId]
    if (typeof trace === 'string' && saneId.test(trace)) reply.header(traceId, trace)
    reply.header(serverDateTime, now())
    done()
  })
  if (config.logLevel === 'silent' || config.logLevel === 'warn' || config.logLevel === 'error') return
  app.addHook('onResponse', (request, reply, done) => {
    inSpanOf(request, () =>
      request.log.info(
        {
          method: request.method,
          route: request.routeOptions.url ?? '(none)',
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
          employee: request.actor?.employeeId,
        },
        'request',
      ),
    )
    done()
  })
}

/** A flood of forged tokens is slowed down; counting costs nothing to those who are signed in. */
function limitRefusals(app: FastifyInstance, perMinute: number): void {
  const count = app.createRateLimit({ max: perMinute, timeWindow: '1 minute' })
  app.setErrorHandler(async (error: Error, request, reply) => {
    const isRefusal = error instanceof ApiError && error.status === 401
    const counted = isRefusal ? await count(request) : null
    const isFlood = counted !== null && !counted.isAllowed && counted.isExceeded
    handleError(isFlood ? tooMany() : error, request, reply)
    return reply
  })
}

/** Tells of calls that ended with an error nobody thought of. */
function reportErrors(app: FastifyInstance, reporter: ErrorReporter): void {
  app.addHook('onError', (request, _reply, error, done) => {
    const { url } = request.routeOptions
    const where = `${request.method} ${url ?? '(none)'}`
    if (isUnexpected(error, request)) reporter.report(error, where, request.id)
    done()
  })
}

/** Builds the HTTP server; the caller makes it listen. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, db, pool, session, routes } = parts
  const app = createServer(config)
  acceptJsonOnly(app)
  // First of all: what the other hooks do is a part of the request.
  if (isTracing()) traceRequests(app)
  await addCommonHeaders(app, config)
  guardHosts(app, config)
  guardParts(app)
  await app.register(compress, {
    global: true,
    threshold: 2_048,
    encodings: ['br', 'gzip'],
    requestEncodings: ['identity'],
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
    zlibOptions: { level: 4 },
  } as never)
  await app.register(rateLimit, {
    global: false,
    max: config.writesPerMinute,
    timeWindow: '1 minute',
    cache: 20_000,
    errorResponseBuilder: tooMany,
  })
  measureRequests(app)
  limitRefusals(app, config.writesPerMinute)
  if (parts.reporter) reportErrors(app, parts.reporter)
  serveHealth(app, {
    pool,
    production: config.production,
    metricsToken: config.metricsToken,
    ...(parts.readiness && { checks: parts.readiness }),
  })
  await serveApiDocs(
    app,
    routes.map(({ endpoint }) => endpoint),
    config.production ? { session } : null,
  )
  await serveSignOut(app, { config, db, session })
  mountRoutes(app, routes, {
    db,
    session,
    writesPerMinute: config.writesPerMinute,
    maxInWork: config.databasePoolSize * callsPerConnection,
    replicaReads: parts.replicas
      ? new ReplicaReads(parts.replicas, { isSecure: config.publicUrl.startsWith('https:') })
      : null,
  })
  const clock = parts.clock ?? systemClock(config.bankTimeZone)
  mountPublicLinks(app, {
    ...config.qr,
    db,
    clock,
    engine: caseEngine({ clock, parameters: parts.parameters }),
  })
  if (parts.identity) await mountIdentity(app, parts.identity)
  await servePages(app, config, parts.webDir ?? builtWeb)
  return app
}
