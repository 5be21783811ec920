interface ChangeDetails {
  readonly reason: string
  cancel: () => void
  allowPropagation: () => void
}

/** Escape over a closed list would clear the field; here it clears nothing and goes on to the window around. */
export function isEscape(details: ChangeDetails): boolean {
  if (details.reason !== 'escape-key') return false
  details.cancel()
  details.allowPropagation()
  return true
}
