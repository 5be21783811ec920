import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { Counter } from 'prom-client'
import { metrics } from '#lib/metrics.ts'

const spans = new Counter({
  name: 'ipoteka_trace_spans_total',
  help: 'Spans that were sent to the collector of traces, and those that it did not take',
  labelNames: ['outcome'] as const,
  registers: [metrics],
})

/** Counts what the collector takes, and tells once when it falls silent. */
export function countingExporter(exporter: SpanExporter, onSilence: (error: Error) => void): SpanExporter {
  let isSilent = false
  return {
    export(batch, done) {
      exporter.export(batch, (result) => {
        const isTaken = result.code === 0
        spans.inc({ outcome: isTaken ? 'sent' : 'failed' }, batch.length)
        if (!isTaken && !isSilent) onSilence(result.error ?? new Error('The collector took no spans'))
        isSilent = !isTaken
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}
