/** What stands for a hidden digit; no other text of the product has it. */
export const maskSign = '•'

/** What is hidden of persons, and how. */
export type MaskKind = 'passport' | 'phone' | 'inn' | 'snils' | 'document'

/** Kinds whose digits have a known place; of another paper nothing is shown. */
type NumberKind = Exclude<MaskKind, 'document'>

/**
 * Names of fields that hold personal numbers, wherever they stand in an answer, a section or a change of the history.
 * A new field of such a kind takes one of these names or joins the list.
 */
export const personalFields: Readonly<Record<string, MaskKind>> = {
  passport: 'passport',
  passportNumber: 'passport',
  seriesNumber: 'passport',
  previousPassport: 'passport',
  phone: 'phone',
  mobilePhone: 'phone',
  homePhone: 'phone',
  additionalPhone: 'phone',
  contactPhone: 'phone',
  clientPhone: 'phone',
  client_phone: 'phone',
  inn: 'inn',
  snils: 'snils',
  // Series and number in any form of any state: letters tell as much as digits do.
  foreignDocument: 'document',
}

const shapes: Record<NumberKind, { readonly shown: number; readonly groups: readonly number[] }> = {
  passport: { shown: 3, groups: [2, 2, 6] },
  phone: { shown: 4, groups: [3, 3, 2, 2] },
  inn: { shown: 4, groups: [12] },
  snils: { shown: 2, groups: [3, 3, 3, 2] },
}

const hidden = (digits: string, shown: number) =>
  maskSign.repeat(Math.max(0, digits.length - shown)) + digits.slice(Math.max(0, digits.length - shown))

function grouped(text: string, groups: readonly number[]): string[] {
  const parts: string[] = []
  let from = 0
  for (const size of groups) {
    parts.push(text.slice(from, from + size))
    from += size
  }
  return parts
}

function phoneText(text: string): string {
  const [a, b, c, d] = grouped(text.slice(1), shapes.phone.groups)
  return `+7 ${a} ${b}-${c}-${d}`
}

const layouts: Record<NumberKind, (text: string) => string> = {
  passport: (text) => grouped(text, shapes.passport.groups).join(' '),
  phone: phoneText,
  inn: (text) => text,
  snils: (text) => {
    const [a, b, c, d] = grouped(text, shapes.snils.groups)
    return `${a}-${b}-${c} ${d}`
  },
}

const fullLength: Record<NumberKind, number> = { passport: 10, phone: 11, inn: 12, snils: 11 }

/** True of a text in which something is hidden. */
export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(maskSign)

/** What kind of personal number a field holds, by its name. */
export const maskKindOf = (name: string): MaskKind | undefined =>
  Object.hasOwn(personalFields, name) ? personalFields[name] : undefined

/**
 * The number as those see it who may not see it whole, ready to be shown: «•• •• •••857», «+7 ••• •••-45-67».
 * What is too short to hide a part of is hidden whole.
 */
export function mask(kind: MaskKind, value: string): string {
  if (value === '' || isMasked(value)) return value
  if (kind === 'document') return maskSign.repeat(value.length)
  const digits = value.replace(/\D/g, '')
  const { shown } = shapes[kind]
  const text = hidden(digits, digits.length > shown * 2 ? shown : 0)
  if (text === '') return maskSign.repeat(value.length)
  const russian = kind !== 'phone' || /^[78]/.test(digits)
  return russian && text.length === fullLength[kind] ? layouts[kind](text) : text
}

/** The value of a field as those see it who may not see it whole; fields that hold no personal number stay. */
export function maskField<T>(name: string, value: T): T | string {
  const kind = maskKindOf(name)
  return kind !== undefined && typeof value === 'string' ? mask(kind, value) : maskAll(value)
}

/** The same answer with every personal number in it masked, however deep it lies. */
export function maskAll<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => maskAll(item)) as T
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskField(name, inner)])) as T
}
