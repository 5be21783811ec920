import { type KeyboardEvent, useEffect, useRef } from 'react'
import { formatCount } from '#lib/digits.ts'
import styles from './page-head.module.css'

/** One tab; `count` undefined while it is not known. */
export type Tab<K extends string> = { key: K; label: string; count?: number | undefined }

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs of a list with the number of rows each one opens; arrows, Home and End move. */
export function TabsWithCounts<K extends string>({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string
  tabs: readonly Tab<K>[]
  value: K
  onChange: (key: K) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  // The chosen tab stays in sight where there are more than the line holds.
  useEffect(() => {
    // With the next frame, which lays the page out anyway: at once it would be laid out before it asks for its rows.
    const frame = requestAnimationFrame(() => {
      const chosen = list.current?.querySelector(`[data-tab="${value}"]`)
      chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === value)
    const ends: Record<string, number> = { Home: 0, End: tabs.length - 1 }
    const step = steps[event.key]
    const to = step === undefined ? ends[event.key] : (at + step + tabs.length) % tabs.length
    const tab = to === undefined ? undefined : tabs[to]
    if (!tab || to === undefined) return
    event.preventDefault()
    onChange(tab.key)
    const target = list.current?.children[to]
    if (target instanceof HTMLElement) target.focus()
  }
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          data-tab={tab.key}
          className={styles.tab}
          aria-selected={tab.key === value}
          tabIndex={tab.key === value ? 0 : -1}
          onClick={() => onChange(tab.key)}
        >
          {tab.label}
          {tab.count !== undefined && <span className={styles.count}>{formatCount(tab.count)}</span>}
        </button>
      ))}
    </div>
  )
}
