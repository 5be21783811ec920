import { z } from 'zod'
import { isMasked } from '../masks.ts'
import { checkContact } from './contact-value.ts'
import { isInn, isSnils } from '../identifiers.ts'
import { NamePart, RequiredNamePart, Sex } from './person-name.ts'
import { Day } from '../items.ts'

/** A guard that says nothing of the type: what is not masked is a text all the same. */
const isHidden = (value: string): boolean => isMasked(value)

/** Digits with the country in front: `79123456789`; typed in any way, or a mask that leaves the stored one. */
export const ClientPhone = z
  .string()
  .max(40)
  .transform((value, context) => {
    if (value.trim() === '' || isHidden(value)) return value.trim()
    const checked = checkContact(1, value.startsWith('+') ? value : value.replace(/^7(?=\d{10}$)/, '+7'))
    if ('value' in checked) return checked.value.slice(1)
    context.addIssue({ code: 'custom', message: checked.message })
    return z.NEVER
  })
  .transform((value) => (value === '' ? null : value))

/** Ten digits of series and number, or a mask that leaves the stored ones. */
export const ClientPassport = z
  .string()
  .max(40)
  .transform((value) => (isHidden(value) ? value : value.replace(/\s/g, '')))
  .refine(
    (value) => value === '' || isHidden(value) || /^(?!0000)\d{4}(?!000000)\d{6}$/.test(value),
    'Серия и номер: десять цифр',
  )
  .transform((value) => (value === '' ? null : value))

/** A number of a person with control digits, or a mask that leaves the stored one; empty is null. */
const personNumber = (isRight: (digits: string) => boolean, message: string) =>
  z
    .string()
    .max(40)
    .transform((value) => (isHidden(value) ? value : value.replace(/[\s-]/g, '')))
    .refine((value) => value === '' || isHidden(value) || isRight(value), message)
    .transform((value) => (value === '' ? null : value))

/** ИНН of a person. */
export const ClientInn = personNumber(
  (digits) => digits.length === 12 && isInn(digits),
  'ИНН: двенадцать цифр',
)
/** СНИЛС. */
export const ClientSnils = personNumber(isSnils, 'СНИЛС: одиннадцать цифр')

/** An e-mail address in lower case; empty is null. */
export const ClientEmail = z
  .string()
  .max(320)
  .transform((value, context) => {
    if (value.trim() === '') return null
    const checked = checkContact(3, value)
    if ('value' in checked) return checked.value
    context.addIssue({ code: 'custom', message: checked.message })
    return z.NEVER
  })

/** Who a client is: the same fields wherever one is written down for the first time. */
export const ClientFields = {
  lastName: RequiredNamePart,
  firstName: RequiredNamePart,
  middleName: NamePart.default(''),
  sex: Sex.nullable().default(null),
  birthDate: Day.nullable().default(null),
  passport: ClientPassport.nullable().default(null),
  phone: ClientPhone.nullable().default(null),
  email: ClientEmail.nullable().default(null),
}
