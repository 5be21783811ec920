import { measureCopies } from './features/backups/backup-age.service.ts'
import { measureCertificates } from './features/system/certificates.service.ts'
import { startHeartbeat } from './features/system/heartbeat.ts'
import { measureWork } from './features/system/work-metrics.ts'
import { measureQueues } from './jobs/job-metrics.ts'
import { productVersion } from './lib/product-version.ts'
import { openGround, type Serving } from './open-ground.ts'
import { servePeople } from './serve-people.ts'
import { serveProbes } from './serve-probes.ts'
import { startWork } from './start-work.ts'

/** Opens everything that stands on a prepared database and that this process has to do, and takes requests. */
export async function serve(serving: Serving): Promise<void> {
  const { config, log } = serving
  if (config.traces !== null) {
    const { openTracing } = await import('./lib/tracing/open-tracing.ts')
    const self = { version: productVersion(), role: config.role }
    const onSilence = (err: Error) => log.warn({ err }, 'the collector of traces does not take them')
    serving.started.add(openTracing(config.traces, self, onSilence))
  }
  const ground = await openGround(serving)
  const { db, slow, started, answers, onError, reporter } = ground
  started.add(measureCopies(db))
  started.add(measureWork(db))
  started.add(measureCertificates(db))
  // Every process tells how the queues stand: it is when no worker is left that somebody has to hear of it.
  if (config.role === 'web') started.add(measureQueues(slow))
  else await startWork(config, ground)

  const heartbeat = await startHeartbeat({ db, answers, role: config.role, onError })
  started.add(() => heartbeat.stop())

  const readiness = { clock: heartbeat.checkClock }
  if (config.role === 'worker') await serveProbes(config, ground, readiness)
  else await servePeople(config, ground, readiness)
  // The first to stop: connections that end with everything else are no errors.
  started.add(() => reporter?.stop())
}
