import { currentSpan } from '#lib/tracing/tracing.ts'

/** An outside service gave nothing that can be used; `isFinal`: the same request would meet the same refusal. */
export class NoAnswer extends Error {
  readonly isFinal: boolean
  /** Of the service's own answer; null when there was none. */
  readonly status: number | null

  constructor(
    message: string,
    options: { readonly isFinal?: boolean; readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.isFinal = options.isFinal ?? false
    this.status = options.status ?? null
  }
}

/** One question to an outside service. */
export interface JsonQuestion {
  /** The service as a person is told of it. */
  readonly service: string
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

async function send({
  service,
  url,
  method = 'POST',
  headers = {},
  body,
  signal,
  timeoutMs = 20_000,
}: JsonQuestion): Promise<Response> {
  const span = currentSpan()
  span?.note({ 'http.request.method': method, 'server.address': new URL(url).host })
  const response = await fetch(url, {
    method,
    headers: {
      // Two random numbers: whoever serves the bank can tell its own traces from the others by them.
      ...(span !== undefined && { traceparent: span.traceparent }),
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    // An answer about a person comes from the address that was configured, or not at all.
    redirect: 'error',
  }).catch((cause: unknown) => {
    throw new NoAnswer(`${service} не отвечает`, { cause })
  })
  span?.note({ 'http.response.status_code': response.status })
  if (!response.ok) {
    await response.body?.cancel()
    // 408, 425 and 429 pass by themselves; the other refusals do not.
    const passes = response.status >= 500 || [408, 425, 429].includes(response.status)
    throw new NoAnswer(`${service}: ответ ${response.status}`, { isFinal: !passes, status: response.status })
  }
  return response
}

/** Asks once, in JSON both ways; throws `NoAnswer` with a text that a person can be shown. */
export async function askJson(question: JsonQuestion): Promise<unknown> {
  const response = await send(question)
  return response.json().catch((cause: unknown) => {
    throw new NoAnswer(`${question.service}: ответ не разобран`, { cause })
  })
}

/** Asks once in JSON and takes the answer as it comes, no more than so many bytes of it. */
export async function askBytes({
  mostBytes,
  ...question
}: JsonQuestion & { readonly mostBytes: number }): Promise<Uint8Array> {
  const { service } = question
  const response = await send({ ...question, headers: { accept: 'application/xml', ...question.headers } })
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      size += part.length
      if (size > mostBytes) throw new NoAnswer(`${service}: ответ больше допустимого`, { isFinal: true })
      parts.push(part)
    }
  } catch (cause) {
    if (cause instanceof NoAnswer) throw cause
    throw new NoAnswer(`${service}: ответ оборвался`, { cause })
  }
  return Buffer.concat(parts)
}
