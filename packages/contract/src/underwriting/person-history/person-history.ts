import { z } from 'zod'
import { PersonDifference } from '../../cases/earlier-answers.ts'
import { CaseType } from '../../cases/types/case-types.ts'
import { PartnerRef } from '../../common/refs.ts'
import { Id, IdParam, Instant, keyOf, Option } from '../../common/scalars.ts'
import { canInBank, endpoint } from '../../endpoint.ts'
import { decisionLevels, decisionOutcomes } from '../decision-kinds.ts'

/** By what two records are one human being. */
export const samePersonMarks = {
  RECORD: 'тот же человек у партнёра',
  PASSPORT: 'паспорт',
  PAST_PASSPORT: 'прежний паспорт',
  SNILS: 'СНИЛС',
  INN: 'ИНН',
  NAME: 'имя и дата рождения',
} as const
export type SamePersonMark = keyof typeof samePersonMarks

/** How a case of the person ended, or that it goes on. */
export const personCaseStates = {
  OPEN: 'В работе',
  CREDIT: 'Кредит или одобрение',
  REFUSED: 'Отказ банка',
  CLOSED: 'Закрыта',
} as const

const Reason = Option.extend({ silent: z.boolean() })

/** A case in which the person takes part, whoever brought it. */
export const PersonCase = z.object({
  id: Id,
  type: CaseType,
  typeName: z.string(),
  number: z.string(),
  createdAt: Instant,
  partner: PartnerRef,
  roleName: z.string(),
  programme: z.string().nullable(),
  stageName: z.string(),
  state: keyOf(personCaseStates),
  /** Roubles: what was asked for. */
  amount: z.string().nullable(),
  /** Roubles: what the bank has lent, or is bound to lend; null: it is not. */
  credit: z.string().nullable(),
  knownBy: z.array(keyOf(samePersonMarks)),
  /** The last word on the whole; null: nothing was decided. */
  decision: z
    .object({
      at: Instant,
      outcome: keyOf(decisionOutcomes),
      level: keyOf(decisionLevels),
      reasons: z.array(Reason),
    })
    .nullable(),
  /** The last word on this person in it. */
  subject: z.object({ at: Instant, code: z.string(), name: z.string(), reasons: z.array(Reason) }).nullable(),
})
export type PersonCase = z.output<typeof PersonCase>

/** What the bank knows of a participant from other cases, of all partners. */
export const PersonHistory = z.object({
  /** Too little is known of them to tell them from a namesake. */
  isUnknown: z.boolean(),
  cases: z.array(PersonCase),
  /** Cases that the reader may not read: how many there are beside. */
  hidden: z.int(),
  /** Of the cases told: refusals by the bank, credits that it has lent or is bound to lend, and their sum in roubles. */
  refusals: z.int(),
  credits: z.object({ count: z.int(), total: z.string() }),
  /** What the questionnaire says otherwise than the newest one before, and where that is written. */
  differences: z.array(
    PersonDifference.extend({ from: z.object({ id: Id, type: CaseType, number: z.string() }) }),
  ),
})
export type PersonHistory = z.output<typeof PersonHistory>

export const getPersonHistory = endpoint({
  method: 'GET',
  path: '/underwriting/:id/person-history/:participantId',
  summary: 'Что банк знает об участнике по другим заявкам всех партнёров',
  access: canInBank('Underwriting', 'List'),
  params: z.object({ id: IdParam, participantId: IdParam }),
  response: PersonHistory,
})
