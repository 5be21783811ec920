/** How a passport of the Russian Federation writes Cyrillic letters in its machine-readable zone: one sign for each. */
const codes: Readonly<Record<string, string>> = {
  А: 'A',
  Б: 'B',
  В: 'V',
  Г: 'G',
  Д: 'D',
  Е: 'E',
  Ё: '2',
  Ж: 'J',
  З: 'Z',
  И: 'I',
  Й: 'Q',
  К: 'K',
  Л: 'L',
  М: 'M',
  Н: 'N',
  О: 'O',
  П: 'P',
  Р: 'R',
  С: 'S',
  Т: 'T',
  У: 'U',
  Ф: 'F',
  Х: 'H',
  Ц: 'C',
  Ч: '3',
  Ш: '4',
  Щ: 'W',
  Ъ: 'X',
  Ы: 'Y',
  Ь: '9',
  Э: '6',
  Ю: '7',
  Я: '8',
}
const letters = new Map(Object.entries(codes).map(([letter, code]) => [code, letter]))

/** A name as the zone writes it; what is not a letter becomes a filler. */
export const encodeName = (name: string): string =>
  Array.from(name.toUpperCase())
    .map((letter) => codes[letter] ?? '<')
    .join('')

/** The name behind the signs of the zone; a sign that stands for no letter is left out. */
export const decodeName = (coded: string): string =>
  Array.from(coded)
    .map((sign) => (sign === '<' ? ' ' : (letters.get(sign) ?? '')))
    .join('')
    .trim()

const valueOf = (sign: string): number => {
  if (sign >= '0' && sign <= '9') return Number(sign)
  return sign >= 'A' && sign <= 'Z' ? sign.charCodeAt(0) - 55 : 0
}
const weights = [7, 3, 1] as const

/** Check digit of ICAO 9303: weights 7, 3, 1, modulo 10; a filler counts as zero. */
export function checkDigit(text: string): string {
  const sum = Array.from(text).reduce((total, sign, at) => total + valueOf(sign) * (weights[at % 3] ?? 0), 0)
  return String(sum % 10)
}
