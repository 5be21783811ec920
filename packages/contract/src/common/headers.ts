/** Headers that browser and server agree on; compare names without regard to case. */
export const headers = {
  /** One id per request, made by the browser, repeated in the answer, in logs and in history. */
  requestId: 'X-Request-Id',
  /** One id per visit: all requests of one open page. */
  traceId: 'X-Trace-Id',
  /** The same trace as trace viewers know it (W3C Trace Context): of one request, made by the browser. */
  traceparent: 'traceparent',
  /** The server's clock, ISO 8601, in every answer under /api (specification 2 §7). */
  serverDateTime: 'X-Server-Date-Time',
  /** A repeat with the same key answers what the first one answered. */
  idempotencyKey: 'Idempotency-Key',
  /** A random mark that the browser keeps, sent with what it saves; no fingerprint of it. */
  deviceMark: 'X-Device-Mark',
} as const
