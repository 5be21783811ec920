import { nearDates } from './birth-dates.rules.ts'
import type { FirmFacts, PersonFacts, PhoneFacts } from './facts.rules.ts'
import { firmName } from './match-others.rules.ts'
import type { ReadPerson } from './match-person.rules.ts'
import type { NamePart, Reading } from './name-readings.rules.ts'
import type { ReadName } from './names-agree.rules.ts'
import { bonesOf } from './sounds.rules.ts'

/**
 * By what entries are looked up: whole numbers; the day of birth; the day with a word of the name by its consonants, so
 * that a wrong day is found by its neighbours; the sound of the whole name; its consonants where an entry has no day of
 * birth; the name of an organisation in a region.
 */
export type KeyKind =
  | 'PASSPORT'
  | 'INN'
  | 'SNILS'
  | 'OGRN'
  | 'PHONE'
  | 'BORN'
  | 'BORN_WORD'
  | 'SOUND'
  | 'UNDATED'
  | 'FIRM'

/** A key of an entry, or one by which entries are asked for. */
export interface MatchKey {
  readonly kind: KeyKind
  readonly value: string
}

const key =
  (kind: KeyKind) =>
  (value: string): MatchKey => ({ kind, value })
const one = (kind: KeyKind, value: string | null): MatchKey[] => (value === null ? [] : [{ kind, value }])

const numberKeys = ({ passports, inn, snils, phones }: PersonFacts): MatchKey[] => [
  ...passports.map(key('PASSPORT')),
  ...one('INN', inn),
  ...one('SNILS', snils),
  ...phones.map(key('PHONE')),
]

/** The consonants of every reading of a word; a word without any says nothing. */
const bonesIn = (part: NamePart): string[] =>
  [...new Set(part.map(({ text }) => bonesOf(text)))].filter(Boolean)

/** A name as one text for each of its readings, whatever the order of its words. */
const wholeNames =
  (told: (reading: Reading) => string) =>
  (read: ReadName): string[] =>
    Array.from({ length: Math.max(...read.map((part) => part.length)) }, (_, at) =>
      read
        .flatMap((part) => part[at] ?? part[0] ?? [])
        .map(told)
        .toSorted()
        .join(' '),
    )
const soundsOf = wholeNames(({ sound }) => sound)
const skeletonsOf = wholeNames(({ text }) => bonesOf(text))

const unique = (keys: readonly MatchKey[]): MatchKey[] => [
  ...new Map(keys.map((each) => [`${each.kind} ${each.value}`, each])).values(),
]

/** The sound of the present name, by which namesakes are counted. */
export const namesakeKeys = ({ names }: ReadPerson): string[] =>
  names.slice(0, 1).flatMap(({ read }) => soundsOf(read))

/** The keys under which an individual's entry is found. */
export function personEntryKeys({ facts, names }: ReadPerson): MatchKey[] {
  const { birthDate } = facts
  const words = names.flatMap(({ read: [last, first] }) => [...bonesIn(last), ...bonesIn(first)])
  return unique([
    ...numberKeys(facts),
    ...one('BORN', birthDate),
    ...(birthDate === null
      ? names.flatMap(({ read }) => skeletonsOf(read)).map(key('UNDATED'))
      : words.map((word) => key('BORN_WORD')(`${birthDate} ${word}`))),
    ...names.flatMap(({ read }) => soundsOf(read)).map(key('SOUND')),
  ])
}

/** The keys by which entries are looked up for a person. */
export function personSearchKeys({ facts, names }: ReadPerson): MatchKey[] {
  const { birthDate } = facts
  const dated = names.flatMap(({ read }) => read.flatMap(bonesIn))
  const days = birthDate === null ? [] : nearDates(birthDate)
  return unique([
    ...numberKeys(facts),
    ...one('BORN', birthDate),
    ...dated.flatMap((word) => days.map((day) => key('BORN_WORD')(`${day} ${word}`))),
    ...names.flatMap(({ read }) => skeletonsOf(read)).map(key('UNDATED')),
    ...(birthDate === null ? names.flatMap(({ read }) => soundsOf(read)).map(key('SOUND')) : []),
  ])
}

/** The keys of an organisation, of an entry and of a search alike. */
export const firmKeys = ({ names, inn, ogrn, regionCode }: FirmFacts): MatchKey[] =>
  unique([
    ...one('INN', inn),
    ...one('OGRN', ogrn),
    ...(regionCode === null ? [] : names.map((name) => key('FIRM')(`${regionCode} ${firmName(name)}`))),
  ])

/** The keys of phones, of an entry and of a search alike. */
export const phoneKeys = ({ phones }: PhoneFacts): MatchKey[] => phones.map(key('PHONE'))
