import { AsyncLocalStorage } from 'node:async_hooks'

/** What is told of a span: names and numbers of the product's own making, never what a person has written. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Who asks whom, as trace viewers draw it. */
export type SpanKind = 'server' | 'client' | 'consumer'

/** One piece of work while it goes on. */
export interface Span {
  readonly traceId: string
  /** By it whoever is asked for a part of this work continues the trace (W3C Trace Context). */
  readonly traceparent: string
  note(attributes: Attributes): void
  /** The work has failed; `type` is a code or the name of a class, never a message. */
  fail(type: string): void
  end(): void
}

/** What a span begins with. */
export interface SpanStart {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  /** Whose part it is when that is not the work that goes on here. */
  readonly parent?: string | undefined
}

/** Makes spans; there is one when tracing is switched on. */
export interface Tracer {
  begin(start: SpanStart, inside: Span | undefined): Span
}

let tracer: Tracer | null = null
const current = new AsyncLocalStorage<Span>()

/** Switches tracing on, or off by null. */
export function traceBy(given: Tracer | null): void {
  tracer = given
}

export const isTracing = (): boolean => tracer !== null

/** The span whose work goes on here. */
export const currentSpan = (): Span | undefined => (tracer === null ? undefined : current.getStore())

/** Begins a span; its work is what `inside` runs. Undefined: tracing is off. */
export const beginSpan = (start: SpanStart): Span | undefined => tracer?.begin(start, current.getStore())

/** Runs the work as a part of the span. */
export const inside = <T>(span: Span, work: () => T): T => current.run(span, work)

/** What went wrong without its words: they may name a person. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? code : error.constructor.name
}

/** Follows a promise to its end and ends the span with it. */
export async function ending<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    span.fail(errorTypeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** Does the work in a span of its own where tracing is on. */
export function traced<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(start)
  return span === undefined ? work() : ending(span, inside(span, work))
}
