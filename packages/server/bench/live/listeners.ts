import { Broker } from '#live/broker.ts'
import { Listener } from '#live/listener.ts'
import { answerMessages } from '../processes.ts'

/** Begin to hear with so many connections, as so many processes of the product. */
export interface ListenMessage {
  readonly kind: 'listen'
  readonly by: 'POSTGRES' | 'RABBIT'
  readonly url: string
  readonly count: number
}
/** What was heard since the last question. */
export interface TakeMessage {
  readonly kind: 'take'
}
export interface Taken {
  /** From sending to hearing, ms: a sample of at most 200 000. */
  readonly delays: readonly number[]
  readonly heard: number
}

export const channel = 'bench_live'
const mostDelays = 200_000
const fail = (error: unknown) => {
  throw error
}

let delays: number[] = []
let heard = 0
let stops: (() => Promise<void>)[] = []

/** The first word of every text is when it was sent. */
function hear(_channel: string, text: string): void {
  heard += 1
  if (delays.length < mostDelays) delays.push(Date.now() - Number.parseFloat(text))
}

async function open({ by, url }: ListenMessage): Promise<() => Promise<void>> {
  const events = { onNotification: hear, onReconnect: () => undefined }
  if (by === 'RABBIT') {
    const broker = new Broker(url, fail)
    await broker.listen({ ...events, onMissed: () => undefined })
    return () => broker.stop()
  }
  const listener = new Listener(url, [channel], { ...events, onError: fail })
  await listener.start()
  return () => listener.stop()
}

answerMessages<ListenMessage | TakeMessage>(async (message) => {
  if (message.kind === 'take') {
    const taken: Taken = { delays, heard }
    delays = []
    heard = 0
    return taken
  }
  for (const stop of stops) await stop()
  stops = []
  for (let n = 0; n < message.count; n += 1) stops.push(await open(message))
  return {}
})
