import { cadastralText, isCadastralNumber } from '@ipoteka-office/contract/common/cadastral.ts'

const minLength = 2
const maxWords = 6
/** Shorter words have no trigram: looking for them would read a million of rows. */
const caseWordLength = 3

/** What a text in the search may mean. */
export interface SearchMeaning {
  readonly words: readonly string[]
  /** Words long enough to look among cases for; empty: none may be looked for. */
  readonly caseWords: readonly string[]
  /** Ten digits: series and number. */
  readonly passport: string | null
  /** Digits from 7, without the plus. */
  readonly phone: string | null
  readonly cadastral: string | null
}

function phoneOf(digits: string): string | null {
  if (/^[78]\d{10}$/.test(digits)) return `7${digits.slice(1)}`
  return /^[3489]\d{9}$/.test(digits) ? `7${digits}` : null
}

/** Reads the text as words and, where it has only digits and the signs between them, as a number of each kind. */
export function meaningOf(text: string): SearchMeaning | null {
  const words = text.split(/\s+/).filter(Boolean).slice(0, maxWords)
  if (words.join('').length < minLength) return null
  const digits = /^[\d\s+()№-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  const cadastral = /^[\d:\s]+$/.test(text) && text.includes(':') ? cadastralText(text) : ''
  return {
    words,
    caseWords: words.some((word) => word.length >= caseWordLength) ? words : [],
    passport: digits.length === 10 ? digits : null,
    phone: phoneOf(digits),
    cadastral: isCadastralNumber(cadastral) ? cadastral : null,
  }
}

/** By what a case was found; the earlier, the higher it stands. */
export const foundBy = {
  number: 'по номеру',
  passport: 'по паспорту',
  phone: 'по телефону',
  cadastral: 'по кадастровому номеру',
  words: '',
  partner: 'по партнёру',
} as const
export type FoundBy = keyof typeof foundBy

/** Each case once, by the strongest of its reasons; open ones first, then the newest. */
export function ranked<C extends { id: number; by: FoundBy; closed: boolean }>(
  cases: readonly C[],
  limit: number,
): C[] {
  const order = Object.keys(foundBy)
  const place = ({ by }: C) => order.indexOf(by)
  const sorted = cases.toSorted(
    (a, b) => place(a) - place(b) || Number(a.closed) - Number(b.closed) || b.id - a.id,
  )
  const seen = new Set<number>()
  return sorted.filter(({ id }) => !seen.has(id) && seen.add(id)).slice(0, limit)
}
