import type { KnownPerson } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import { maskAll } from '@ipoteka-office/contract/common/masks.ts'
import { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { Db } from '#db/database.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import type { Actor } from '#lib/actor.ts'
import {
  type EarlierSection,
  findEarlierSections,
  findPerson,
  findPersons,
  findSamePerson,
  insertPerson,
  type PersonFields,
  type ReachedPerson,
  updatePerson,
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
 * The partner's own person that this is, written down when there is none yet; null while too little is known to tell
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
  const known = await findSamePerson(db, partnerId, person)
  const id = known ?? (await insertPerson(db, partnerId, person, actorId))
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

type ReachingCase = { readonly id: number; readonly partnerId: number }

const reachOf = <P extends number | null>(actor: Actor, { partnerId }: { readonly partnerId: P }) => ({
  actor,
  types: CaseType.options.filter((type) => holds(actor, type, 'Read')),
  partnerId,
})

/** The same of whichever partners, for what no partner is told. */
export const earlierSectionsOfBank = (
  db: Db,
  actor: Actor,
  row: ReachingCase,
  personId: number,
): Promise<EarlierSection[]> =>
  findEarlierSections(db, reachOf(actor, { partnerId: null }), personId, { exceptId: row.id, isBefore: true })

/** What is known of the person from cases opened before this one, as far as the reader and the case's partner see them. */
export const earlierSections = (
  db: Db,
  actor: Actor,
  row: ReachingCase,
  personId: number,
): Promise<EarlierSection[]> =>
  findEarlierSections(db, reachOf(actor, row), personId, { exceptId: row.id, isBefore: true })

const givenPersonal = ({
  id: _,
  partnerId: __,
  caseId: ___,
  caseType: ____,
  phone,
  ...person
}: ReachedPerson) => ({
  ...Object.fromEntries(Object.entries(person).filter(([, value]) => value !== null && value !== '')),
  ...(phone !== null && { phone: `+${phone}` }),
})

/** A known person for a new participant: what they said last in each section, and the cases that it comes from. */
export interface KnownForCase {
  /** Of the case's own partner; null: another partner's of the tree, of whom the case gets a person of its own. */
  readonly personId: number | null
  readonly sections: Partial<Record<SectionCode, SectionValues>>
  readonly sources: readonly { readonly id: number; readonly type: CaseType }[]
}

/** The person with what they said last; undefined for somebody of whom the reader sees no case. */
export async function knownForCase(
  db: Db,
  actor: Actor,
  row: ReachingCase,
  personId: number,
): Promise<KnownForCase | undefined> {
  const reach = reachOf(actor, row)
  const person = await findPerson(db, reach, personId)
  if (person === undefined) return undefined
  const found = await findEarlierSections(db, reach, personId, { exceptId: row.id, isBefore: false })
  const sections = Object.fromEntries(found.map(({ section, data }) => [section, data]))
  const sources = new Map(found.map(({ caseId, caseType }) => [caseId, { id: caseId, type: caseType }]))
  if (sources.size === 0) sources.set(person.caseId, { id: person.caseId, type: person.caseType })
  return {
    personId: person.partnerId === row.partnerId ? person.id : null,
    sections: { ...sections, PERSONAL: { ...givenPersonal(person), ...sections['PERSONAL'] } },
    sources: [...sources.values()],
  }
}

/** People whose cases the reader sees; numbers are always masked in the list. */
export async function searchPersons(
  db: Db,
  actor: Actor,
  row: ReachingCase,
  search: string,
): Promise<KnownPerson[]> {
  if (search.trim().length < 3) return []
  return maskAll(await findPersons(db, reachOf(actor, row), search))
}
