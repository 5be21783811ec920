import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'
import styles from './scroll-buttons.module.css'
import { scrollButtonsAt, throttle } from './scroll-position.ts'

const measure = () =>
  scrollButtonsAt(window.scrollY, document.documentElement.scrollHeight, window.innerHeight)

/** «Наверх» and «Вниз» on pages longer than the window, 100 px from the ends; looked at every 100 ms at most. */
export function ScrollButtons() {
  const [shown, setShown] = useState({ up: false, down: false })
  useEffect(() => {
    const { call, cancel } = throttle(() => {
      const next = measure()
      setShown((now) => (now.up === next.up && now.down === next.down ? now : next))
    }, 100)
    // Also tells the size there is now, once the page is laid out: to ask at once would have it laid out before its time.
    const size = new ResizeObserver(call)
    size.observe(document.body)
    window.addEventListener('scroll', call, { passive: true })
    return () => {
      cancel()
      size.disconnect()
      window.removeEventListener('scroll', call)
    }
  }, [])
  const go = (top: number) => window.scrollTo({ top, behavior: 'smooth' })
  if (!shown.up && !shown.down) return null
  return (
    <div className={styles.buttons}>
      {shown.up && (
        <button type="button" className={styles.button} aria-label="Наверх" onClick={() => go(0)}>
          <Icon name="up" />
        </button>
      )}
      {shown.down && (
        <button
          type="button"
          className={styles.button}
          aria-label="Вниз"
          onClick={() => go(document.documentElement.scrollHeight)}
        >
          <Icon name="down" />
        </button>
      )}
    </div>
  )
}
