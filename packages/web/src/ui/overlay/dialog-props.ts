import type { ReactNode } from 'react'
import type { CloseReason } from './dialog-stack.ts'

/** Widths of dialogs in px (specification 1 §9). */
export const dialogWidths = { small: 374, medium: 520, large: 768, wide: 882 } as const

/**
 * What a dialog asks for, as its two last buttons. Enter approves anywhere but in buttons, links, open lists and
 * multi-line fields, and Ctrl Enter in these too; something dangerous is approved by its button alone.
 */
export type Approval = {
  text: string
  onApprove: () => void
  /** The focus stays on the safe button, Enter does not approve, and the dialog says so. */
  danger?: boolean
  busy?: boolean
  /** Why it cannot be approved yet. */
  disabledReason?: string | null
  cancelText?: string
}

/** Props of `<Dialog>`. */
export type DialogProps = {
  open: boolean
  /** Asked by Escape, ×, a click outside or the browser's back; leave `open` true to refuse. */
  onClose: (reason: CloseReason) => void
  title: string
  size?: keyof typeof dialogWidths
  /** A click outside: closes (default), asks «Вы уверены…» first, or does nothing. */
  outside?: 'close' | 'ask' | 'ignore'
  /** What the dialog asks for; without it there is nothing to approve. */
  approval?: Approval
  /** Buttons at the right edge; beside an approval they stand before its two. */
  footer?: ReactNode
  /** False when it is opened while the router is already moving. */
  history?: boolean
  children?: ReactNode
}
