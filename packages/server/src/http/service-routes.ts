import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Gauge, Histogram, Registry } from 'prom-client'
import { pendingMigrations } from '#db/migrate.ts'
import { collectProcessMetrics, metrics } from '#lib/metrics.ts'
import { notFound } from './errors.ts'
import { bearerOf } from './session/session.ts'

/** What the service addresses show and whom. */
export interface ServiceOptions {
  readonly pool: pg.Pool
  readonly production: boolean
  /** Opens /metrics from elsewhere than this machine. */
  readonly metricsToken: string | null
  /** Further signs of readiness, by name; each resolves or throws. */
  readonly checks?: Readonly<Record<string, () => Promise<unknown> | unknown>>
}

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from the arrival of a request to its answer, by route',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
})

/** Measures every request under its route's pattern. */
export function measureRequests(app: FastifyInstance): void {
  const children = new Map<string, { observe(seconds: number): void }>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(none)'
    const key = `${request.method} ${route} ${reply.statusCode}`
    let child = children.get(key)
    if (child === undefined) {
      child = durations.labels(request.method, route, String(reply.statusCode))
      children.set(key, child)
    }
    child.observe(reply.elapsedTime / 1_000)
    done()
  })
}

function poolMetrics(pool: pg.Pool): Registry {
  const registry = new Registry()
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections of the pool and requests waiting for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'db_pool_size',
    help: 'As many connections the pool may open',
    registers: [registry],
    collect() {
      this.set(pool.options.max)
    },
  })
  return registry
}

const isLoopback = (ip: string) => isIP(ip) > 0 && /^(?:127\.|::1$|::ffff:127\.)/.test(ip)

/** Headers by which a proxy says that somebody else asks. */
const ofProxies = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** Whether it is this machine itself that asks: neither what a header claims, nor a proxy that stands here. */
const isThisMachine = ({ raw }: FastifyRequest) =>
  isLoopback(raw.socket.remoteAddress ?? '') && ofProxies.every((name) => raw.headers[name] === undefined)

function hasToken(request: FastifyRequest, token: string | null): boolean {
  const given = Buffer.from(bearerOf(request.headers.authorization) ?? '')
  const expected = Buffer.from(token ?? '')
  return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected)
}

async function failedChecks({ pool, checks = {} }: ServiceOptions): Promise<string[]> {
  const failed: string[] = []
  const all = {
    database: async () => {
      const pending = await pendingMigrations(pool)
      if (pending.length > 0) throw new Error('migrations are pending')
    },
    ...checks,
  }
  for (const [name, look] of Object.entries(all)) {
    try {
      await look()
    } catch {
      // Which part is not ready is all that an answer without a token may tell.
      failed.push(name)
    }
  }
  return failed
}

/** /healthz: the process answers. /readyz: it can work. /metrics: for Prometheus. */
export function serveHealth(app: FastifyInstance, options: ServiceOptions): void {
  collectProcessMetrics()
  const pool = poolMetrics(options.pool)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const failed = await failedChecks(options)
    if (failed.length > 0) reply.code(503)
    return failed.length > 0 ? { status: 'not ready', failed } : { status: 'ready' }
  })
  app.get('/metrics', async (request, reply) => {
    const isOpen = !options.production || isThisMachine(request) || hasToken(request, options.metricsToken)
    if (!isOpen) throw notFound()
    reply.type(metrics.contentType)
    return (await Registry.merge([metrics, pool]).metrics()) satisfies string
  })
}
