import { trimEndsOf } from '@ipoteka-office/contract/common/trim-ends.ts'
import type { Word } from '#integrations/ocr/words.ts'
import { around, type Box, linesOf } from '../layout.rules.ts'
import { officialWord } from '../official-words.rules.ts'
import { cyrillic, dateOf, digitsOnly } from '../text.rules.ts'
import type { PassportZone } from './passport-zones.rules.ts'

/** A value as it was read from the print. */
export interface Seen {
  readonly value: string
  readonly confidence: number
  readonly box: Box
}

const medianHeight = (words: readonly Word[]) =>
  [...words].sort((a, b) => a.height - b.height)[Math.floor(words.length / 2)]?.height ?? 0

/** Words that can be a part of a value: no lines of the form, no specks, no pattern of the paper. */
function legible(words: readonly Word[]): Word[] {
  const kept = words.filter(
    ({ text, confidence, height, width }) =>
      /[А-ЯЁа-яё0-9№]/.test(text) && confidence > 0.15 && width < height * 40,
  )
  const usual = medianHeight(kept.filter(({ confidence }) => confidence > 0.6))
  return usual === 0 ? kept : kept.filter(({ height }) => height > usual * 0.5 && height < usual * 1.9)
}

const mean = (words: readonly Word[]) =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length)

interface Cleaned {
  readonly value: string
  readonly words: readonly Word[]
}
type Clean = (lines: readonly (readonly Word[])[]) => Cleaned | null

const noise = /^[^А-ЯЁ0-9]+|[^А-ЯЁ0-9.)»"]+$/g
/** Printed in capitals, one letter misread forgiven in a word. */
const capital = (text: string) => {
  const letters = text.replaceAll(/[^А-ЯЁа-яё]/g, '')
  const small = letters.replaceAll(/[А-ЯЁ]/g, '').length
  return small === 0 || (letters.length > 3 && small === 1)
}

/** Names: capital letters, a dash inside. */
const name: Clean = (lines) => {
  const words = lines
    .flat()
    .filter(({ text }) => capital(text.replaceAll(/[.,]/g, '')) && /[А-ЯЁA-Z]{2}/.test(text))
  const joined = words
    .map(({ text }) =>
      cyrillic(text)
        .replaceAll(/[—–]/g, '-')
        .replaceAll(/[^А-ЯЁ-]/g, ''),
    )
    .filter((text) => text.length > 1)
    .join(' ')
    // A surname broken after its dash goes on without a space.
    .replaceAll(/(?<=-) | (?=-)/g, '')
  const value = trimEndsOf(joined, /-/)
  return value === '' ? null : { value, words }
}

const date: Clean = (lines) => {
  for (const line of lines) {
    const value = dateOf(line.map(({ text }) => text).join(''))
    if (value !== null) return { value, words: line }
  }
  return null
}

const unitCode: Clean = (lines) => {
  for (const line of lines) {
    const [, first, second] = /(\d{3})\D{0,2}(\d{3})(?!\d)/.exec(line.map(({ text }) => text).join('')) ?? []
    if (first !== undefined && second !== undefined) return { value: `${first}-${second}`, words: line }
  }
  return null
}

const sex: Clean = (lines) => {
  for (const word of lines.flat()) {
    const letters = cyrillic(word.text).replaceAll(/[^А-ЯЁ]/g, '')
    if (/^М[УЖ]|УЖ$/.test(letters)) return { value: 'MALE', words: [word] }
    if (/^Ж[ЕН]|ЕН$/.test(letters)) return { value: 'FEMALE', words: [word] }
  }
  return null
}

/** Several words of capital text on several lines: places and offices. */
const text: Clean = (lines) => {
  const words = lines
    .flat()
    .filter(({ text: read, confidence }) => capital(read) && (read.length > 2 || confidence > 0.4))
  const value = words
    .map(({ text: read }) => officialWord(read.replaceAll(noise, (cut) => (cut === '№' ? cut : ''))))
    .filter((read) => read !== '')
    .join(' ')
  return value === '' ? null : { value, words }
}

const cleaners: Readonly<Record<Exclude<PassportZone, 'mrz'>, Clean>> = {
  issuer: text,
  issueDate: date,
  unitCode,
  lastName: name,
  firstName: name,
  middleName: name,
  sex,
  birthDate: date,
  birthPlace: text,
}

/** The value of a zone from the words that lie in it; null when they make none. */
export function seenValue(zone: Exclude<PassportZone, 'mrz'>, words: readonly Word[]): Seen | null {
  const found = cleaners[zone](linesOf(legible(words)))
  if (found === null) return null
  const box = around(found.words)
  return box === null ? null : { value: found.value, confidence: mean(found.words), box }
}

/** Series and number of a strip: ten digits; null when there are fewer or more. */
export function seenNumber(words: readonly Word[]): Omit<Seen, 'box'> | null {
  const digits = digitsOnly(
    [...words]
      .sort((a, b) => a.x - b.x)
      .map(({ text: read }) => read)
      .join(''),
  )
  return digits.length === 10 ? { value: digits, confidence: mean(words) } : null
}

/** Of two readings of a long text the fuller one, unless it is much less sure; sure is what both say. */
export function longer(a: Seen | null, b: Seen | null): Seen | null {
  if (a === null || b === null) {
    const only = a ?? b
    return only === null ? null : { ...only, confidence: Math.min(0.8, only.confidence) }
  }
  if (a.value === b.value) return { ...a, confidence: Math.max(a.confidence, b.confidence) }
  const weight = ({ value, confidence }: Seen) => value.length * confidence ** 2
  const taken = weight(b) > weight(a) ? b : a
  return { ...taken, confidence: Math.min(0.8, taken.confidence) }
}
