import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyOr } from '#ui/late/lazy-or.tsx'
import { swallowRestOfPress } from '#ui/overlay/use-dismiss.ts'
import styles from './palette.module.css'
import { searchPlaceholder } from './search-words.ts'

const load = () => import('./palette.tsx')
const Palette = lazyOr(async () => (await load()).Palette, NotLoaded)

function NotLoaded() {
  return (
    <div className={styles.said} role="alert">
      Поиск не загрузился. Проверьте сеть и откройте его ещё раз или обновите страницу.
    </div>
  )
}

/** Loads what the search finds with ahead of its first opening, e.g. when the page is idle. */
export function preloadSearch(): void {
  // The first opening loads it again and says what is wrong.
  load().catch(() => undefined)
}

/**
 * The window of the search. Its field is there from the first moment and keeps what is typed: the list under it, which
 * is loaded with the first opening, takes the words over.
 */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The dialog takes the focus from the field that had it by autoFocus and gives it to the box around.
    element?.querySelector('input')?.focus()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Поиск и команды"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target !== dialog.current) return
        swallowRestOfPress()
        onClose()
      }}
    >
      <Suspense
        fallback={
          <div className={styles.command}>
            <input
              className={styles.input}
              aria-label="Поиск и команды"
              value={text}
              onChange={(event) => setText(event.target.value)}
              maxLength={100}
              placeholder={searchPlaceholder}
            />
          </div>
        }
      >
        <Palette text={text} onText={setText} onClose={onClose} />
      </Suspense>
    </dialog>
  )
}
