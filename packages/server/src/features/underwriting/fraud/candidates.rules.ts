import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { EntryInput } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { participantRoles } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { mask } from '@ipoteka-office/contract/common/masks.ts'
import type { FraudCandidate } from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import { identityOf } from '#features/blacklists/identity.rules.ts'
import { dayOf, textOf } from './sign.rules.ts'

/** Whom a verdict may list, with what the entry would say. */
export interface Candidate extends FraudCandidate {
  readonly data: Readonly<Record<string, unknown>>
}

/** Fields that an entry takes as the questionnaire has them. */
const taken = ['lastName', 'firstName', 'middleName', 'birthPlace', 'passport', 'inn', 'snils'] as const

const given = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined))

const rowsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? (value as Readonly<Record<string, unknown>>[]) : []

const phonesOf = (personal: Readonly<Record<string, unknown>>): string[] =>
  [personal['phone'], ...rowsOf(personal['extraPhones']).map(({ phone }) => phone)]
    .map(textOf)
    .filter((phone) => phone !== '')

function personOf({ id, role, name, sections }: QuestionnaireParticipant): Candidate {
  const personal = sections.PERSONAL ?? {}
  const work = sections.EMPLOYMENT ?? {}
  const birthDate = dayOf(personal['birthDate'])
  const isNamed = textOf(personal['lastName']) !== '' && textOf(personal['firstName']) !== ''
  return {
    key: `person ${id}`,
    kind: 'individuals',
    title: name,
    note: participantRoles[role as keyof typeof participantRoles] ?? role,
    lacks: isNamed && birthDate !== '' ? null : 'В анкете нет имени или даты рождения',
    data: given({
      ...Object.fromEntries(taken.map((field) => [field, textOf(personal[field])])),
      birthDate,
      phones: phonesOf(personal).map((phone, at) => ({ key: `p${at}`, phone })),
      formerPassports: rowsOf(personal['previousPassports']).map(({ passport }, at) => ({
        key: `d${at}`,
        passport: textOf(passport),
      })),
      employer: textOf(work['employerName']),
      employerInn: textOf(work['employerInn']),
    }),
  }
}

/** The key names no number: those who may not see it read the key too. */
const phoneCandidates = ({ id, name, sections }: QuestionnaireParticipant): Candidate[] =>
  phonesOf(sections.PERSONAL ?? {}).map((phone, at) => ({
    key: `phone ${id} ${at}`,
    kind: 'phones',
    title: mask('phone', phone),
    note: name,
    lacks: null,
    data: { phone, phoneKind: 'MOBILE', owner: name },
  }))

function employerOf({ id, sections }: QuestionnaireParticipant): Candidate[] {
  const work = sections.EMPLOYMENT ?? {}
  const [fullName, companyInn] = [textOf(work['employerName']), textOf(work['employerInn'])]
  if (fullName === '') return []
  return [
    {
      key: `employer ${id}`,
      kind: 'legalPersons',
      title: fullName,
      note: companyInn === '' ? '' : `ИНН ${companyInn}`,
      lacks: companyInn === '' ? 'В анкете нет ИНН работодателя' : null,
      data: {
        fullName,
        companyInn,
        ...(work['employerAddress'] ? { address: work['employerAddress'] } : {}),
        phones:
          textOf(work['employerPhone']) === '' ? [] : [{ key: 'p0', phone: textOf(work['employerPhone']) }],
      },
    },
  ]
}

/** People of an application, their phones and employers, each once. */
export function candidatesOf(participants: readonly QuestionnaireParticipant[]): Candidate[] {
  const all = [
    ...participants.map(personOf),
    ...participants.flatMap(phoneCandidates),
    ...participants.flatMap(employerOf),
  ]
  // Two people may have one name, one phone is one.
  const named = ({ key, kind, title, data }: Candidate) =>
    kind === 'individuals' ? key : `${kind} ${title} ${identityOf(kind, data).numbers.join()}`
  return [...new Map(all.map((one) => [named(one), one])).values()]
}

/** A person is stopped; a phone or a firm may be of others too, and is looked at by hand. */
const levels: Readonly<Record<BlacklistKind, EntryInput['level']>> = {
  individuals: 'STOP',
  legalPersons: 'REVIEW',
  phones: 'REVIEW',
}

/** The draft of an entry, with its reason filled in. */
export const entryOf = (
  { kind, data }: Candidate,
  { number, words, evidence, today }: { number: string; words: string; evidence: string; today: string },
): EntryInput => ({
  level: levels[kind],
  category: kind === 'legalPersons' ? 'INVALID_EMPLOYER' : 'FRAUD',
  validFrom: today,
  validTo: null,
  data,
  reason: {
    source: 'SECURITY',
    basis: `Мошенничество подтверждено по заявке № ${number}. ${words}`.slice(0, 2_000),
    evidence: evidence.slice(0, 2_000),
    comment: '',
  },
})
