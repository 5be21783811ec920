import type { ReactNode } from 'react'
import type { CloseReason } from './dialog-stack.ts'

/** Widths of dialogs in px (specification 1 §9). */
export const dialogWidths = { small: 374, medium: 520, large: 768, wide: 882 } as const

/** Props of `<Dialog>`. */
export type DialogProps = {
  open: boolean
  /** Asked by Escape, ×, a click outside or the browser's back; leave `open` true to refuse. */
  onClose: (reason: CloseReason) => void
  title: string
  size?: keyof typeof dialogWidths
  /** A click outside: closes (default), asks «Вы уверены…» first, or does nothing. */
  outside?: 'close' | 'ask' | 'ignore'
  /** Approves by Enter anywhere but in buttons, links, lists and multi-line fields. */
  onEnter?: () => void
  /** Buttons; laid out at the right edge. */
  footer?: ReactNode
  /** False when it is opened while the router is already moving. */
  history?: boolean
  children?: ReactNode
}
