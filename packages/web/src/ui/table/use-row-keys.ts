import type { RefObject } from 'react'
import { usePlainKeys } from '../plain-keys.ts'

const steps: Readonly<Record<string, number>> = { KeyJ: 1, KeyK: -1 }
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
  usePlainKeys(
    (code) => {
      if (!frame.current) return false
      const step = steps[code]
      return step === undefined ? code === 'Space' && choose(frame.current) : move(frame.current, step)
    },
    wanted,
    // Held down they run along the rows.
    (code) => Object.hasOwn(steps, code),
  )
}
