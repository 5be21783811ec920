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

/** Asks once, in JSON both ways; throws `NoAnswer` with a text that a person can be shown. */
export async function askJson({
  service,
  url,
  method = 'POST',
  headers = {},
  body,
  signal,
  timeoutMs = 20_000,
}: JsonQuestion): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
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
  if (!response.ok) {
    await response.body?.cancel()
    // 408, 425 and 429 pass by themselves; the other refusals do not.
    const passes = response.status >= 500 || [408, 425, 429].includes(response.status)
    throw new NoAnswer(`${service}: ответ ${response.status}`, { isFinal: !passes, status: response.status })
  }
  return response.json().catch((cause: unknown) => {
    throw new NoAnswer(`${service}: ответ не разобран`, { cause })
  })
}
