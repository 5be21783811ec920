import type { KnownPerson } from '@ipoteka-office/contract/case-participants.ts'
import type { SectionCode } from '@ipoteka-office/contract/case-sections.ts'
import { maskAll } from '@ipoteka-office/contract/common/masks.ts'
import type { SectionValues } from '@ipoteka-office/contract/sections/fields.ts'
import type { Db } from '#db/database.ts'
import {
  findLatest,
  findPersons,
  findRootPartner,
  findSamePerson,
  insertPerson,
  type PersonFields,
  updatePerson,
  writeLatest,
} from './persons.repo.ts'
import { phoneDigits } from './section-values.rules.ts'

/** Who somebody is, as far as it is known where they are written down. */
export type PersonInput = Pick<PersonFields, 'lastName' | 'firstName' | 'middleName'> & Partial<PersonFields>

const complete = (input: PersonInput): PersonFields => ({
  sex: null,
  birthDate: null,
  passport: null,
  email: null,
  inn: null,
  snils: null,
  ...input,
  phone: phoneDigits(input.phone),
})

/** Enough to be told apart from a namesake. */
const isKnowable = ({ lastName, firstName, passport, birthDate }: PersonFields) =>
  lastName !== '' && firstName !== '' && (passport !== null || birthDate !== null)

/**
 * The person of the partner's tree that this is, written down when there is none yet; null while too little is known to tell
 * them from a namesake.
 */
export async function findOrCreatePerson(
  db: Db,
  partnerId: number,
  input: PersonInput,
  actorId: number | null,
): Promise<number | null> {
  const person = complete(input)
  if (!isKnowable(person)) return null
  const root = await findRootPartner(db, partnerId)
  const known = await findSamePerson(db, root, person)
  const id = known ?? (await insertPerson(db, root, person, actorId))
  await updatePerson(db, id, person)
  return id
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The person of a section of personal data. */
export const personOf = (personal: SectionValues): PersonInput => ({
  lastName: textOf(personal['lastName']) ?? '',
  firstName: textOf(personal['firstName']) ?? '',
  middleName: textOf(personal['middleName']) ?? '',
  sex: textOf(personal['sex']),
  birthDate: textOf(personal['birthDate']),
  passport: textOf(personal['passport']),
  phone: textOf(personal['phone']),
  email: textOf(personal['email']),
  inn: textOf(personal['inn']),
  snils: textOf(personal['snils']),
})

/** Remembers a section as the person's latest word: a new application starts from it. */
export const rememberSection = (db: Db, personId: number, section: SectionCode, data: SectionValues) =>
  writeLatest(db, personId, section, data)

/** The person's last questionnaire, for cases of the partner's tree. */
export async function latestOf(db: Db, partnerId: number, personId: number) {
  return findLatest(db, await findRootPartner(db, partnerId), personId)
}

/** People whom the partner's tree has written down; numbers are always masked in the list. */
export async function searchPersons(db: Db, partnerId: number, search: string): Promise<KnownPerson[]> {
  if (search.trim().length < 3) return []
  return maskAll(await findPersons(db, await findRootPartner(db, partnerId), search))
}
