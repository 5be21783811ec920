const focusable =
  'input:not([disabled]):not([type="hidden"]), textarea:not([disabled]), button:not([disabled])'

/** The control whose label says these words: blocks of several fields know no paths, and may shorten a label. */
function byLabel(within: HTMLElement, words: string): HTMLElement | null {
  const found = [...within.querySelectorAll('label')].find(
    ({ htmlFor, textContent }) => htmlFor !== '' && textContent !== '' && words.startsWith(textContent),
  )
  return found ? document.getElementById(found.htmlFor) : null
}

/** Moves the focus to a field of a section by its path, else by its label; else to the nearest group above. */
export function focusField(within: HTMLElement, path: string, label: string): boolean {
  const isPlace = [...within.querySelectorAll<HTMLElement>('[data-field]')].some(
    (one) => one.dataset['field'] === path,
  )
  const labelled = isPlace ? null : byLabel(within, label)
  if (labelled) {
    labelled.scrollIntoView({ block: 'center' })
    labelled.focus()
    return true
  }
  const places = [...within.querySelectorAll<HTMLElement>('[data-field]')]
  for (let wanted = path; wanted !== ''; wanted = wanted.replace(/\.?[^.]*$/, '')) {
    const place = places.find((one) => one.dataset['field'] === wanted)
    const target = place?.querySelector<HTMLElement>(focusable)
    if (!target) continue
    target.scrollIntoView({ block: 'center' })
    target.focus()
    return true
  }
  return false
}
