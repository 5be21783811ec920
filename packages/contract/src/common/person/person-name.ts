import { z } from 'zod'
import { messages, text } from '../scalars.ts'

export const sexes = { MALE: 'Мужской', FEMALE: 'Женский' } as const
export type Sex = keyof typeof sexes
export const Sex = z.enum(['MALE', 'FEMALE'])

/** A name by its parts; what is not known is an empty text. */
export interface NameParts {
  readonly surname: string
  readonly name: string
  readonly patronymic: string
}

/** Letters of any alphabet and what stands between them: «Мамед оглы», «д’Артаньян», «Иванова (Петрова)», «А.». */
const nameSigns = /^['’]?\p{L}[\p{L}\p{M} .()'’‐‑–—-]*$/u

/** A surname, name or patronymic, or nothing: no markup, pictures, links or marks that turn the writing around. */
export const NamePart = text(100).refine(
  (name) => name === '' || nameSigns.test(name),
  'Допустимы буквы, пробел, дефис и апостроф',
)
/** The same, and not empty. */
export const RequiredNamePart = NamePart.refine((name) => name !== '', messages.required)

const plain = (word: string) => word.trim().toLowerCase().replaceAll('ё', 'е')

/** The sex that a patronymic tells, null when it tells none: «Игоревна», «оглы», «кызы». */
export function sexOfPatronymic(patronymic: string): Sex | null {
  const word = plain(patronymic)
  if (/(?:[а-я]ич|(?:^|[\s-])(?:оглы|оглу|улы|ұлы|уулу|угли)|ұлы)$/.test(word)) return 'MALE'
  return /(?:[вч]на|кызы|гызы|қызы|кизи)$/.test(word) ? 'FEMALE' : null
}

/** Both a man and a woman bear these, whatever their endings look like. */
const ofBoth = new Set(['калина', 'малина', 'щербина', 'кручина', 'долина', 'былина', 'перина'])

/** The sex that a surname tells by its ending, by the last part of a double one: «Иванова», «Римский-Корсаков». */
export function sexOfSurname(surname: string): Sex | null {
  const word =
    plain(surname)
      .split(/[\s-]+/)
      .at(-1) ?? ''
  if (word.length < 4 || ofBoth.has(word)) return null
  if (/(?:[ое]в|[иы]н|[сц]к[иоы]й|[нтлв][оы]й)$/.test(word)) return 'MALE'
  return /(?:[ое]ва|[иы]на|[сц]кая|[нтлв]ая)$/.test(word) ? 'FEMALE' : null
}

/** The sex by the patronymic, and where it tells none by the surname. */
export const sexOfName = ({ surname, patronymic }: Pick<NameParts, 'surname' | 'patronymic'>): Sex | null =>
  sexOfPatronymic(patronymic) ?? sexOfSurname(surname)

/** The surname of a woman by that of a man; the same where it does not change: «Бережная», «Ким», «Шевченко». */
export function womansSurname(mans: string): string {
  if (/(?:[оеё]в|[иы]н)$/.test(mans)) return `${mans}а`
  if (/(?:кий|[оы]й)$/.test(mans)) return `${mans.slice(0, -2)}ая`
  return mans
}

/** Written small inside a name: «Мамед оглы», «де Голль». */
const particles = new Set(
  'оглы оглу кызы гызы қызы улы ұлы уулу угли кизи бей де ди да ла ле дю дер ден ван фон бен ибн бин аль эль'.split(
    ' ',
  ),
)
/** Latin letters that look like Cyrillic ones and slip into a name by the wrong keyboard. */
const twins: Readonly<Record<string, string>> = {
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
  a: 'а',
  c: 'с',
  e: 'е',
  o: 'о',
  p: 'р',
  x: 'х',
  y: 'у',
}

const titled = (word: string) =>
  word
    .toLowerCase()
    .replace(/(^|['’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

function normalWord(word: string, isAlone: boolean): string {
  const text = /\p{Script=Cyrillic}/u.test(word)
    ? word.replace(/[A-Za-z]/g, (letter) => twins[letter] ?? letter)
    : word
  const small = text.toLowerCase()
  if (!isAlone && particles.has(small)) return text === small || text === text.toUpperCase() ? small : text
  // «МакКензи» was meant so; «ИВАНОВ» and «иванов» were not.
  return text === small || text === text.toUpperCase() ? titled(text) : text
}

/**
 * A surname, name or patronymic as it is written: one space between words, none around the hyphen of a double one,
 * capital first letters: «иванов - петров» → «Иванов-Петров», «МАМЕД ОГЛЫ» → «Мамед оглы».
 */
export function normalName(text: string): string {
  const words = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?[-‐‑–—] ?/g, '-')
    .split(' ')
  return words
    .map((word) => {
      const parts = word.split('-')
      return parts.map((part) => normalWord(part, words.length === 1 && parts.length === 1)).join('-')
    })
    .join(' ')
}

/** A whole name put into one field, by its parts; null when its last word is no patronymic. */
export function splitFullName(text: string): NameParts | null {
  const [surname = '', name = '', ...rest] = normalName(text).split(' ')
  const patronymic = rest.join(' ')
  if (rest.length === 0 || rest.length > 2 || sexOfPatronymic(patronymic) === null) return null
  return { surname, name, patronymic }
}
