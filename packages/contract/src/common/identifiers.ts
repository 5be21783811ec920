const digitsOf = (text: string): number[] => Array.from(text, Number)

/** The sum of products of digits and weights. */
const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0)

const innWeights10 = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const innWeights11 = [7, ...innWeights10]
const innWeights12 = [3, ...innWeights11]

/** The control digit of the nine first digits of a legal person's ИНН. */
export const innControlDigit = (nine: string): string => String((weighted(nine, innWeights10) % 11) % 10)

/** ИНН: 10 digits of a legal person, 12 of a person, each with its control digits. */
export function isInn(text: string): boolean {
  if (/^0+$/.test(text)) return false
  if (/^\d{10}$/.test(text)) return innControlDigit(text) === text[9]
  if (!/^\d{12}$/.test(text)) return false
  const eleventh = (weighted(text, innWeights11) % 11) % 10
  const twelfth = (weighted(text, innWeights12) % 11) % 10
  return eleventh === Number(text[10]) && twelfth === Number(text[11])
}

/** КПП: four digits of the tax office, two digits or capital Latin letters of the reason, three of the serial. */
export const isKpp = (text: string): boolean => /^\d{4}[\dA-Z]{2}\d{3}$/.test(text)

/** The control digit of an ОГРН (12 first digits) or an ОГРНИП (14 first digits). */
export const ogrnControlDigit = (first: string): string =>
  String((BigInt(first) % (first.length === 12 ? 11n : 13n)) % 10n)

/** ОГРН of a legal person: 13 digits. */
export const isOgrn = (text: string): boolean =>
  /^[15]\d{12}$/.test(text) && ogrnControlDigit(text.slice(0, 12)) === text[12]

/** ОГРНИП of an entrepreneur: 15 digits. */
export const isOgrnip = (text: string): boolean =>
  /^3\d{14}$/.test(text) && ogrnControlDigit(text.slice(0, 14)) === text[14]

/** ОКАТО: two, five, eight or eleven digits. */
export const isOkato = (text: string): boolean => /^\d{2}(?:\d{3}){0,3}$/.test(text)

/** ОКТМО: eight digits of a municipality, eleven of a settlement in it. */
export const isOktmo = (text: string): boolean => /^\d{8}(?:\d{3})?$/.test(text)

/** The last number without a control sum. */
const lastUncheckedSnils = 1_001_998

/** СНИЛС: nine digits and two of control, with or without `-` and the space. */
export function isSnils(text: string): boolean {
  if (!/^\d{3}-?\d{3}-?\d{3}[ -]?\d{2}$/.test(text)) return false
  const digits = text.replace(/\D/g, '')
  if (Number(digits.slice(0, 9)) <= lastUncheckedSnils) return true
  const sum = digitsOf(digits.slice(0, 9)).reduce((total, digit, index) => total + digit * (9 - index), 0)
  return (sum % 101) % 100 === Number(digits.slice(9))
}
