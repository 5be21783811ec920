import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** An event as the service would keep it. */
export interface ReceivedEvent {
  readonly event_id: string
  readonly timestamp: number
  readonly level: string
  readonly platform: string
  readonly environment: string
  readonly release: string
  readonly transaction?: string
  readonly exception: {
    readonly values: readonly {
      readonly type: string
      readonly value: string
      readonly stacktrace?: {
        readonly frames: readonly { readonly filename: string; readonly function: string }[]
      }
    }[]
  }
  readonly tags: Readonly<Record<string, string>>
  readonly extra: { readonly repeats: number }
  readonly breadcrumbs?: {
    readonly values: readonly { readonly category: string; readonly message: string }[]
  }
}

/** An envelope, read as the protocol writes it; throws where it is not one. */
function readEnvelope(body: string): ReceivedEvent {
  const [head = '', item = '', payload = '', ...rest] = body.split('\n')
  const { event_id: id, sent_at: sentAt } = JSON.parse(head) as { event_id: string; sent_at: string }
  const { type, length } = JSON.parse(item) as { type: string; length: number }
  if (type !== 'event' || length !== Buffer.byteLength(payload)) throw new Error(`not an event: ${item}`)
  if (rest.join('') !== '' || Number.isNaN(Date.parse(sentAt))) throw new Error(`not an envelope: ${head}`)
  const event = JSON.parse(payload) as ReceivedEvent
  if (event.event_id !== id || !/^[0-9a-f]{32}$/.test(id))
    throw new Error(`not the event of its envelope: ${id}`)
  return event
}

/** A small error-reporting service in this process. */
export async function startReceiver() {
  const requests: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
  const events: ReceivedEvent[] = []
  const answer = { status: 200, headers: {} as Record<string, string> }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ url: request.url ?? '', headers: request.headers, body })
      events.push(readEnvelope(body))
      response.writeHead(answer.status, answer.headers).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://publickey@127.0.0.1:${port}/errors/42`,
    /** What came, as it came. */
    requests,
    events,
    /** What the service answers from now on. */
    answer,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** A running receiver. */
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
