import { useEffect, useEffectEvent } from 'react'

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Calls the handler on Ctrl K (⌘ K) anywhere and on `?` outside of fields; `code` keys work in the Russian layout too. */
export function useShellKeys(onSearch: () => void, onHelp: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.code === 'KeyK') {
      event.preventDefault()
      onSearch()
    } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !typing(event.target)) {
      event.preventDefault()
      onHelp()
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
