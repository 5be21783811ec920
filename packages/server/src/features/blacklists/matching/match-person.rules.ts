import type { BlacklistLevel } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { type DateAgreement, dateAgreement } from './birth-dates.rules.ts'
import type { FullName, PersonFacts } from './facts.rules.ts'
import { readName } from './name-readings.rules.ts'
import {
  mostErrors,
  type NameAgreement,
  namesAgree,
  type PartAgreement,
  type ReadName,
} from './names-agree.rules.ts'

/** What agrees between an entry and whoever is compared with it. */
export interface Match {
  /** Numbers, or the whole name and the birth date: nothing was guessed. */
  readonly exact: boolean
  /** 0–100. */
  readonly score: number
  /** What agrees, in words. */
  readonly agreed: readonly string[]
  /** What speaks against it, in words. */
  readonly against: readonly string[]
}

/** Whoever is compared, read once for all entries. */
export interface ReadPerson {
  readonly facts: PersonFacts
  readonly names: readonly { readonly read: ReadName; readonly former: boolean }[]
}

const readFull = ({ lastName, firstName, middleName }: FullName): ReadName => [
  readName(lastName),
  readName(firstName),
  readName(middleName),
]

export const readPerson = (facts: PersonFacts): ReadPerson => ({
  facts,
  names: facts.names.map((name, at) => ({ read: readFull(name), former: at > 0 })),
})

interface BestName extends NameAgreement {
  readonly former: boolean
}

function bestName(one: ReadPerson, other: ReadPerson): BestName | null {
  let best: BestName | null = null
  for (const mine of one.names)
    for (const theirs of other.names) {
      const found = namesAgree(mine.read, theirs.read, mostErrors)
      if (found !== null && (best === null || found.cost < best.cost))
        best = { ...found, former: mine.former || theirs.former }
    }
  return best
}

const shared = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((value) => other.includes(value))
const same = (one: string | null, other: string | null): boolean => one !== null && one === other
const differ = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other

function numbersAgreed(one: PersonFacts, other: PersonFacts): string[] {
  const isPresent = same(one.passports[0] ?? null, other.passports[0] ?? null)
  return [
    ...(shared(one.passports, other.passports) ? [isPresent ? 'Паспорт' : 'Прежний паспорт'] : []),
    ...(same(one.inn, other.inn) ? ['ИНН'] : []),
    ...(same(one.snils, other.snils) ? ['СНИЛС'] : []),
  ]
}

const numbersAgainst = (one: PersonFacts, other: PersonFacts): string[] => [
  ...(differ(one.inn, other.inn) ? ['ИНН другой'] : []),
  ...(differ(one.snils, other.snils) ? ['СНИЛС другой'] : []),
]

const partWords: Readonly<Record<PartAgreement['how'], string>> = {
  EQUAL: '',
  LATIN: 'написание латиницей',
  LAYOUT: 'набрано в другой раскладке',
  SOUND: 'звучит так же',
  TYPO: 'опечатка',
  MISSING: 'не указано',
  DIFFERENT: 'другое',
}

/** «Фамилия: опечатка»; the whole name where nothing is amiss. */
function nameWords({ last, first, middle, reordered, former }: BestName): string[] {
  const parts = [
    ['Фамилия', last],
    ['Имя', first],
    ['Отчество', middle],
  ] as const
  const amiss = parts
    .filter(([, { how }]) => how !== 'EQUAL')
    .map(([part, { how }]) => `${part}: ${partWords[how]}`)
  return [
    former ? 'Прежнее ФИО' : 'ФИО',
    ...amiss,
    ...(reordered ? ['Слова имени стоят в другом порядке'] : []),
  ]
}

const isSpelledTheSame = ({ last, first, middle, reordered }: BestName): boolean =>
  !reordered && [last, first, middle].every(({ how }) => how === 'EQUAL')

/** The same name in another script or order of words: no letter had to be guessed, only how it is written. */
const isTheSameName = ({ last, first, middle }: BestName): boolean =>
  [last, first, middle].every(({ how }) => how === 'EQUAL' || how === 'LATIN' || how === 'LAYOUT')

/** How many errors of a name are forgiven: with a doubtful day the name has to speak for itself. */
const forgiven: Readonly<Record<DateAgreement, number>> = {
  EQUAL: mostErrors,
  NEAR: 1,
  UNKNOWN: 0.5,
  DIFFERENT: -1,
}
/** More entries of the same name than this: a doubtful day is a coincidence. */
export const mostNamesakes = 4

const dateWords: Readonly<Record<DateAgreement, string>> = {
  EQUAL: 'Дата рождения',
  NEAR: 'Дата рождения: одна ошибка',
  UNKNOWN: 'Дата рождения не указана',
  DIFFERENT: '',
}
const dateCost: Readonly<Record<DateAgreement, number>> = { EQUAL: 0, NEAR: 15, UNKNOWN: 30, DIFFERENT: 100 }

function byName(one: ReadPerson, other: ReadPerson, namesakes: number): Match | null {
  const date = dateAgreement(one.facts.birthDate, other.facts.birthDate)
  if (date === 'DIFFERENT' || (date !== 'EQUAL' && namesakes > mostNamesakes)) return null
  const name = bestName(one, other)
  if (name === null || name.cost > forgiven[date]) return null
  const against = numbersAgainst(one.facts, other.facts)
  const isWhole = isSpelledTheSame(name) && date === 'EQUAL'
  // Another number of the same kind says that it is somebody else, unless no letter had to be guessed: numbers are told too.
  if (against.length > 0 && !(isTheSameName(name) && date === 'EQUAL')) return null
  const lost = name.cost * 12 + (isSpelledTheSame(name) ? 0 : 5) + dateCost[date] + against.length * 20
  return {
    exact: isWhole && against.length === 0,
    score: Math.max(1, Math.round(98 - lost)),
    agreed: [...nameWords(name), dateWords[date]],
    against,
  }
}

/** The strongest word of a phone alone: people change numbers, and numbers change people. */
const phoneScore = 60

/**
 * How an individual's entry agrees with a person; null where it does not. `namesakes`: entries of the list under the same
 * name, by which a doubtful birth date is weighed.
 */
export function matchPerson(entry: ReadPerson, person: ReadPerson, namesakes: number): Match | null {
  const numbers = numbersAgreed(entry.facts, person.facts)
  const named = byName(entry, person, namesakes)
  const phones = shared(entry.facts.phones, person.facts.phones) ? ['Телефон'] : []
  if (numbers.length > 0)
    return {
      exact: true,
      score: 100,
      agreed: [...numbers, ...(named?.agreed ?? []), ...phones],
      against: numbersAgainst(entry.facts, person.facts),
    }
  if (named !== null) return { ...named, agreed: [...named.agreed, ...phones] }
  return phones.length === 0
    ? null
    : { exact: false, score: phoneScore, agreed: phones, against: numbersAgainst(entry.facts, person.facts) }
}

/** What a match means to the deal: only what was not guessed stops it, a guess is looked at by a person. */
export const effectOf = ({ exact }: Pick<Match, 'exact'>, actingLevel: BlacklistLevel): BlacklistLevel =>
  actingLevel === 'STOP' && !exact ? 'REVIEW' : actingLevel
