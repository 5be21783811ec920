import { type RefObject, useEffect } from 'react'
import { dialogStack } from '../overlay/dialog-stack.ts'

const steps: Readonly<Record<string, number>> = { KeyJ: 1, KeyK: -1 }
const fields = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"]'

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${fields}, [role="dialog"], [role="listbox"]`) !== null

/** What of a row takes the focus: its link, or its box. */
const handleOf = (row: Element): HTMLElement | null =>
  row.querySelector('td a[href]') ?? row.querySelector('input')

function move(frame: HTMLElement, step: number): boolean {
  const rows = [...frame.querySelectorAll('tbody tr')]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at < 0 ? rows[step > 0 ? 0 : rows.length - 1] : rows[at + step]
  const handle = next && handleOf(next)
  handle?.focus()
  handle?.scrollIntoView({ block: 'nearest' })
  return Boolean(handle)
}

/** Space on the link of a row chooses the row, where rows are chosen at all. */
function choose(frame: HTMLElement): boolean {
  const row = document.activeElement?.closest('tr')
  const box = row?.querySelector<HTMLInputElement>('td:first-child input[type="checkbox"]')
  if (!box || !frame.contains(box) || document.activeElement === box) return false
  if (document.activeElement !== (row && handleOf(row))) return false
  box.click()
  return true
}

/** J and K go along the rows from anywhere on the page, Enter opens the row's link, Space chooses the row. */
export function useRowKeys(frame: RefObject<HTMLElement | null>, wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
      if (!frame.current || isElsewhere(event.target) || dialogStack.entries().length > 0) return
      const step = steps[event.code]
      const isDone =
        step === undefined ? event.code === 'Space' && choose(frame.current) : move(frame.current, step)
      if (isDone) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [frame, wanted])
}
