import { useEffect, useEffectEvent } from 'react'
import { dialogStack } from './overlay/dialog-stack.ts'

const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${fields}, [role="dialog"], [role="listbox"]`) !== null

/**
 * Keys without Ctrl, Alt or Shift, pressed anywhere on the page but in a field or a window over it. The handler gets the
 * place of the key (`KeyJ`), which is the same in every layout, and answers whether it was for it.
 */
export function usePlainKeys(handle: (code: string) => boolean, wanted = true): void {
  const onKey = useEffectEvent(handle)
  useEffect(() => {
    if (!wanted) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
      if (isElsewhere(event.target) || dialogStack.entries().length > 0) return
      if (onKey(event.code)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [wanted])
}
