import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'

/** Counters and histograms of the whole process; a part registers its own here and `/metrics` shows them. */
export const metrics = new Registry()

let started = false

/** Memory, event loop and garbage collection of the process; once. */
export function collectProcessMetrics(): void {
  if (started) return
  started = true
  collectDefaultMetrics({ register: metrics })
}

const unread = new Counter({
  name: 'ipoteka_metrics_unread_total',
  help: 'Looks at which figures could not be asked of the database: those are left out, the rest is told',
  labelNames: ['part'] as const,
  registers: [metrics],
})

/** One figure of a gauge. */
export interface Sample<Name extends string = string> {
  readonly gauge: Name
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** How a gauge is told of. */
export interface GaugeSpec {
  readonly help: string
  readonly labels?: readonly string[]
}

/**
 * Gauges whose figures are asked for at every look, of each source that there is then. All of them are asked together,
 * once; when that fails they are left out: on a bad day the rest of `/metrics` is what people look at. Answers what adds a
 * source, which answers what takes it away.
 */
export function askedGauges<Source, Name extends string>(
  part: string,
  specs: Readonly<Record<Name, GaugeSpec>>,
  ask: (source: Source) => Promise<readonly Sample<Name>[]> | readonly Sample<Name>[],
): (source: Source) => () => void {
  const sources = new Set<Source>()
  let asking: Promise<readonly Sample<Name>[]> | null = null
  const askAll = async (): Promise<readonly Sample<Name>[]> => {
    try {
      return (await Promise.all([...sources].map(async (source) => ask(source)))).flat()
    } catch {
      // That the database does not answer is told by readiness and by every request; here it is counted.
      unread.inc({ part })
      return []
    }
  }
  for (const [name, spec] of Object.entries<GaugeSpec>(specs))
    new Gauge({
      name,
      help: spec.help,
      labelNames: [...(spec.labels ?? [])],
      registers: [metrics],
      async collect() {
        // One without labels would stand at zero where nothing is known.
        if (spec.labels === undefined) this.remove()
        else this.reset()
        asking ??= askAll().finally(() => {
          asking = null
        })
        for (const { gauge, labels, value } of await asking)
          if (gauge === name) this.set({ ...labels }, value)
      },
    })
  return (source) => {
    sources.add(source)
    return () => void sources.delete(source)
  }
}
