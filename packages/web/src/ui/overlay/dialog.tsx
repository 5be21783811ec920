import { Suspense, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import type { DialogProps } from './dialog-props.ts'
import { dialogStack } from './dialog-stack.ts'
import { lazyOr } from '../late/lazy-or.tsx'
import { WindowNotLoaded } from './window-not-loaded.tsx'

const DialogWindow = lazyOr(async () => (await import('./dialog-window.tsx')).DialogWindow, WindowNotLoaded)

/** Loads the dialogs' code ahead of the first one, e.g. when the page is idle. */
export function preloadDialogs(): void {
  // The first dialog loads it again and says what is wrong.
  import('./dialog-window.tsx').catch(() => undefined)
}

/** A modal dialog on the stack. Its code is loaded with the first one, to keep the first page light. */
export function Dialog(props: DialogProps) {
  const { open, onClose, history = true } = props
  const id = useId()
  const [used, setUsed] = useState(open)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!open) return
    setUsed(true)
    dialogStack.open({ id, history, close: (reason) => close.current(reason) })
    return () => dialogStack.remove(id)
  }, [open, id, history])
  const level = useSyncExternalStore(dialogStack.subscribe, () =>
    dialogStack.entries().findIndex((entry) => entry.id === id),
  )
  if (!used) return null
  return (
    <Suspense fallback={null}>
      <DialogWindow {...props} level={Math.max(0, level)} />
    </Suspense>
  )
}
