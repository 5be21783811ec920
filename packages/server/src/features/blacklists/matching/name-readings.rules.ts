import { fromLatinLayout, plain } from '#features/addresses/address-words.rules.ts'
import { soundOf } from './sounds.rules.ts'

/** A word of a name as it may be meant: by its letters, or typed with the wrong keyboard layout. */
export interface Reading {
  readonly text: string
  readonly script: 'CYRILLIC' | 'LATIN'
  readonly byLayout: boolean
  /** As it is heard. */
  readonly sound: string
  /** A bit for each letter that is there: two words of few common letters are not compared letter by letter. */
  readonly letters: number
}

/** A surname, name or patronymic in every reading; none: it is not given. */
export type NamePart = readonly Reading[]

const lettersOf = (text: string): number => {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31)
  return bits
}

/** A word by its letters, or as it is meant when it was typed with the Latin layout switched on. */
const reading = (text: string, origin: Reading['script'] | 'LAYOUT'): Reading => ({
  text,
  script: origin === 'LATIN' ? 'LATIN' : 'CYRILLIC',
  byLayout: origin === 'LAYOUT',
  sound: origin === 'LATIN' ? text : soundOf(text),
  letters: lettersOf(text),
})

/** Longer than any name: the rest of a hostile text is not looked at. */
const longest = 100

/** Latin letters that look like Cyrillic ones inside a Cyrillic word. */
const alike: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
}

const lettersOnly = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '')

/** Letters without their marks: «é» is «e»; «й» stays a letter of its own. */
const unmarked = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/** The readings of a part of a name: small letters, «е» for «ё», without hyphens, spaces and signs. */
export function readName(raw: string): NamePart {
  const text = plain(raw.slice(0, longest).normalize('NFKC'))
  if (/\p{Script=Cyrillic}/u.test(text)) {
    const word = lettersOnly(Array.from(text, (sign) => alike[sign] ?? sign).join(''))
    return word === '' ? [] : [reading(word, 'CYRILLIC')]
  }
  const latin = lettersOnly(unmarked(text))
  if (latin === '') return []
  const typed = fromLatinLayout(text.replaceAll(/\s/g, ''))
  const byLayout = lettersOnly(typed ?? '')
  return [reading(latin, 'LATIN'), ...(/[аеиоуыэюя]/.test(byLayout) ? [reading(byLayout, 'LAYOUT')] : [])]
}
