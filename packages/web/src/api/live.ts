import { useEffect, useEffectEvent } from 'react'
import type { LiveConnection, TopicHandler } from './live-connection.ts'

let connection: LiveConnection | null = null
const waiting = new Set<() => void>()

/** Opens live updates for the signed-in person; the code for them is loaded after the first page. */
export async function startLive(): Promise<void> {
  const [{ LiveConnection }, { createStompTransport }] = await Promise.all([
    import('./live-connection.ts'),
    import('./stomp-transport.ts'),
  ])
  connection = new LiveConnection(createStompTransport())
  for (const attach of waiting) attach()
  connection.open()
  const wake = () => {
    if (document.visibilityState === 'visible') connection?.open()
  }
  document.addEventListener('visibilitychange', wake)
  window.addEventListener('focus', wake)
  window.addEventListener('online', wake)
  window.addEventListener('pagehide', (event) => {
    if (!event.persisted) connection?.close()
  })
}

/** Ends live updates for good: whoever was signed in no longer is. */
export function stopLive(): void {
  connection?.close()
}

/** Listens to a topic until the answer is called; what outlives its components, such as caches, uses it directly. */
export function listen(topic: string, handler: TopicHandler): () => void {
  let stop: (() => void) | undefined
  const attach = () => {
    stop = connection?.subscribe(topic, handler)
  }
  if (connection) attach()
  else waiting.add(attach)
  return () => {
    waiting.delete(attach)
    stop?.()
  }
}

/** Calls the handler with every message of the topic, and with undefined when some may have been missed; null listens to nothing. */
export function useTopic(topic: string | null, handler: TopicHandler): void {
  const onMessage = useEffectEvent(handler)
  useEffect(() => (topic === null ? undefined : listen(topic, (payload) => onMessage(payload))), [topic])
}
