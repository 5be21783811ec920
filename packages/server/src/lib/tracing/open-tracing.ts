import { randomUUID } from 'node:crypto'
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind as SdkKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { countingExporter } from './counting-exporter.ts'
import { samplerOf } from './sampler.ts'
import type { TracesPlace } from './traces-config.ts'
import { type Span, type SpanKind, type SpanStart, traceBy, type Tracer } from './tracing.ts'

/** Version and role of this process, told with every trace. */
export interface TracedProcess {
  readonly version: string
  readonly role: string
}

const kinds: Readonly<Record<SpanKind, SdkKind>> = {
  server: SdkKind.SERVER,
  client: SdkKind.CLIENT,
  consumer: SdkKind.CONSUMER,
}
/** So long the last spans may take while the process stops. */
const lastMs = 2_000
/** Characters of a value; only texts of statements come near it. */
const longestValue = 2_000
const contextKey = Symbol('context')

interface TracedSpan extends Span {
  readonly [contextKey]: Context
}

/** The trace that a caller has begun; one that is not understood begins none. */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = '0'] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent ?? '') ?? []
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
}

function spanOf(span: SdkSpan, parent: Context): TracedSpan {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    [contextKey]: trace.setSpan(parent, span),
    traceId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    note: (attributes) => void span.setAttributes(attributes),
    fail(type) {
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
    end: () => span.end(),
  }
}

/** Switches tracing on; the answer tells what is left and switches it off. Only `serve.ts` loads this file, and only then. */
export function openTracing(
  place: TracesPlace,
  { version, role }: TracedProcess,
  onSilence: (error: Error) => void,
): () => Promise<void> {
  const exporter = countingExporter(new OTLPTraceExporter({ url: place.url }), onSilence)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...place.resource,
      'service.name': place.service,
      'service.version': version,
      'service.instance.id': randomUUID(),
      'ipoteka.role': role,
    }),
    sampler: samplerOf(place.sampler),
    spanLimits: { attributeValueLengthLimit: longestValue },
    spanProcessors: [new BatchSpanProcessor({ ...place.batches, exporter })],
  })
  const sdk = provider.getTracer('ipoteka-office', version)
  const begin: Tracer['begin'] = ({ name, kind, attributes, parent }: SpanStart, within) => {
    const context =
      parent === undefined && within !== undefined ? (within as TracedSpan)[contextKey] : contextOf(parent)
    return spanOf(sdk.startSpan(name, { kind: kinds[kind], attributes }, context), context)
  }
  traceBy({ begin })
  return async () => {
    traceBy(null)
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((done) => {
      timer = setTimeout(done, lastMs)
    })
    // A collector that is silent does not hold up the stop: what it has not got is counted.
    await Promise.race([provider.shutdown().catch(onSilence), patience])
    clearTimeout(timer)
  }
}
