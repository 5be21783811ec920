import { useEffect, useRef, useState } from 'react'
import { useTopics } from '#api/live.ts'
import { echoArrived, underWay } from './own-echo.ts'

/** How often a burst of messages may make a screen read again. */
const everyMs = 2_000

const always = () => true
const now = () => performance.now()

const listOf = (topic: string | readonly string[] | null): readonly string[] =>
  typeof topic === 'string' ? [topic] : (topic ?? [])

/**
 * Calls `refresh` when the topic, or one of several, tells of a change: at once, and during a burst at most every two seconds.
 * `concerns` may let messages pass that are about something else; undefined means that some may have been missed.
 */
export function useLiveRefresh(
  topic: string | readonly string[] | null,
  refresh: () => void,
  concerns: (payload: unknown) => boolean = always,
  from?: number,
): void {
  const topics = listOf(topic)
  const names = topics.join(' ')
  const last = useRef(Number.NEGATIVE_INFINITY)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  const run = () => {
    // The screen has gone meanwhile.
    if (timer.current === undefined) return
    const save = topics.map(underWay).find((one) => one !== null)
    if (save) return void save.then(run)
    timer.current = undefined
    last.current = now()
    latest.current()
  }
  useTopics(
    topics,
    (payload, told) => {
      const { isAwaited } = echoArrived(told, last.current)
      if (payload !== undefined && !concerns(payload)) return
      if (timer.current !== undefined && !isAwaited) return
      clearTimeout(timer.current)
      // Whoever has just saved waits for what follows from it.
      const wait = isAwaited ? 0 : last.current + everyMs - now()
      timer.current = setTimeout(run, Math.max(0, wait))
    },
    from,
  )
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [names],
  )
}

/**
 * Follows a record by the topic of its own. The topic is asked for once the record has come, so that nobody asks for one
 * that is not theirs to see; what was told since the page began to read is heard too.
 */
export function useRecordRefresh(
  topic: string | null,
  { data }: { readonly data: unknown },
  refresh: () => void,
  concerns: (payload: unknown) => boolean = always,
): void {
  const [from] = useState(() => performance.now())
  useLiveRefresh(data === undefined ? null : topic, refresh, concerns, from)
}
