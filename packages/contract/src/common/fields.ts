import { z } from 'zod'
import { Address } from '#common/address.ts'
import { DateText, Money, Months, Percent } from '#common/amounts.ts'
import type { FieldRight } from '#common/field-rights.ts'
import { checkContact } from '#common/person/contact-value.ts'
import { isInn, isSnils } from '#common/identifiers.ts'
import { UnitCode } from '#common/person/passport.ts'
import { NamePart } from '#common/person/person-name.ts'
import { keyOf, Code, text } from '#common/scalars.ts'
import type { Schema } from '#common/schema.ts'

/** How a field is entered and shown. */
export const fieldKinds = [
  'TEXT',
  'LONG_TEXT',
  'MONEY',
  'PERCENT',
  'WHOLE',
  'MONTHS',
  'DATE',
  'MONTH',
  'FLAG',
  'CHOICE',
  'REFERENCE',
  'ADDRESS',
  'EMAIL',
  'PHONE',
  'INN',
  'SNILS',
  'PASSPORT',
  'UNIT_CODE',
  'LIST',
] as const
export type FieldKind = (typeof fieldKinds)[number]

/** Values of a section by field; what is not filled is absent, null, an empty text or an empty list. */
export type SectionValues = Readonly<Record<string, unknown>>

/** A field that the product of a case asks for besides the others: `SECTION.field`. */
export interface AskedField {
  readonly field: string
  /** Of the deal; null: in any. */
  readonly regions: readonly string[] | null
}
/** What products ask for besides, by the programme. */
export type AskedFields = Readonly<Record<string, readonly AskedField[]>>

/** Where a condition of a field is asked: the values beside it, those of the whole case and of the same participant. */
export interface FieldPlace {
  /** Of the section, or of the row of a list. */
  readonly data: SectionValues
  /** Of the case's sections by code. */
  readonly sections: Readonly<Record<string, SectionValues | undefined>>
  /** The participant's, with the code of the role; null in a section of the case. */
  readonly participant: {
    readonly role: string
    readonly sections: Readonly<Record<string, SectionValues | undefined>>
  } | null
  /** Absent: of a record that no product asks about. */
  readonly asks?: AskedFields | undefined
}
export type FieldCondition = (place: FieldPlace) => boolean

/** A field of a record as data: forms, checks, gaps, comparison and the history are made of it. */
export interface FieldSpec<T extends Schema = Schema> {
  readonly label: string
  /** In the history, which has no form around it; the label itself when absent. */
  readonly historyLabel?: string
  readonly kind: FieldKind
  readonly schema: T
  /** REFERENCE: the dictionary of its codes. */
  readonly dictionary?: string
  /** FLAG: it keeps that there is none, and people are asked whether there is: their «Да» is kept as false. */
  readonly keepsNone?: true
  /** CHOICE: code → name. */
  readonly choices?: Readonly<Record<string, string>>
  /** LIST: fields of a row, and what one row is called. */
  readonly fields?: Readonly<Record<string, FieldSpec>>
  readonly itemLabel?: string
  /** LIST: what one more row is called after «Добавить»; `itemLabel` when absent. */
  readonly addLabel?: string
  /** DATE: of something that has happened, so never after today. */
  readonly past?: true
  /** Shown after a number. */
  readonly unit?: string
  readonly hint?: string
  /** Shown and never typed: something else has filled it. */
  readonly fixed?: boolean
  /** An identity paper or what a person earns: never kept in the browser. Numbers of persons are so by their kind. */
  readonly secret?: true
  /** FLAG: what «Да» fills beside it where nothing stands yet: a value, or today. */
  readonly onYes?: Readonly<Record<string, string>>
  /** The field has a sense only then. */
  readonly when?: FieldCondition
  /** An application is not sent without it. */
  readonly needed?: FieldCondition
  /** Who sees it; everybody who sees the record when absent. Others neither read it anywhere nor change it. */
  readonly seenBy?: FieldRight
  /** Who changes it; everybody who changes the record when absent. */
  readonly changedBy?: FieldRight
}
type More = Pick<
  FieldSpec,
  | 'historyLabel'
  | 'unit'
  | 'hint'
  | 'secret'
  | 'onYes'
  | 'when'
  | 'needed'
  | 'addLabel'
  | 'seenBy'
  | 'changedBy'
>

/** In `onYes`: the bank's day on which it is answered. */
export const today = 'TODAY'

const field = <T extends Schema, X extends object>(
  kind: FieldKind,
  schema: T,
  label: string,
  more: X,
): FieldSpec<T> => ({ kind, schema, label, ...more })

/** For `needed`: always, where the field has a sense at all. */
export const always: FieldCondition = () => true

/** Every field of a record by its name. */
export type FieldSpecs = Readonly<Record<string, FieldSpec>>

/** A line of text. */
export const line = (label: string, more: More = {}, max = 200) => field('TEXT', text(max), label, more)
/** A surname, name or patronymic. */
export const namePart = (label: string, more: More = {}) => field('TEXT', NamePart, label, more)
/** A text of several lines. */
export const longText = (label: string, more: More = {}, max = 2_000) =>
  field('LONG_TEXT', text(max), label, more)
/** Roubles as a decimal text. */
export const money = (label: string, more: More = {}) => field('MONEY', Money, label, { unit: '₽', ...more })
/** Percent as a decimal text. */
export const percent = (label: string, more: More = {}) =>
  field('PERCENT', Percent, label, { unit: '%', ...more })
/** A whole number. */
export const whole = (label: string, min: number, max: number, more: More = {}) =>
  field(
    'WHOLE',
    z.int('Укажите целое число').min(min, `Не меньше ${min}`).max(max, `Не больше ${max}`),
    label,
    more,
  )
/** A term in months. */
export const months = (label: string, more: More = {}) =>
  field('MONTHS', Months, label, { unit: 'мес.', ...more })
/** A date without time. */
export const day = (label: string, more: More = {}) => field('DATE', DateText, label, more)
/** A date of something that has happened: a birth, a paper that was issued. */
export const pastDay = (label: string, more: More = {}) =>
  field('DATE', DateText, label, { past: true as const, ...more })
/** A month of a year: `2026-11`. */
export const month = (label: string, more: More = {}) =>
  field('MONTH', z.string().regex(/^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/, 'Укажите месяц'), label, more)
/** Yes or no; not answered is neither. */
export const flag = (label: string, more: More = {}) => field('FLAG', z.boolean(), label, more)
/** A code of a dictionary. */
export const reference = (label: string, dictionary: string, more: More = {}) =>
  field('REFERENCE', Code, label, { dictionary, ...more })
/** Codes of a dictionary, several of them. */
export const references = (label: string, dictionary: string, more: More = {}) =>
  field('REFERENCE', z.array(Code), label, { dictionary, ...more })
/** One of a closed list. */
export const choice = <const C extends Readonly<Record<string, string>>>(
  label: string,
  choices: C,
  more: More = {},
) =>
  field('CHOICE', keyOf(choices), label, {
    choices,
    ...more,
  })
/** Several of a closed list. */
export const choices = <const C extends Readonly<Record<string, string>>>(
  label: string,
  names: C,
  more: More = {},
) =>
  field('CHOICE', z.array(keyOf(names)), label, {
    choices: names,
    ...more,
  })
/** An address, chosen or typed. */
export const address = (label: string, more: More = {}) => field('ADDRESS', Address, label, more)

const contact = (typeId: 1 | 3) =>
  z.string().transform((value, context) => {
    const checked = checkContact(typeId, value)
    if ('value' in checked) return checked.value
    context.addIssue({ code: 'custom', message: checked.message })
    return z.NEVER
  })
/** A phone with its country: `+79123456789`. */
export const phone = (label: string, more: More = {}) => field('PHONE', contact(1), label, more)
/** An address of e-mail. */
export const email = (label: string, more: More = {}) => field('EMAIL', contact(3), label, more)
/** The number of a taxpayer; `who` says whether a person's twelve digits or a firm's ten as well. */
export const inn = (label: string, who: 'PERSON' | 'ANY', more: More = {}) =>
  field(
    'INN',
    z
      .string()
      .refine(
        (value) => isInn(value) && (who === 'ANY' || value.length === 12),
        who === 'ANY'
          ? 'ИНН: 10 или 12 цифр с верными контрольными'
          : 'ИНН физического лица: 12 цифр с верными контрольными',
      ),
    label,
    more,
  )
/** СНИЛС by its eleven digits. */
export const snils = (label: string, more: More = {}) =>
  field(
    'SNILS',
    z
      .string()
      .transform((value) => value.replace(/[\s-]/g, ''))
      .refine((value) => /^\d{11}$/.test(value) && isSnils(value), 'СНИЛС: 11 цифр с верными контрольными'),
    label,
    more,
  )
/** Series and number of a passport, ten digits. */
export const passport = (label: string, more: More = {}) =>
  field(
    'PASSPORT',
    z
      .string()
      .transform((value) => value.replace(/\s/g, ''))
      .refine((value) => /^\d{10}$/.test(value), 'Серия и номер: десять цифр')
      .refine((value) => !/^0000|000000$/.test(value), 'Таких серии и номера не бывает'),
    label,
    more,
  )
/** Square metres as a decimal text. */
export const area = (label: string, more: More = {}) =>
  field(
    'TEXT',
    z.string().regex(/^[1-9]\d{0,6}(\.\d{1,2})?$/, 'Площадь: метры и не более двух знаков после точки'),
    label,
    { unit: 'м²', ...more },
  )
/** The code of the unit that issued a passport. */
export const unitCode = (label: string, more: More = {}) => field('UNIT_CODE', UnitCode, label, more)

/** Tells the rows of a list apart, given by the browser: gaps, comparison and the history follow a row by it. */
export const RowKey = z
  .string()
  .regex(/^[0-9A-Za-z-]{1,36}$/, 'Ключ строки: латинские буквы, цифры и дефис, до 36 знаков')

/** What a field is called where no form stands around it: in a history, at the head of a column. */
export const labelAlone = ({ label, historyLabel }: Pick<FieldSpec, 'label' | 'historyLabel'>): string =>
  historyLabel ?? label

/** The label of each field. */
export const labelsOf = <F extends FieldSpecs>(fields: F): Readonly<Record<keyof F, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])) as Record<
    keyof F,
    string
  >

/** Values of a section or of a row: what is empty is absent. */
export type ValuesOf<F extends FieldSpecs> = { readonly [K in keyof F]?: z.output<F[K]['schema']> | null }

/** The schema of values by fields: every field may be empty, no other is known. */
export const valuesSchema = <F extends FieldSpecs>(fields: F) =>
  z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, z.nullish(schema)])),
  ) as unknown as z.ZodType<ValuesOf<F>>

/** Repeating rows, each with its own key. */
export const list = <F extends FieldSpecs>(
  label: string,
  itemLabel: string,
  fields: F,
  { max = 30, ...more }: More & { max?: number } = {},
) =>
  field(
    'LIST',
    z
      .array(
        z.strictObject({
          key: RowKey,
          ...Object.fromEntries(
            Object.entries(fields).map(([name, { schema }]) => [name, z.nullish(schema)]),
          ),
        }) as unknown as z.ZodType<ValuesOf<F> & { readonly key: string }>,
      )
      .max(max, `Не более ${max} строк`)
      .refine((rows) => new Set(rows.map(({ key }) => key)).size === rows.length, 'Ключи строк повторяются'),
    label,
    { itemLabel, fields, ...more },
  )

/** True of a value that a person has given: «нет» and 0 are given. */
export const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Whether there is anything to list: asked while nothing is listed; kept is that there is none. */
export const hasAny = (label: string, listed: string) => ({
  ...flag(label, { needed: ({ data }) => !isGiven(data[listed]) }),
  keepsNone: true as const,
})
/** The list has a sense once it is said that there is something, or while something stands in it. */
export const whenHasAny =
  (none: string, listed: string): FieldCondition =>
  ({ data }) =>
    data[none] === false || (data[none] !== true && isGiven(data[listed]))

/** Beside the field, another has one of the values. */
export const whenIs =
  (name: string, ...values: readonly unknown[]): FieldCondition =>
  ({ data }) =>
    values.includes(data[name])
/** In a section of the case, a field has one of the values. */
export const whenCase =
  (section: string, name: string, ...values: readonly unknown[]): FieldCondition =>
  ({ sections }) =>
    values.includes(sections[section]?.[name])
/** The participant has one of the roles. */
export const whenRole =
  (...roles: readonly string[]): FieldCondition =>
  ({ participant }) =>
    participant !== null && roles.includes(participant.role)
/** All of the conditions. */
export const both =
  (...conditions: readonly FieldCondition[]): FieldCondition =>
  (place) =>
    conditions.every((condition) => condition(place))
/** None of the conditions. */
export const not =
  (condition: FieldCondition): FieldCondition =>
  (place) =>
    !condition(place)
