import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type {
  IndividualData,
  LegalPersonData,
  PhoneData,
} from '@ipoteka-office/contract/blacklists/entry-fields.ts'
import { mask } from '@ipoteka-office/contract/common/masks.ts'

/** By what the list finds an entry. */
export interface Identity {
  readonly title: string
  /** Every name that it has been known by, in one text. */
  readonly names: string
  readonly birthDate: string | null
  /** Its numbers in their digits alone. */
  readonly numbers: readonly string[]
}

type Values = Readonly<Record<string, unknown>>
type Name = Pick<IndividualData, 'lastName' | 'firstName' | 'middleName'>

const digits = (value: string | null | undefined) => (value ?? '').replace(/\D/g, '')
const given = (values: readonly (string | null | undefined)[]) =>
  values.filter((value): value is string => value !== undefined && value !== null && value !== '')
const nameOf = ({ lastName, firstName, middleName }: Name) =>
  given([lastName, firstName, middleName]).join(' ')
const numbersOf = (values: readonly (string | null | undefined)[]) => [
  ...new Set(values.map(digits).filter((number) => number !== '')),
]

const ofIndividual = (data: IndividualData): Identity => ({
  title: nameOf(data),
  names: [nameOf(data), ...(data.formerNames ?? []).map(nameOf)].join('; '),
  birthDate: data.birthDate ?? null,
  numbers: numbersOf([
    data.passport,
    ...(data.formerPassports ?? []).map(({ passport }) => passport),
    data.inn,
    data.snils,
    ...(data.phones ?? []).map(({ phone }) => phone),
  ]),
})

const ofLegalPerson = (data: LegalPersonData): Identity => ({
  title: data.shortName || data.fullName || '',
  names: given([
    data.shortName,
    data.fullName,
    data.head,
    ...(data.beneficiaries ?? []).map(({ name }) => name),
  ]).join('; '),
  birthDate: null,
  numbers: numbersOf([
    data.companyInn,
    data.ogrn as string | null | undefined,
    ...(data.beneficiaries ?? []).map(({ inn }) => inn),
    ...(data.phones ?? []).map(({ phone }) => phone),
  ]),
})

const ofPhone = (data: PhoneData): Identity => ({
  title: data.phone ?? '',
  names: data.owner ?? '',
  birthDate: null,
  numbers: numbersOf([data.phone]),
})

const readers: Readonly<Record<BlacklistKind, (data: Values) => Identity>> = {
  individuals: ofIndividual,
  legalPersons: ofLegalPerson,
  phones: ofPhone,
}

/** What an entry's values are found by. */
export const identityOf = (kind: BlacklistKind, data: Values): Identity => readers[kind](data)

/** What an entry is called without its number shown: the title of a phone is the number itself. */
export const maskedTitle = (kind: BlacklistKind, title: string): string =>
  kind === 'phones' ? mask('phone', title) : title

const notes: Readonly<Record<BlacklistKind, (data: Values) => unknown>> = {
  individuals: ({ employer }) => employer,
  legalPersons: ({ companyInn }) => companyInn,
  phones: ({ owner }) => owner,
}
/** The second line of a row: the employer, the ИНН of a firm, the owner of a phone. */
export const noteOf = (kind: BlacklistKind, data: Values): string | null => {
  const note = notes[kind](data)
  return typeof note === 'string' && note !== '' ? note : null
}
