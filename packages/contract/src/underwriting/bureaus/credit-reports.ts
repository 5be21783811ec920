import { z } from 'zod'
import { DateText, Money } from '../../common/amounts.ts'
import { PersonRef } from '../../common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, text } from '../../common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../../endpoint.ts'
import { bureauCodes, CreditBureau, delayMarks } from './credit-bureaus.ts'

const access = canInBank('Underwriting', 'List')
const Params = z.object({ id: IdParam })
const OneParams = z.object({ id: IdParam, participantId: IdParam })
const Sum = z.string()

/** What one bureau says of who a person is, and of what they owe. */
const BureauFacts = z.object({
  bureau: CreditBureau,
  reportDate: DateText,
  receivedAt: Instant,
  lastName: z.string(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  birthDate: DateText,
  /** Ten digits. */
  passport: z.string().nullable(),
  inn: z.string().nullable(),
  snils: z.string().nullable(),
  addresses: z.array(
    z.object({
      kind: z.enum(['REGISTRATION', 'RESIDENCE']),
      text: z.string(),
      since: DateText.nullable(),
    }),
  ),
  phones: z.array(z.object({ phone: z.string() })),
  /** Credits that are not closed, and what is paid for them a month. */
  credits: z.int(),
  payments: Sum,
})

/** The same of every participant, with what the bureaus say together: the same credit of two bureaus is one. */
export const ParticipantFacts = z.object({
  participantId: Id,
  /** Null while there is no report. */
  credits: z.int().nullable(),
  payments: Sum.nullable(),
  bureaus: z.array(BureauFacts),
})
export type ParticipantFacts = z.output<typeof ParticipantFacts>

export const getBureauFacts = endpoint({
  method: 'GET',
  path: '/underwriting/:id/bureau-facts',
  summary: 'Что бюро кредитных историй говорят об участниках заявки',
  access,
  params: Params,
  response: z.object({ participants: z.array(ParticipantFacts) }),
})

/** What became of a request to a bureau. */
export const requestStates = {
  NONE: 'Не запрашивали',
  WAITING: 'Запрос отправлен',
  ANSWERED: 'Отчёт получен',
  FAILED: 'Отчёт не получен',
} as const

const Delay = keyOf(delayMarks)

/** A report as whoever decides reads it: of the closed part of the history there are counts alone. */
export const CreditReport = z.object({
  id: Id,
  /** The bureau's own number. */
  number: z.string(),
  date: DateText,
  receivedAt: Instant,
  /** Taken from an earlier application of the same person, without a new request. */
  reused: z.boolean(),
  /** The last day on which it serves another request too. */
  freshTo: DateText,
  isFresh: z.boolean(),
  score: z.object({ value: z.int(), reasons: z.array(z.string()) }).nullable(),
  enquiries: z.object({ days7: z.int(), days30: z.int(), days90: z.int() }),
  worst: z.object({ ever: Delay, year: Delay, twoYears: Delay }),
  overdue: z.object({ sum: Sum, days: z.int() }),
  accounts: z.object({ active: z.int(), closed: z.int() }),
  balance: Sum,
  payments: Sum,
  selfBan: z.object({ active: z.boolean(), since: DateText.nullable() }).nullable(),
  quality: Code,
  qualityName: z.string(),
  bankruptcy: z.boolean(),
  courtActs: z.int(),
  /** Two payments or more were missed within 120 days. */
  missedPayments: z.boolean(),
  applications: z.array(
    z.object({ date: DateText, sum: Sum.nullable(), outcome: z.string(), reason: z.string().nullable() }),
  ),
})
export type CreditReport = z.output<typeof CreditReport>

export const BureauHistory = z.object({
  bureau: CreditBureau,
  state: keyOf(requestStates),
  requestedAt: Instant.nullable(),
  /** Null: the system, or nobody yet. */
  requestedBy: PersonRef.nullable(),
  /** Why it was asked again. */
  reason: z.string(),
  error: z.string().nullable(),
  standIn: z.boolean(),
  /** What a request costs today. */
  cost: Money,
  report: CreditReport.nullable(),
})
export type BureauHistory = z.output<typeof BureauHistory>

/** Credit history of one participant by all bureaus. */
export const CreditHistory = z.object({
  caseId: Id,
  participantId: Id,
  name: z.string(),
  roleName: z.string(),
  consent: z.object({
    signedOn: DateText.nullable(),
    validTo: DateText.nullable(),
    /** Why nobody may ask a bureau by it; null: it is in force. */
    refusal: z.string().nullable(),
  }),
  /** What the requests of the whole application have cost. */
  spent: Sum,
  bureaus: z.array(BureauHistory),
  /** What the bureaus say otherwise of the same thing. */
  differences: z.array(
    z.object({ label: z.string(), said: z.array(z.object({ bureau: CreditBureau, text: z.string() })) }),
  ),
  refusalToOrder: z.string().nullable(),
  mayReadRaw: z.boolean(),
})
export type CreditHistory = z.output<typeof CreditHistory>

export const getCreditHistory = endpoint({
  method: 'GET',
  path: '/underwriting/:id/credit-history/:participantId',
  summary: 'Кредитная история участника',
  access,
  params: OneParams,
  response: CreditHistory,
})

/** Asks bureaus; a report that is fresh serves without a request unless it is asked for again, with the reason. */
export const orderReports = endpoint({
  method: 'POST',
  path: '/underwriting/:id/credit-history/:participantId',
  summary: 'Запросить кредитные отчёты участника',
  access: signedIn,
  params: OneParams,
  body: z.object({
    bureaus: z
      .array(CreditBureau)
      .min(1, 'Выберите бюро')
      .max(bureauCodes.length)
      .refine((codes) => new Set(codes).size === codes.length, 'Бюро повторяются'),
    again: z.boolean().default(false),
    reason: text(500).default(''),
  }),
  response: CreditHistory,
  idempotent: true,
})

/** The report as the bureau gave it, for those with `Underwriting.BureauExchange`; every reading is in the journal of access. */
export const getRawReport = endpoint({
  method: 'GET',
  path: '/underwriting/:id/credit-reports/:reportId/raw',
  summary: 'Исходный кредитный отчёт',
  access: signedIn,
  params: z.object({ id: IdParam, reportId: IdParam }),
  response: z.object({
    bureau: CreditBureau,
    number: z.string(),
    encoding: z.string(),
    bytes: z.int(),
    xml: z.string(),
    /** Tags that nobody has read: the bureau has changed its format. */
    unknown: z.array(z.object({ path: z.string(), count: z.int() })),
  }),
})
