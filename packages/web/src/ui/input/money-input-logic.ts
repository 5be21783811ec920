import { withoutLastZeros } from '#lib/digits.ts'

/** How an amount may be written. */
export type MoneyRules = {
  /** Digits after the comma, 2 by default. */
  decimals: number
  /** Whether a minus is allowed. */
  negative: boolean
}

/** What became of an edit: the text to show, and whether the field flashes red. */
export type MoneyEdit = { text: string; accepted: boolean; flash: boolean }

/** Amounts longer than this do not fit numeric(17,2) of the database. */
export const maxIntegerDigits = 15

/**
 * One edit of the text while the field has the focus (specification 1 §5): a dot becomes a comma, a space and
 * anything that is not a number is rejected, too many decimals are rejected with a flash.
 */
export function editMoney(previous: string, next: string, rules: MoneyRules): MoneyEdit {
  const text = next.replaceAll('.', ',').replace(/^(-?),/, '$10,')
  const fault = faultOf(text, rules)
  return fault
    ? { text: previous, accepted: false, flash: fault === 'too long' }
    : { text, accepted: true, flash: false }
}

function faultOf(text: string, { decimals, negative }: MoneyRules): 'not a number' | 'too long' | null {
  if (text.startsWith('-') && !negative) return 'not a number'
  const parts = /^-?(\d*)(?:(,)(\d*))?$/.exec(text)
  if (!parts) return 'not a number'
  const [, integer = '', comma, fraction = ''] = parts
  if (integer.length > maxIntegerDigits) return 'too long'
  return comma && (decimals === 0 || fraction.length > decimals) ? 'too long' : null
}

/** Sums and rates are always written in full; a share that may have four decimals mostly has none. */
const fullDecimals = 3

/** The plain text completed when the focus leaves: full decimals, no leading zeros; empty when there is no number. */
export function completeMoney(text: string, rules: MoneyRules): string {
  const parts = /^(-?)(\d+)(?:,(\d*))?$/.exec(text)
  if (!parts) return ''
  const [, minus = '', integer = '', fraction = ''] = parts
  const whole = integer.replace(/^0+(?=\d)/, '')
  const digits =
    rules.decimals > fullDecimals ? withoutLastZeros(fraction) : fraction.padEnd(rules.decimals, '0')
  const padded = digits === '' ? '' : `,${digits}`
  const zero = /^[0,]*$/.test(whole + padded)
  return (zero ? '' : minus) + whole + padded
}

/** The text as a decimal with a dot, «1234.5»; null when it holds no number. */
export function moneyToValue(text: string): string | null {
  const plain = text.replace(/,$/, '')
  return /^-?\d+(,\d+)?$/.test(plain) ? plain.replace(',', '.') : null
}

/** A decimal with a dot as the text of the field. */
export function valueToMoney(value: string | null | undefined): string {
  return (value ?? '').replace('.', ',')
}

/** What was copied elsewhere: groups, currency signs and a typographic minus taken away. */
export function cleanPasted(text: string): string {
  return text.replace(/[\s\u00a0\u202f₽]|руб\.?$/g, '').replace(/^[−–]/, '-')
}

/** What a field of an amount holds, told when what was copied elsewhere is not taken. */
export function amountHeld({ decimals }: MoneyRules): string {
  const kind = decimals === 0 ? 'целое число' : `число, после запятой не больше ${decimals} цифр`
  return `нужно ${kind}, до запятой не больше ${maxIntegerDigits}`
}

/** Whether two amounts are the same number, however many zeros they end with. */
export function sameMoney(a: string | null | undefined, b: string | null | undefined): boolean {
  const normal = (value: string | null | undefined) => {
    if (!value) return ''
    return value.includes('.') ? value.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : value
  }
  return normal(a) === normal(b)
}
