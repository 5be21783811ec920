import type { KeyboardEvent } from 'react'

const handlesEnter = 'button, a, select, summary, [aria-expanded="true"]'
const takesLines = 'textarea, [contenteditable="true"]'

const focusable =
  'a[href], button, input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** Where the focus goes in a window that has just opened: what asks for it, a field, the answer, anything. */
export function firstFocusIn(box: HTMLElement | null): HTMLElement | null {
  return (
    box?.querySelector<HTMLElement>('[data-autofocus]') ??
    box?.querySelector<HTMLElement>('input:not(:disabled), textarea:not(:disabled), select') ??
    box?.querySelector<HTMLElement>('[data-answer]') ??
    box?.querySelector<HTMLElement>(focusable) ??
    null
  )
}

/** An Enter that is still held from what opened the window is no answer to it. */
export function isHeldEnter(event: KeyboardEvent): boolean {
  const isLine = event.target instanceof Element && event.target.closest(takesLines) !== null
  return event.key === 'Enter' && event.repeat && !isLine
}

/** Whether this key means «yes» to the dialog, and not something of the control it was pressed in. */
export function approves(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return false
  if (!(event.target instanceof Element) || event.target.closest(handlesEnter)) return false
  return event.ctrlKey || event.metaKey || !event.target.closest(takesLines)
}
