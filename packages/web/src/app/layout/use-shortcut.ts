import { useEffect, useEffectEvent } from 'react'
import { pressSave } from '#ui/form/page-form.tsx'

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function actionOf(event: KeyboardEvent): 'search' | 'save' | 'help' | null {
  if (event.altKey) return null
  if (event.ctrlKey || event.metaKey) {
    if (event.code === 'KeyK') return 'search'
    return event.code === 'KeyS' ? 'save' : null
  }
  return event.key === '?' && !typing(event.target) ? 'help' : null
}

/**
 * Calls the handler on Ctrl K (⌘ K) anywhere and on `?` outside of fields, and presses «Сохранить» on Ctrl S; `code` keys
 * work in the Russian layout too.
 */
export function useShellKeys(onSearch: () => void, onHelp: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = actionOf(event)
    if (act === null) return
    // Also where nothing is to be saved: the browser would save the page as a file.
    event.preventDefault()
    if (act === 'search') onSearch()
    else if (act === 'help') onHelp()
    else if (!event.repeat) pressSave()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
