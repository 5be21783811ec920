import { useEffect, useEffectEvent } from 'react'
import { dialogStack } from './overlay/dialog-stack.ts'

const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${fields}, [role="dialog"], [role="listbox"]`) !== null

/**
 * Keys without Ctrl, Alt or Shift, pressed anywhere on the page but in a field or a window over it. The handler gets the
 * place of the key (`KeyJ`), which is the same in every layout, and answers whether it was for it. A key that is held down is
 * pressed once, but for those that `repeats` names.
 */
export function usePlainKeys(
  handle: (code: string) => boolean,
  wanted = true,
  repeats: (code: string) => boolean = () => false,
): void {
  const onKey = useEffectEvent(handle)
  const mayRepeat = useEffectEvent(repeats)
  useEffect(() => {
    if (!wanted) return
    let taken: string | null = null
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
      if (isElsewhere(event.target) || dialogStack.entries().length > 0) return
      if (!event.repeat || mayRepeat(event.code)) taken = onKey(event.code) ? event.code : null
      // Of a held key the browser does nothing by itself either, such as scroll by Space.
      if (event.code === taken) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [wanted])
}
