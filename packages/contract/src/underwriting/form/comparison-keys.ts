import type { ComparedKind } from './compared.ts'

/** Groups of the comparison, in its order. */
export const comparisonGroups = {
  PERSON: 'Личность',
  WORK: 'Работа',
  INCOME: 'Доход',
  DEBTS: 'Обязательства',
} as const
export type ComparisonGroup = keyof typeof comparisonGroups

interface Place {
  readonly group: ComparisonGroup
  readonly kind: ComparedKind
}
const person = (kind: ComparedKind): Place => ({ group: 'PERSON', kind })
const work = (kind: ComparedKind): Place => ({ group: 'WORK', kind })
const debts = (kind: ComparedKind): Place => ({ group: 'DEBTS', kind })

/**
 * The rows of the comparison by their keys, which are those of the questionnaire where it has one such field. Apart from
 * what the questionnaire calls them: the page needs no more and comes without its sections.
 */
export const comparedPlaces = {
  lastName: person('NAME'),
  firstName: person('NAME'),
  middleName: person('NAME'),
  birthDate: person('DATE'),
  birthPlace: person('ADDRESS'),
  passport: person('DIGITS'),
  passportIssuedOn: person('DATE'),
  passportUnitCode: person('DIGITS'),
  inn: person('DIGITS'),
  snils: person('DIGITS'),
  phone: person('PHONE'),
  registrationAddress: person('ADDRESS'),
  maritalStatus: person('CODE'),
  minors: person('COUNT'),
  employerName: work('FIRM'),
  employerInn: work('DIGITS'),
  position: work('NAME'),
  employedSince: work('MONTH'),
  income: { group: 'INCOME', kind: 'MONEY' },
  debtCount: debts('COUNT'),
  debtPayments: debts('MONEY'),
  enforcement: debts('MONEY'),
} as const satisfies Readonly<Record<string, Place>>
export type ComparedFieldKey = keyof typeof comparedPlaces
export const comparedFieldKeys = Object.keys(comparedPlaces) as ComparedFieldKey[]
