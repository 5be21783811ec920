import type {
  BlacklistCategory,
  BlacklistKind,
  BlacklistLevel,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import {
  type FirmFacts,
  firmFacts,
  individualFacts,
  type PersonFacts,
  phoneFacts,
  type PhoneFacts,
} from './facts.rules.ts'
import {
  firmKeys,
  type MatchKey,
  namesakeKeys,
  personEntryKeys,
  personSearchKeys,
  phoneKeys,
} from './match-keys.rules.ts'
import { matchFirm, matchPhone } from './match-others.rules.ts'
import { type Match, matchPerson, readPerson } from './match-person.rules.ts'

/** Who or what is looked for; each kind of subject is looked for in its own list. */
export type Subject =
  | { readonly kind: 'individuals'; readonly facts: PersonFacts }
  | { readonly kind: 'legalPersons'; readonly facts: FirmFacts }
  | { readonly kind: 'phones'; readonly facts: PhoneFacts }

/** An entry that agrees with a subject. */
export interface Found {
  readonly entry: {
    readonly id: number
    readonly kind: BlacklistKind
    readonly level: BlacklistLevel
    readonly category: BlacklistCategory
    readonly data: Readonly<Record<string, unknown>>
  }
  readonly match: Match
}

type Data = Readonly<Record<string, unknown>>

/** A subject with all that is read of it once. */
export interface PreparedSubject {
  readonly kind: BlacklistKind
  readonly keys: readonly MatchKey[]
  /** By these sounds namesakes are counted. */
  readonly sounds: readonly string[]
  /** How an entry of the list agrees with the subject; null where it does not. */
  match(data: Data, namesakes: number): Match | null
}

/** Makes a subject ready to be looked for among any number of entries. */
export function prepare(subject: Subject): PreparedSubject {
  if (subject.kind === 'individuals') {
    const person = readPerson(subject.facts)
    return {
      kind: subject.kind,
      keys: personSearchKeys(person),
      sounds: namesakeKeys(person),
      match: (data, namesakes) => matchPerson(readPerson(individualFacts(data)), person, namesakes),
    }
  }
  if (subject.kind === 'legalPersons') {
    const { facts } = subject
    return {
      kind: subject.kind,
      keys: firmKeys(facts),
      sounds: [],
      match: (data) => matchFirm(firmFacts(data), facts),
    }
  }
  const { facts } = subject
  return {
    kind: subject.kind,
    keys: phoneKeys(facts),
    sounds: [],
    match: (data) => matchPhone(phoneFacts(data), facts),
  }
}

/** The keys under which an entry is found, by what it says. */
export function entryKeys(kind: BlacklistKind, data: Data): MatchKey[] {
  if (kind === 'individuals') return personEntryKeys(readPerson(individualFacts(data)))
  return kind === 'legalPersons' ? firmKeys(firmFacts(data)) : phoneKeys(phoneFacts(data))
}
