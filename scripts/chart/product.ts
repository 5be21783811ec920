import { loadConfig } from '../../packages/server/src/config.ts'
import { stopMs } from '../../packages/server/src/jobs/jobs.ts'
import { probesApp } from '../../packages/server/src/serve-probes.ts'
import { finishMs } from '../../packages/server/src/take-requests.ts'
import { waitingApp } from '../../packages/server/src/waiting-room.ts'
import type { KubeObject, Pod } from './objects.ts'
import type { Product } from './rules.ts'

const bare = loadConfig({ NODE_ENV: 'test' })

/** What the product itself says of what the chart has to agree with. */
export async function thisProduct(): Promise<Product> {
  // Every process serves these by the same function; before there is a bank, the room where it waits does.
  const apps = [await probesApp(bare, {} as Parameters<typeof probesApp>[1]), await waitingApp(bare)]
  return {
    answers: (url) => apps.every((app) => app.hasRoute({ method: 'GET', url })),
    stopSeconds: (finishMs + stopMs) / 1_000,
  }
}

/** Keys of the example as a bank would fill them in. */
const filled: Record<string, string> = {
  DATABASE_URL: 'postgresql://app:secret@db.bank.ru:5432/ipoteka?sslmode=verify-full',
  CREDIT_REPORTS_KEY: `reports-2026:${Buffer.alloc(32, 7).toString('base64')}`,
}

/** The variables of a pod's process, laid over each other as Kubernetes lays them. */
export function environmentOf(
  { spec }: Pod,
  objects: readonly KubeObject[],
  secret: KubeObject,
): Record<string, string> {
  const [{ envFrom = [], env = [] } = {}] = spec.containers
  const from = envFrom.flatMap(({ configMapRef, secretRef }) => {
    if (secretRef !== undefined) return [{ ...secret.stringData, ...filled }]
    const map = objects.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name,
    )
    return [map?.data ?? {}]
  })
  const own = Object.fromEntries(env.map(({ name, value = '' }) => [name, value]))
  return Object.assign({}, ...from, own) as Record<string, string>
}
