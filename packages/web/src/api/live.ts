import { useEffect, useEffectEvent } from 'react'
import { createStore } from '#lib/store.ts'
import type { LiveConnection, TopicHandler } from './live-connection.ts'
import { sessionState } from './session.ts'
import { whenSessionOver } from './token.ts'

/** True while the page cannot follow what others change. */
export const liveLost = createStore(false)

let connection: LiveConnection | null = null
const waiting = new Set<() => void>()

/** Opens live updates for the signed-in person; the code for them is loaded after the first page. */
export async function startLive(): Promise<void> {
  const [{ LiveConnection }, { createStompTransport }, { mayHear, parseTopic }] = await Promise.all([
    import('./live-connection.ts'),
    import('./stomp-transport.ts'),
    import('@ipoteka-office/contract/live-topics.ts'),
  ])
  const live = new LiveConnection(createStompTransport(), {
    // By the same rule as the server: a page asks only for what its user may hear.
    mayHear(name) {
      const topic = parseTopic(name)
      const state = sessionState.get()
      return topic !== null && state.status === 'OK' && mayHear(state.session.operations, topic)
    },
    onLost: (isLost) => liveLost.set(isLost),
  })
  connection = live
  whenSessionOver(() => live.close())
  sessionState.subscribe(() => live.recheck())
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

/** Reads again what the page shows and tries to follow changes once more. */
export function refreshLive(): void {
  connection?.refresh()
}

/** Listens to a topic until the answer is called; what outlives its components, such as caches, uses it directly. */
export function listen(topic: string, handler: TopicHandler, from?: number): () => void {
  if (topic === '') throw new Error('Пустая тема live-обновлений')
  let stop: (() => void) | undefined
  const attach = () => {
    stop = connection?.subscribe(topic, handler, from)
  }
  if (connection) attach()
  else waiting.add(attach)
  return () => {
    waiting.delete(attach)
    stop?.()
  }
}

/**
 * Calls the handler with every message of the topics and the topic that it came by, and with undefined when some may have
 * been missed. A topic that the person may not hear says nothing.
 */
export function useTopics(
  topics: readonly string[],
  handler: (payload: unknown, topic: string) => void,
  from?: number,
): void {
  const onMessage = useEffectEvent(handler)
  const names = topics.join(' ')
  useEffect(() => {
    const stops = (names === '' ? [] : names.split(' ')).map((topic) =>
      listen(topic, (payload) => onMessage(payload, topic), from),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [names, from])
}

/** The same of one topic; null listens to nothing. */
export function useTopic(topic: string | null, handler: TopicHandler, from?: number): void {
  useTopics(topic === null ? [] : [topic], handler, from)
}
