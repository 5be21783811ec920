/** A name by its parts; what is not known is an empty text. */
export interface FullName {
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
}

/** Who is compared, on either side: numbers are digits alone, phones start with the plus, dates are ISO days. */
export interface PersonFacts {
  /** The present name and then the former ones; empty: only numbers are known. */
  readonly names: readonly FullName[]
  readonly birthDate: string | null
  /** The present passport and then the former ones. */
  readonly passports: readonly string[]
  readonly inn: string | null
  readonly snils: string | null
  readonly phones: readonly string[]
}

/** An organisation that is compared. */
export interface FirmFacts {
  readonly names: readonly string[]
  readonly inn: string | null
  readonly ogrn: string | null
  readonly regionCode: string | null
}

/** A phone that is compared. */
export interface PhoneFacts {
  readonly phones: readonly string[]
}

const known = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Digits of a number however it is written; null where there are none. */
export function digitsOf(value: unknown): string | null {
  const digits = known(value)?.normalize('NFKC').replaceAll(/\D/g, '') ?? ''
  return digits === '' ? null : digits
}

/** E.164; a Russian number may begin with 8 or with its ten digits. */
export function phoneOf(value: unknown): string | null {
  const digits = digitsOf(value)
  if (digits === null || digits.length < 5) return null
  if (digits.length === 10 && digits.startsWith('9')) return `+7${digits}`
  return digits.length === 11 && digits.startsWith('8') ? `+7${digits.slice(1)}` : `+${digits}`
}

/** Values that are there. */
export const present = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
]

/** A whole name in a line as its parts: the surname stands first, what comes after the name is the patronymic. */
export function namePartsOf(line: string): FullName {
  const [lastName = '', firstName = '', ...rest] = line.trim().split(/\s+/)
  return { lastName, firstName, middleName: rest.join(' ') }
}

type Values = Readonly<Record<string, unknown>>
const rowsOf = (value: unknown): Values[] => (Array.isArray(value) ? (value as Values[]) : [])
const nameOf = (values: Values): FullName => ({
  lastName: known(values['lastName']) ?? '',
  firstName: known(values['firstName']) ?? '',
  middleName: known(values['middleName']) ?? '',
})
const isNamed = ({ lastName, firstName }: FullName) => lastName !== '' || firstName !== ''
const numberOf = (value: unknown, length: number): string | null => {
  const digits = digitsOf(value)
  return digits?.length === length ? digits : null
}

/** The facts of an individual's entry. */
export function individualFacts(data: Values): PersonFacts {
  return {
    names: [nameOf(data), ...rowsOf(data['formerNames']).map(nameOf)].filter(isNamed),
    birthDate: known(data['birthDate']),
    passports: present(
      [data['passport'], ...rowsOf(data['formerPassports']).map(({ passport }) => passport)].map((one) =>
        numberOf(one, 10),
      ),
    ),
    inn: numberOf(data['inn'], 12),
    snils: numberOf(data['snils'], 11),
    phones: present(rowsOf(data['phones']).map(({ phone }) => phoneOf(phone))),
  }
}

/** The facts of a participant: what the section «Личные данные» says, and passports that the bank has seen before. */
export function participantFacts(personal: Values, pastPassports: readonly string[] = []): PersonFacts {
  const former = rowsOf(personal['previousNames']).map(({ fullName }) => namePartsOf(known(fullName) ?? ''))
  const before = rowsOf(personal['previousPassports']).map(({ passport }) => passport)
  const phones = [personal['phone'], ...rowsOf(personal['extraPhones']).map(({ phone }) => phone)]
  return {
    names: [nameOf(personal), ...former].filter(isNamed),
    birthDate: known(personal['birthDate']),
    passports: present([personal['passport'], ...before, ...pastPassports].map((one) => numberOf(one, 10))),
    inn: numberOf(personal['inn'], 12),
    snils: numberOf(personal['snils'], 11),
    phones: present(phones.map(phoneOf)),
  }
}

/** The facts of a legal person's entry. */
export const firmFacts = (data: Values): FirmFacts => ({
  names: present([known(data['fullName']), known(data['shortName'])]),
  inn: digitsOf(data['companyInn']),
  ogrn: digitsOf(data['ogrn']),
  regionCode: known(data['region']),
})

/** The facts of a phone's entry. */
export const phoneFacts = (data: Values): PhoneFacts => ({ phones: present([phoneOf(data['phone'])]) })
