import { Gauge } from 'prom-client'
import { metrics } from '#lib/metrics.ts'

/** What an instance tells of itself. */
export interface LiveState {
  readonly connections: number
  readonly subscriptions: number
  /** Whether it hears the other instances. */
  readonly listening: boolean
}
const sources = new Set<() => LiveState>()

const gauge = (name: string, help: string, valueOf: (state: LiveState) => number) =>
  new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      this.remove()
      // A process that serves nobody has no connections to tell of: it is not deaf.
      if (sources.size > 0) this.set([...sources].reduce((sum, source) => sum + valueOf(source()), 0))
    },
  })
gauge('ipoteka_live_connections', 'Open live connections', (state) => state.connections)
gauge('ipoteka_live_subscriptions', 'Subscriptions of live connections', (state) => state.subscriptions)
gauge('ipoteka_live_listening', 'Whether live updates hear the database', (state) =>
  state.listening ? 1 : 0,
)

/** Shows an instance's live updates in /metrics until the returned function is called. */
export function measureLive(source: () => LiveState): () => void {
  sources.add(source)
  return () => sources.delete(source)
}
