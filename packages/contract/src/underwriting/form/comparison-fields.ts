import { fromKopecks, toKopecks } from '../../cases/section-completeness.ts'
import { employmentFields } from '../../cases/sections/means.ts'
import { personalFields } from '../../cases/sections/personal.ts'
import type { SectionCode } from '../../cases/case-sections.ts'
import type { SectionValues } from '../../common/fields.ts'
import { yearsBetween } from '../../products/eligibility/rule.ts'
import type { ComparedKind } from './compared.ts'
import { type ComparedFieldKey, comparedPlaces, type ComparisonGroup } from './comparison-keys.ts'

type Sections = Readonly<Partial<Record<SectionCode, SectionValues>>>
type Read = (sections: Sections, today: string) => string | null

/** What is compared of a participant, and where the questionnaire says it. */
interface FieldWords {
  readonly label: string
  /** As the questionnaire says it; null: it does not. */
  readonly read: Read
  /** Dictionary of a CODE. */
  readonly dictionary?: string
  /** Not taken by itself: the tab on which it is summed. */
  readonly takenAt?: string
}

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value === '' ? null : value
  const inner = typeof value === 'object' && value !== null && 'value' in value ? value.value : null
  return typeof inner === 'string' && inner !== '' ? inner : null
}
const rowsOf = (value: unknown): SectionValues[] => (Array.isArray(value) ? (value as SectionValues[]) : [])
const isMoney = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(value)
const total = (rows: readonly SectionValues[], name: string): string | null => {
  const told = rows.map((row) => row[name]).filter(isMoney)
  return told.length === 0 ? null : fromKopecks(told.reduce((sum, one) => sum + toKopecks(one), 0n))
}

const ofPersonal = (name: keyof typeof personalFields): FieldWords => ({
  label: personalFields[name].label,
  read: ({ PERSONAL }) => textOf(PERSONAL?.[name]),
})
const ofWork = (name: keyof typeof employmentFields): FieldWords => ({
  label: employmentFields[name].label,
  read: ({ EMPLOYMENT }) => textOf(EMPLOYMENT?.[name]),
})

const grownUp = 18
/** Children who are not of age yet; null while nobody has asked. */
const minors: Read = ({ PERSONAL }, today) => {
  if (PERSONAL?.['hasChildren'] === false) return '0'
  if (PERSONAL?.['hasChildren'] !== true) return null
  const born = rowsOf(PERSONAL['children']).map((child) => textOf(child['birthDate']))
  return String(born.filter((day) => day !== null && yearsBetween(day, today) < grownUp).length)
}

const debtCount: Read = ({ OBLIGATIONS }) => {
  if (OBLIGATIONS?.['noObligations'] === true) return '0'
  const rows = rowsOf(OBLIGATIONS?.['obligations'])
  return rows.length === 0 ? null : String(rows.length)
}
const debtPayments: Read = ({ OBLIGATIONS }) =>
  OBLIGATIONS?.['noObligations'] === true ? '0' : total(rowsOf(OBLIGATIONS?.['obligations']), 'payment')
const atDebts = 'Обязательства'

const words: Readonly<Record<ComparedFieldKey, FieldWords>> = {
  lastName: ofPersonal('lastName'),
  firstName: ofPersonal('firstName'),
  middleName: ofPersonal('middleName'),
  birthDate: ofPersonal('birthDate'),
  birthPlace: ofPersonal('birthPlace'),
  passport: ofPersonal('passport'),
  passportIssuedOn: ofPersonal('passportIssuedOn'),
  passportUnitCode: ofPersonal('passportUnitCode'),
  inn: ofPersonal('inn'),
  snils: ofPersonal('snils'),
  phone: ofPersonal('phone'),
  registrationAddress: ofPersonal('registrationAddress'),
  maritalStatus: {
    ...ofPersonal('maritalStatus'),
    dictionary: personalFields.maritalStatus.dictionary ?? '',
  },
  minors: { label: 'Дети до 18 лет', read: minors },
  employerName: ofWork('employerName'),
  employerInn: ofWork('employerInn'),
  position: ofWork('position'),
  employedSince: { ...ofWork('employedSince'), label: 'Стаж на месте' },
  income: {
    label: 'Доход в месяц',
    read: ({ INCOME }) =>
      INCOME?.['noIncome'] === true ? '0' : total(rowsOf(INCOME?.['incomes']), 'declared'),
  },
  debtCount: { label: 'Кредиты', read: debtCount, takenAt: atDebts },
  debtPayments: { label: 'Платежи в месяц', read: debtPayments, takenAt: atDebts },
  // Nobody is asked of them: an application without a word says that there are none.
  enforcement: { label: 'Взыскания', read: () => '0' },
}

/** What is compared of a participant. */
export type ComparedField = FieldWords & { readonly group: ComparisonGroup; readonly kind: ComparedKind }

/** The declaration of a row. */
export const comparedField = (key: ComparedFieldKey): ComparedField => ({
  ...words[key],
  ...comparedPlaces[key],
})

/** Dictionaries of the codes that are compared. */
export const comparedDictionaries = Object.values(words).flatMap(({ dictionary }) => dictionary ?? [])
