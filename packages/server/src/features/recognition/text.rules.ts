/** How many signs must be changed, added or left out to make one text of the other. */
export function distance(a: string, b: string): number {
  if (a === b) return 0
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** 1 for equal texts, 0 for texts with nothing in common. */
export const likeness = (a: string, b: string): number =>
  a.length + b.length === 0 ? 1 : 1 - distance(a, b) / Math.max(a.length, b.length)

/** Latin letters and digits that a reader puts among Cyrillic ones. */
const cyrillicOf: Readonly<Record<string, string>> = {
  A: 'А',
  B: 'В',
  C: 'С',
  E: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  O: 'О',
  P: 'Р',
  T: 'Т',
  X: 'Х',
  Y: 'У',
  '0': 'О',
  '3': 'З',
}

/** Capital Cyrillic text, with look-alikes put right. */
export const cyrillic = (text: string): string =>
  Array.from(text.toUpperCase())
    .map((sign) => cyrillicOf[sign] ?? sign)
    .join('')

/** For comparing names: «Ё» as «Е», no dots, a dash as a space. */
export const comparable = (name: string): string =>
  name
    .toUpperCase()
    .replaceAll('Ё', 'Е')
    .replaceAll(/[^А-Я]+/g, ' ')
    .trim()

const digitOf: Readonly<Record<string, string>> = {
  О: '0',
  O: '0',
  З: '3',
  I: '1',
  l: '1',
  '|': '1',
  Б: '6',
  В: '8',
  B: '8',
  S: '5',
}

/** Digits, with letters that look like them put right. */
export const digitsOnly = (text: string): string =>
  Array.from(text)
    .map((sign) => digitOf[sign] ?? sign)
    .join('')
    .replaceAll(/\D/g, '')

const isDay = (year: string, month: string, day: string) => {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
}

/** The first date like 23.07.1972 of a text as ISO; null when there is none or no such day. */
export function dateOf(text: string): string | null {
  const [, day = '', month = '', year = ''] =
    /(?<!\d)(\d{2})[.,:\s/-]{0,2}(\d{2})[.,:\s/-]{0,2}((?:19|20)\d{2})(?!\d)/.exec(text) ?? []
  return year !== '' && isDay(year, month, day) ? `${year}-${month}-${day}` : null
}
