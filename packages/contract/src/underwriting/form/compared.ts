import { compareDecimals } from '../../common/number-formats.ts'

/** How two values of a field are told apart. */
export const comparedKinds = [
  'NAME',
  'DATE',
  'MONTH',
  'ADDRESS',
  'FIRM',
  'MONEY',
  'DIGITS',
  'PHONE',
  'COUNT',
  'CODE',
] as const
export type ComparedKind = (typeof comparedKinds)[number]

const plain = (text: string): string => text.trim().toLocaleLowerCase('ru').replaceAll('ё', 'е')

/** «Петрова – Сомова», «ПЕТРОВА-СОМОВА» and «Петрова Сомова» are one name. */
const nameForm = (text: string): string => plain(text).replace(/[\s\-–—‑]+/gu, ' ')

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Words of an address that say what the next word is and nothing of where it is. */
const addressWords = new Set(
  [
    'г город гор обл область край респ республика ао округ р н район рн п пос поселок пгт с село д дер деревня',
    'ул улица пр кт пркт проспект пер переулок б р бульвар бул ш шоссе пл площадь наб набережная мкр микрорайон',
    'дом влд владение стр строение к корп корпус кв квартира оф офис ком комната россия рф российская федерация',
  ].flatMap((line) => line.split(' ')),
)
/** «5/1», «12а»: what has a digit says which one, and its place matters. */
const isNumber = (word: string) => /\d/.test(word)

/** The words in the order of letters, the numbers as they stand: «ул. Ленина, д. 5» and «Ленина улица, 5» are one place. */
function addressForm(text: string): string {
  const words = plain(text)
    .replace(/\b\d{6}\b/g, ' ')
    .split(/[^\p{L}\d/]+/u)
    .filter((word) => word !== '' && !addressWords.has(word))
  const numbers = words.filter(isNumber)
  const letters = words.filter((word) => !isNumber(word)).toSorted()
  return `${letters.join(' ')} | ${numbers.join(' ')}`
}

const firmForms: readonly (readonly [RegExp, string])[] = [
  [/общество с ограниченной ответственностью/g, 'ооо'],
  [/публичное акционерное общество/g, 'пао'],
  [/(?:закрытое|непубличное) акционерное общество/g, 'ао'],
  [/акционерное общество/g, 'ао'],
  [/индивидуальный предприниматель/g, 'ип'],
  [/\b(?:оао|зао)(?=\s|$)/g, 'ао'],
]

/** «Общество с ограниченной ответственностью "Заря"» and «ООО Заря» are one firm. */
function firmForm(text: string): string {
  const words = firmForms.reduce((form, [long, short]) => form.replace(long, short), plain(text))
  return words
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .map((word) => (word === 'оао' || word === 'зао' ? 'ао' : word))
    .toSorted()
    .join(' ')
}

const rouble = '1'
/** Papers round to roubles: what differs by less than one is the same. */
function sameMoney(one: string, other: string): boolean {
  const [less, more] = compareDecimals(one, other) > 0 ? [other, one] : [one, other]
  return compareDecimals(more, addOne(less)) < 0
}
const addOne = (amount: string): string => {
  const [whole = '0', part] = amount.split('.')
  const next = String(BigInt(whole) + BigInt(rouble))
  return part === undefined ? next : `${next}.${part}`
}

const forms: Readonly<Record<Exclude<ComparedKind, 'MONEY'>, (text: string) => string>> = {
  NAME: nameForm,
  DATE: (text) => text.slice(0, 10),
  // A certificate tells the month in which somebody began, a register the day.
  MONTH: (text) => text.slice(0, 7),
  ADDRESS: addressForm,
  FIRM: firmForm,
  DIGITS: digitsOf,
  PHONE: (text) => digitsOf(text).slice(-10),
  COUNT: (text) => String(Number(text)),
  CODE: (text) => text,
}

const isMoney = (text: string) => /^\d{1,13}(\.\d{1,2})?$/.test(text)

/** Whether two values of a field say the same. */
export function sameCompared(kind: ComparedKind, one: string, other: string): boolean {
  if (kind === 'MONEY') return isMoney(one) && isMoney(other) ? sameMoney(one, other) : one === other
  const form = forms[kind]
  return form(one) === form(other)
}

/** How a value of a source stands to the questionnaire's. */
export const comparedStates = { SAME: 'совпадает', DIFFERS: 'расходится', ABSENT: 'нет данных' } as const
export type ComparedState = keyof typeof comparedStates

/** What the agent left empty and a source knows differs: somebody has to say which of them is right. */
export function comparedState(
  kind: ComparedKind,
  questionnaire: string | null,
  value: string | null,
): ComparedState {
  if (value === null) return 'ABSENT'
  return questionnaire !== null && sameCompared(kind, questionnaire, value) ? 'SAME' : 'DIFFERS'
}
