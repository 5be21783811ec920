import { createRemoteJWKSet } from 'jose'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { measureReplicas, Replicas } from './db/replicas.ts'
import { serveIdentityFiles, serveIdentityScript } from './embedded/identity/browser-files.ts'
import { openIdentity } from './embedded/identity/identity.ts'
import { hostFaultOf } from './http/hosts.ts'
import type { ServiceOptions } from './http/service-routes.ts'
import { openSession } from './http/session/session.ts'
import { suggestionsOf } from './integrations/dadata/suggestions-of.ts'
import { insurersOf } from './integrations/insurers/insurers-of.ts'
import { startLive } from './live/live.ts'
import { takeRequests } from './take-requests.ts'
import type { Ground } from './open-ground.ts'
import { allRoutes } from './routes.ts'

/** Copies of the database that lists are read from; null: there are none. */
async function replicasOf(config: Config, { pool, started, onError }: Ground): Promise<Replicas | null> {
  if (config.replicaUrls.length === 0) return null
  const { replicaUrls: urls, databasePoolSize: poolSize } = config
  const replicas = new Replicas({ urls, primary: pool, poolSize, onError })
  await replicas.start()
  started.add(() => replicas.close())
  started.add(measureReplicas(replicas))
  return replicas
}

/** Serves pages, calls and live updates. */
export async function servePeople(
  config: Config,
  ground: Ground,
  checks: ServiceOptions['checks'],
): Promise<void> {
  const { db, pool, connectionString, started, log, onError, reporter, noted } = ground
  const embedded = config.identity.mode === 'embedded'
  const identity = embedded ? await openIdentity({ config, db, log: (line) => log.error(line) }) : null
  started.add(() => identity?.close())
  const keys = identity?.publicKey ?? createRemoteJWKSet(new URL(config.identity.jwksUrl))
  const session = await openSession({ config, db, connectionString, keys, onError })
  started.add(() => session.close())
  const replicas = await replicasOf(config, ground)
  const live = await startLive({
    ...(replicas && { readable: () => replicas.caughtUp() }),
    db,
    connectionString,
    brokerUrl: config.brokerUrl,
    publicUrl: config.publicUrl,
    authenticate: session.authenticate,
    ended: session.ended,
    onError,
    hostFault: hostFaultOf(config),
  })
  const readiness = {
    ...checks,
    live: () => {
      if (!live.state().listening) throw new Error('live updates do not listen')
    },
  }
  const app = await buildApp({
    parameters: ground.parameters,
    config,
    db,
    pool,
    session,
    identity,
    readiness,
    reporter,
    replicas,
    routes: allRoutes({
      ...ground,
      reportKeys: config.creditReports.keys,
      asksInsurers: insurersOf(config).kind !== 'NONE',
      suggestions: noted('DADATA', suggestionsOf(config)),
      linkUrl: config.qr.linkUrl,
      replicas: () => replicas?.state() ?? [],
    }),
  })
  serveIdentityFiles(app, config)
  serveIdentityScript(app)
  live.attach(app.server)
  await takeRequests(app, { config, started, onClosing: () => live.close() })
}
