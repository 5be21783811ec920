import { useEffect, useEffectEvent, useRef } from 'react'
import { useTopic } from '#api/live.ts'

/** How often a burst of messages may make a screen read again. */
const everyMs = 2_000

/** Calls `refresh` when the topic tells of a change: at once, and during a burst at most every two seconds. */
export function useLiveRefresh(topic: string | null, refresh: () => void): void {
  const last = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const run = useEffectEvent(() => {
    timer.current = undefined
    last.current = Date.now()
    refresh()
  })
  useTopic(topic, () => {
    if (timer.current !== undefined) return
    timer.current = setTimeout(run, Math.max(0, last.current + everyMs - Date.now()))
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [topic],
  )
}
