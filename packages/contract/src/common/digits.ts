const nbsp = '\u00a0'

/** Digits in threes with non-breaking spaces: «6480000» → «6 480 000». */
export function groupThousands(digits: string): string {
  const head = digits.length % 3
  return [digits.slice(0, head), ...(digits.slice(head).match(/\d{3}/g) ?? [])].filter(Boolean).join(nbsp)
}

/** A decimal as people read it, with all the digits that it came with: `'-83217.5'` → «-83 217,5». */
export function groupDecimal(decimal: string): string {
  const minus = decimal.startsWith('-') ? '-' : ''
  const [whole = '', part] = decimal.slice(minus.length).split('.')
  return minus + groupThousands(whole) + (part === undefined ? '' : `,${part}`)
}

/** A sum: `'83217.5'` → «83 217,50», `'6480000'` → «6 480 000». */
export function sumText(decimal: string): string {
  const [whole = '', part = ''] = decimal.split('.')
  return groupDecimal(part === '' ? whole : `${whole}.${part.padEnd(2, '0')}`)
}

/** A sum in roubles, with kopecks where it came with them: «6 480 000 ₽», «83 217,50 ₽». */
export const roublesText = (decimal: string): string => `${sumText(decimal)}${nbsp}₽`

/** A sum in roubles, kopecks always: «6 480 000,00 ₽». */
export const exactRoublesText = (decimal: string): string =>
  roublesText(decimal.includes('.') ? decimal : `${decimal}.00`)
