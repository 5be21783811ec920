import type { ClipboardEvent } from 'react'
import { digitCount, digitsHeld, pasteRefusal, signsHeld, textAfterPaste } from './paste-logic.ts'
import { toast } from '../overlay/toasts.tsx'

const key = 'refused paste'

/** Says that what was copied elsewhere is not taken, and what the field holds; of several attempts the last is told. */
export function tellRefusedPaste(pasted: string, holds: string): void {
  toast.closeByKey(key)
  toast.warning(pasteRefusal(pasted, holds), { key })
}

/** What a field holds at most. */
export interface PasteLimit {
  readonly maxLength?: number | undefined
  readonly digits?: number | undefined
}

function holdsOf(next: string, { maxLength, digits }: PasteLimit): string | null {
  if (digits !== undefined && digitCount(next) > digits) return digitsHeld(digits)
  return maxLength !== undefined && next.length > maxLength ? signsHeld(maxLength) : null
}

/** Takes a paste whole or not at all: the browser would cut it to fit without a word. */
export function refuseLongPaste(event: ClipboardEvent, limit: PasteLimit): void {
  const { target } = event
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
  const pasted = event.clipboardData.getData('text')
  const holds = holdsOf(textAfterPaste(target, pasted), limit)
  if (holds === null) return
  event.preventDefault()
  tellRefusedPaste(pasted, holds)
}
