const nbsp = '\u00a0'

/** Digits in threes with non-breaking spaces: «6480000» → «6 480 000». */
export function groupThousands(digits: string): string {
  const head = digits.length % 3
  return [digits.slice(0, head), ...(digits.slice(head).match(/\d{3}/g) ?? [])].filter(Boolean).join(nbsp)
}

/** A count as people read it: «12 480». The first formatter of `Intl` costs a page 30 ms, which a count is not worth. */
export function formatCount(count: number): string {
  if (!Number.isSafeInteger(count)) return count.toLocaleString('ru-RU')
  return (count < 0 ? '−' : '') + groupThousands(String(Math.abs(count)))
}
