import { lowered } from '@ipoteka-office/contract/words.ts'
import { createHash } from 'node:crypto'
import {
  blacklistCategories,
  type BlacklistCategory,
  type BlacklistKind,
  type BlacklistLevel,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { ComparedSide, HitVerdict } from '@ipoteka-office/contract/blacklists/blacklist-hits.ts'
import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { counted } from '@ipoteka-office/contract/common/counted.ts'
import {
  digitsOf,
  firmFacts,
  type FirmFacts,
  individualFacts,
  participantFacts,
  type PersonFacts,
  phoneFacts,
  phoneOf,
  present,
} from './facts.rules.ts'
import type { Subject } from './matching.rules.ts'
import { effectOf } from './match-person.rules.ts'

/** The checks that the blacklists answer. */
export const blacklistChecks = ['BLACKLIST_PERSON', 'BLACKLIST_LEGAL', 'BLACKLIST_PHONE'] as const
export type BlacklistCheck = (typeof blacklistChecks)[number]
export const isBlacklistCheck = (code: string): code is BlacklistCheck =>
  (blacklistChecks as readonly string[]).includes(code)

/** What is asked of the lists about a participant. */
export interface AskedSubject {
  readonly participantId: number
  readonly code: BlacklistCheck
  readonly subject: Subject
}

type Values = Readonly<Record<string, unknown>>
const known = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const employerOf = ({ employerName, employerInn }: Values): FirmFacts => ({
  names: present([known(employerName)]),
  inn: digitsOf(employerInn),
  ogrn: null,
  regionCode: null,
})

/** A participant, everybody who employs them, and their phones. */
export function askedOf(
  { id, sections }: QuestionnaireParticipant,
  pastPassports: readonly string[],
): AskedSubject[] {
  const personal = sections.PERSONAL ?? {}
  const employment = sections.EMPLOYMENT ?? {}
  const person = participantFacts(personal, pastPassports)
  const extraJobs = Array.isArray(employment['extraJobs']) ? (employment['extraJobs'] as Values[]) : []
  const employers = [employment, ...extraJobs].map(employerOf).filter(({ inn }) => inn !== null)
  const phones = present([...person.phones, phoneOf(employment['employerPhone'])])
  return [
    { participantId: id, code: 'BLACKLIST_PERSON', subject: { kind: 'individuals', facts: person } },
    ...employers.map(
      (facts): AskedSubject => ({
        participantId: id,
        code: 'BLACKLIST_LEGAL',
        subject: { kind: 'legalPersons', facts },
      }),
    ),
    { participantId: id, code: 'BLACKLIST_PHONE', subject: { kind: 'phones', facts: { phones } } },
  ]
}

const nobody: ComparedSide = {
  fullName: null,
  birthDate: null,
  passport: null,
  inn: null,
  snils: null,
  ogrn: null,
  phone: null,
}
/** The value that both have, else the first one. */
const shared = (own: readonly string[], others: readonly string[]): string | null =>
  own.find((value) => others.includes(value)) ?? own[0] ?? null

const personSide = (own: PersonFacts, other: PersonFacts): ComparedSide => ({
  ...nobody,
  fullName:
    own.names
      .map(({ lastName, firstName, middleName }) =>
        [lastName, firstName, middleName].filter(Boolean).join(' '),
      )
      .join('; ') || null,
  birthDate: own.birthDate,
  passport: shared(own.passports, other.passports),
  inn: own.inn,
  snils: own.snils,
  phone: shared(own.phones, other.phones),
})
const firmSide = ({ names, inn, ogrn }: FirmFacts): ComparedSide => ({
  ...nobody,
  fullName: names[0] ?? null,
  inn,
  ogrn,
})

/** What stands beside what when an entry is compared with a subject. */
export interface Compared {
  readonly listed: ComparedSide
  readonly given: ComparedSide
}
export function compared(subject: Subject, data: Values): Compared {
  if (subject.kind === 'individuals') {
    const listed = individualFacts(data)
    return { listed: personSide(listed, subject.facts), given: personSide(subject.facts, listed) }
  }
  if (subject.kind === 'legalPersons')
    return { listed: firmSide(firmFacts(data)), given: firmSide(subject.facts) }
  const listed = phoneFacts(data).phones
  return {
    listed: { ...nobody, fullName: known(data['owner']), phone: listed[0] ?? null },
    given: { ...nobody, phone: shared(subject.facts.phones, listed) },
  }
}

const printOf = (facts: object): string => createHash('sha256').update(JSON.stringify(facts)).digest('hex')
/** The print of what was compared of somebody: another one means that they say something else now. */
export const givenPrint = ({ kind, facts }: Subject): string => printOf({ kind, facts })
export function entryPrint(kind: BlacklistKind, data: Values): string {
  const facts = { individuals: individualFacts, legalPersons: firmFacts, phones: phoneFacts }[kind](data)
  return printOf({ kind, facts })
}

/** A hit as far as it answers a check. */
export interface JudgedHit {
  readonly exact: boolean
  readonly actingLevel: BlacklistLevel
  readonly category: BlacklistCategory
  readonly verdict: HitVerdict | null
}

/** A hit that waits for somebody's word. */
export const isOpenHit = ({ exact, actingLevel, verdict }: JudgedHit): boolean =>
  effectOf({ exact }, actingLevel) === 'REVIEW' && (verdict === null || verdict === 'CHECK')

/** It is the one who is listed, and the list says stop: by itself, or by the word of whoever compared them. */
const stops = ({ exact, actingLevel, verdict }: JudgedHit): boolean =>
  actingLevel === 'STOP' && (exact || verdict === 'MATCH')

const named = (hits: readonly JudgedHit[]): string =>
  [...new Set(hits.map(({ category }) => lowered(blacklistCategories[category])))].join(', ')
const many = (hits: readonly JudgedHit[]): string =>
  counted(hits.length, ['совпадение', 'совпадения', 'совпадений'])

/** What a check says by its hits. */
export function answerOfHits(hits: readonly JudgedHit[]): { state: 'OK' | 'WARN' | 'FAIL'; text: string } {
  const stopping = hits.filter(stops)
  if (stopping.length > 0) return { state: 'FAIL', text: `Запись уровня «СТОП»: ${named(stopping)}` }
  const open = hits.filter(isOpenHit)
  if (open.length > 0) return { state: 'WARN', text: `Нужен вердикт: ${many(open)} (${named(open)})` }
  const matched = hits.filter(({ verdict }) => verdict === 'MATCH')
  if (matched.length > 0) return { state: 'WARN', text: `Совпадение подтверждено: ${named(matched)}` }
  const told = hits.filter(({ actingLevel, verdict }) => actingLevel === 'INFO' && verdict !== 'NO_MATCH')
  if (told.length > 0) return { state: 'OK', text: `К сведению: ${named(told)}` }
  return {
    state: 'OK',
    text: hits.length === 0 ? 'Совпадений нет' : `Совпадений нет: рассмотрено ${hits.length}`,
  }
}

/** Why a hit is not to be denied; null where it may be. */
export const refusalToDeny = ({
  exact,
  actingLevel,
}: Pick<JudgedHit, 'exact' | 'actingLevel'>): string | null =>
  exact && actingLevel === 'STOP'
    ? 'Совпали номера или имя с датой рождения: ошибку в записи исправляют или обжалуют в чёрном списке'
    : null
