import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from './config.ts'
import { handleError, handleNotFound } from './http/error-handler.ts'
import { guardHosts } from './http/hosts.ts'
import { logging } from './http/logger.ts'
import { securityHeaders } from './http/security.ts'
import { serveHealth, type ServiceOptions } from './http/service-routes.ts'
import { wakeWorkers } from './jobs/jobs.repo.ts'
import { Broker } from './live/broker.ts'
import { startDispatcher } from './live/dispatcher.ts'
import type { Ground } from './open-ground.ts'
import { takeRequests } from './take-requests.ts'

/** What a process answers that does jobs alone: whether it lives, whether it can work, and its figures. */
export async function probesApp(
  config: Config,
  pool: Ground['pool'],
  checks: ServiceOptions['checks'] = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logging(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
  })
  const headers = { ...(await securityHeaders(config)), 'cache-control': 'no-store' }
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  guardHosts(app, config)
  app.setErrorHandler((error: Error, request, reply) => handleError(error, request, reply))
  app.setNotFoundHandler(handleNotFound)
  serveHealth(app, { pool, production: config.production, metricsToken: config.metricsToken, checks })
  return app
}

/** Answers the probes, and sends on what jobs have to tell people: their processes listen. */
export async function serveProbes(
  config: Config,
  ground: Ground,
  checks: ServiceOptions['checks'],
): Promise<void> {
  const { db, pool, started, onError } = ground
  const broker = config.brokerUrl === null ? null : new Broker(config.brokerUrl, onError)
  const dispatcher = startDispatcher({ db, wake: wakeWorkers, broker, onError })
  started.add(async () => {
    await dispatcher.stop()
    await broker?.stop()
  })
  await takeRequests(await probesApp(config, pool, checks), { config, started })
}
