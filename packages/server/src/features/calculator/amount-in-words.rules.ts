/** «Сумма прописью». */

type Gender = 'male' | 'female' | 'neuter'
/** Forms for 1, 2–4 and 5 things. */
type Forms = readonly [one: string, few: string, many: string]

const ones: Record<Gender, readonly string[]> = {
  male: ['', 'один', 'два'],
  female: ['', 'одна', 'две'],
  neuter: ['', 'одно', 'два'],
}
const digits = ['', '', '', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять']
const teens = [
  ...['десять', 'одиннадцать', 'двенадцать', 'тринадцать', 'четырнадцать'],
  ...['пятнадцать', 'шестнадцать', 'семнадцать', 'восемнадцать', 'девятнадцать'],
]
const tens = [
  ...['', '', 'двадцать', 'тридцать', 'сорок', 'пятьдесят'],
  ...['шестьдесят', 'семьдесят', 'восемьдесят', 'девяносто'],
]
const hundreds = [
  ...['', 'сто', 'двести', 'триста', 'четыреста', 'пятьсот'],
  ...['шестьсот', 'семьсот', 'восемьсот', 'девятьсот'],
]
/** Thousands and up: their gender and forms. */
const classes: readonly { readonly gender: Gender; readonly forms: Forms }[] = [
  { gender: 'female', forms: ['тысяча', 'тысячи', 'тысяч'] },
  { gender: 'male', forms: ['миллион', 'миллиона', 'миллионов'] },
  { gender: 'male', forms: ['миллиард', 'миллиарда', 'миллиардов'] },
  { gender: 'male', forms: ['триллион', 'триллиона', 'триллионов'] },
  { gender: 'male', forms: ['квадриллион', 'квадриллиона', 'квадриллионов'] },
]

/** The form that goes with a number: 1 рубль, 2 рубля, 5 рублей, 11 рублей. */
export function pluralForm(count: number, [one, few, many]: Forms): string {
  const rest = count % 100
  if (rest > 10 && rest < 20) return many
  const last = rest % 10
  if (last === 1) return one
  return last > 1 && last < 5 ? few : many
}

function threeDigits(value: number, gender: Gender): string[] {
  const rest = value % 100
  const low =
    rest >= 10 && rest < 20
      ? [teens[rest - 10]]
      : [tens[Math.floor(rest / 10)], ones[gender][rest % 10] ?? digits[rest % 10]]
  return [hundreds[Math.floor(value / 100)], ...low].filter((word): word is string => Boolean(word))
}

/** A whole number below 10^18 in words, «ноль» included. */
export function numberInWords(value: bigint, gender: Gender = 'male'): string {
  if (value < 0n) return `минус ${numberInWords(-value, gender)}`
  if (value >= 10n ** 18n) throw new RangeError('Число слишком велико для прописи')
  if (value === 0n) return 'ноль'
  const words: string[] = []
  for (let power = classes.length; power >= 0; power -= 1) {
    const group = Number((value / 1000n ** BigInt(power)) % 1000n)
    if (group === 0) continue
    const named = classes[power - 1]
    words.push(...threeDigits(group, named?.gender ?? gender))
    if (named) words.push(pluralForm(group, named.forms))
  }
  return words.join(' ')
}

const rouble: Forms = ['рубль', 'рубля', 'рублей']
const kopeck: Forms = ['копейка', 'копейки', 'копеек']

/** «Одна тысяча двести тридцать четыре рубля 56 копеек»; kopecks in words when asked. */
export function moneyInWords(kopecks: bigint, kopecksIn: 'digits' | 'words' = 'digits'): string {
  const size = kopecks < 0n ? -kopecks : kopecks
  const whole = size / 100n
  const part = Number(size % 100n)
  const form = pluralForm(Number(whole % 100n), rouble)
  const coins = kopecksIn === 'digits' ? String(part).padStart(2, '0') : numberInWords(BigInt(part), 'female')
  const text = `${numberInWords(whole)} ${form} ${coins} ${pluralForm(part, kopeck)}`
  const signed = kopecks < 0n ? `минус ${text}` : text
  return signed.charAt(0).toUpperCase() + signed.slice(1)
}

const percentForms: Forms = ['процент', 'процента', 'процентов']
const wholes: Forms = ['целая', 'целых', 'целых']
const thousandths: Forms = ['тысячная', 'тысячных', 'тысячных']

/** A percent of three decimals in words: «восемнадцать целых пятьсот семнадцать тысячных процента». */
export function percentInWords(percent: string): string {
  const [whole = '0', part = ''] = percent.split('.')
  const rest = BigInt(part.padEnd(3, '0').slice(0, 3))
  const last = (value: bigint) => Number(value % 100n)
  if (rest === 0n) return `${numberInWords(BigInt(whole))} ${pluralForm(last(BigInt(whole)), percentForms)}`
  const wholeText = `${numberInWords(BigInt(whole), 'female')} ${pluralForm(last(BigInt(whole)), wholes)}`
  return `${wholeText} ${numberInWords(rest, 'female')} ${pluralForm(last(rest), thousandths)} процента`
}
