import { trimEndsOf } from '@ipoteka-office/contract/common/trim-ends.ts'
import { plain } from './address-words.rules.ts'

/** Spellings of what follows the number of a house → the letters it is stored with. */
const parts: Readonly<Record<string, string>> = {
  к: 'к',
  кор: 'к',
  корп: 'к',
  корпус: 'к',
  с: 'с',
  ст: 'с',
  стр: 'с',
  строен: 'с',
  строение: 'с',
  соор: 'соор',
  сооружение: 'соор',
  л: 'л',
  лит: 'л',
  литер: 'л',
  литера: 'л',
}
/** Spellings of the word «house»: they add nothing to the number. */
const houseWords = new Set('д дом вл влд владение двлд домовладение зд здание уч участок'.split(' '))
const flatWords = new Set('кв квартира пом помещ помещение оф офис ком комната апарт'.split(' '))

/** Letters that look alike on both layouts: a number may be typed with any. */
const alike: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
}
const toCyrillic = (text: string) => text.replace(/[abcekmop]/g, (letter) => alike[letter] ?? letter)

const number = /^\d{1,5}[а-я]?(?:[/-]\d{1,5}[а-я]?)*$/
const glued =
  /^(\d{1,5}[а-я]?(?:[/-]\d{1,5}[а-я]?)*)((?:(?:корп|соор|стр|лит|к|с|л)\d{1,4}[а-я]?|(?:лит|л)[а-я])+)$/

/** A number of a house and what stood after it and is no house: a flat. */
export interface ReadHouse {
  /** «5к2с1»: what stored numbers begin with or equal. */
  readonly number: string
  readonly flat: string | null
}

const gluedNumber = (token: string): string | null => {
  const [, first, rest] = glued.exec(token) ?? []
  if (first === undefined || rest === undefined) return number.test(token) ? token : null
  return first + rest.replace(/корп|соор|стр|лит/g, (word) => parts[word] ?? word)
}

/** One «к 2», «стр1» or a single letter right after the number; null when the tokens begin with none. */
function readPart(
  [token = '', value = '']: readonly string[],
  isFirst: boolean,
): { text: string; length: number } | null {
  const part = parts[token]
  if (part !== undefined && /^(?:\d{1,4}[а-я]?|[а-я])$/.test(value)) return { text: part + value, length: 2 }
  const [, word = '', rest = ''] = /^([а-я]+)(\d{1,4}[а-я]?)$/.exec(token) ?? []
  const glued = parts[word]
  if (glued !== undefined) return { text: glued + rest, length: 1 }
  return isFirst && part === undefined && /^[а-я]$/.test(token) ? { text: token, length: 1 } : null
}

/** What stands after the number and belongs to it; answers where it stopped. */
function readParts(tokens: readonly string[], from: number): { text: string; next: number } {
  let text = ''
  let next = from
  for (;;) {
    const part = readPart(tokens.slice(next), next === from)
    if (part === null) return { text, next }
    text += part.text
    next += part.length
  }
}

function readFlat(tokens: readonly string[], from: number): string | null | undefined {
  if (from >= tokens.length) return null
  const word = tokens[from] ?? ''
  const isFlat = flatWords.has(word) || /^(?:кв|пом|оф|ком)\d+[а-я]?$/.test(word)
  return isFlat && tokens.length - from <= 3 ? tokens.slice(from).join(' ') : undefined
}

/** Reads a number of a house from the first token to the last; null when the tokens are no such number. */
export function readHouse(list: readonly string[]): ReadHouse | null {
  const tokens = list.map(toCyrillic)
  const begin = houseWords.has(tokens[0] ?? '') ? 1 : 0
  const [, word = '', joined = ''] = /^([а-я]+)(\d.*)$/.exec(tokens[begin] ?? '') ?? []
  const first = gluedNumber(houseWords.has(word) ? joined : (tokens[begin] ?? ''))
  if (first === null) return null
  const { text, next } = readParts(tokens, begin + 1)
  const flat = readFlat(tokens, next)
  return flat === undefined ? null : { number: first + text, flat }
}

/** Tokens of a text with a house number: dots and commas divide, «/» and «-» belong to the number. */
export const houseTokens = (text: string): string[] =>
  plain(text)
    .split(/[^0-9a-zа-я/-]+/)
    .map((token) => trimEndsOf(token, /[/-]/))
    .filter((token) => token !== '')

/** One addition of a stored house: «корпус» 2. */
export interface HouseAddition {
  readonly type: string
  readonly value: string
}

/** The form a stored house is looked for in: «5», корпус 2, строение 1 is «5к2с1». */
export function houseNumberOf(base: string, additions: readonly HouseAddition[]): string {
  const first = houseTokens(base).map(toCyrillic).join('')
  const rest = additions.map(({ type, value }) => {
    const word = plain(type).replaceAll('.', '')
    return (parts[word] ?? word) + houseTokens(value).map(toCyrillic).join('')
  })
  return (first + rest.join('')).slice(0, 60)
}
