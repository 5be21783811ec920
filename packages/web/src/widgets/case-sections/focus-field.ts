const focusable =
  'input:not([disabled]):not([type="hidden"]), textarea:not([disabled]), button:not([disabled])'

/** Moves the focus to a field of a section by its path; to the nearest group above where there is no such field. */
export function focusField(within: HTMLElement, path: string): boolean {
  const places = [...within.querySelectorAll<HTMLElement>('[data-field]')]
  for (let wanted = path; wanted !== ''; wanted = wanted.replace(/\.?[^.]*$/, '')) {
    const place = places.find((one) => one.dataset['field'] === wanted)
    const named = place ?? within.querySelector<HTMLElement>(`[name="${CSS.escape(wanted)}"]`)?.parentElement
    const target = named?.querySelector<HTMLElement>(focusable)
    if (!target) continue
    target.scrollIntoView({ block: 'center' })
    target.focus()
    return true
  }
  return false
}
