import { z } from 'zod'
import { DateText, Money, Months, Percent } from '../../../common/amounts.ts'
import { Version } from '../../../common/items.ts'
import { pageOf, PageQuery } from '../../../common/page.ts'
import { Availability, NamedRef, PersonRef } from '../../../common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, requiredText, text } from '../../../common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../../../endpoint.ts'
import { HistoryEntry } from '../../../history/history.ts'
import { CreditBureau, delayMarks } from '../../bureaus/credit-bureaus.ts'
import { ledgerMarks, obligationReasons, obligationStates, paymentSources } from './obligation-choices.ts'

const Sum = z.string()
const Delay = keyOf(delayMarks)
/** A name under which an obligation is known: of a bureau's account, of a row of the questionnaire, of one typed here. */
const LedgerKey = z
  .string()
  .regex(/^(uid|NBKI|OKB|SCORING|told|own)\.[0-9A-Za-z-]{1,36}$/, 'Неизвестная строка реестра')

/** One credit as one bureau tells of it. */
export const BureauWord = z.object({
  bureau: CreditBureau,
  /** The day that the figures are of. */
  asOf: DateText,
  openedOn: DateText,
  closedOn: DateText.nullable(),
  creditor: z.string(),
  limit: Sum,
  balance: Sum,
  payment: Sum.nullable(),
  overdue: Sum,
  overdueDays: z.int(),
  /** One sign a month, the latest first. */
  strip: z.string(),
  worst: Delay,
})
export type BureauWord = z.output<typeof BureauWord>

/** A credit that the underwriter has written down by a paper. */
export const OwnObligation = z.object({
  type: Code,
  creditor: requiredText(200),
  contractNumber: text(64).default(''),
  limit: Money,
  balance: Money,
  rate: Percent.nullable().default(null),
  monthsLeft: Months.nullable().default(null),
  payment: Money,
  overdue: Money.default('0'),
  /** The paper that it stands in. */
  documentId: Id,
  words: requiredText(500),
})
export type OwnObligation = z.output<typeof OwnObligation>

/** What an underwriter has said of an obligation. */
export const ObligationChoice = z.object({
  state: keyOf(obligationStates),
  source: keyOf(paymentSources).nullable(),
  payment: Sum.nullable(),
  reason: keyOf(obligationReasons),
  words: z.string(),
  document: NamedRef.nullable(),
  by: PersonRef,
  at: Instant,
  /** Whether the sources still say what they said then. */
  current: z.boolean(),
})
export type ObligationChoice = z.output<typeof ObligationChoice>

/** One credit of a debtor, whoever tells of it. */
export const LedgerRow = z.object({
  key: LedgerKey,
  creditor: z.string(),
  typeName: z.string(),
  contractNumber: z.string().nullable(),
  /** «Поручитель», «созаёмщик»; null: the borrower's own. */
  relation: z.string().nullable(),
  limit: Sum.nullable(),
  balance: Sum.nullable(),
  rate: Percent.nullable(),
  monthsLeft: z.int().nullable(),
  overdue: Sum,
  overdueDays: z.int(),
  /** What is paid a month: in the agent's words, in a bureau's, by the formula of ПДН, as it counts by itself, as it counts. */
  declared: Sum.nullable(),
  reported: Sum.nullable(),
  computed: Sum.nullable(),
  proposed: Sum,
  taken: Sum,
  state: keyOf(obligationStates),
  marks: z.array(keyOf(ledgerMarks)),
  /** Somebody has to say what counts, and nobody has. */
  asks: z.boolean(),
  bureaus: z.array(BureauWord),
  choice: ObligationChoice.nullable(),
  own: OwnObligation.extend({ document: NamedRef.nullable() }).nullable(),
  /** Of what the underwriter has said; 0: nothing ever. */
  version: z.int().min(0),
})
export type LedgerRow = z.output<typeof LedgerRow>

/** Obligations of one debtor by all who tell of them, and what they come to in ПДН. */
export const ObligationLedger = z.object({
  caseId: Id,
  participantId: Id,
  name: z.string(),
  rows: z.array(LedgerRow),
  totals: z.object({
    declared: Sum,
    reported: Sum,
    computed: Sum,
    taken: Sum,
    repaid: Sum,
    balance: Sum,
    overdue: Sum,
  }),
  /** Whether a bureau has told anything of the person; else the ledger is that of the questionnaire. */
  isKnown: z.boolean(),
  /** Credits that the bureaus know to be closed and nobody has declared. */
  closed: z.int(),
  /** Of the whole application: the one ПДН of the bank with what it is made of. */
  load: z.object({
    people: z.array(z.object({ participantId: Id, name: z.string(), payments: Sum })),
    /** Of the loan that is asked for, by its ПСК; null while the loan is not known. */
    loan: Sum.nullable(),
    payments: Sum.nullable(),
    income: Sum.nullable(),
    debtLoad: z.string().nullable(),
    norm: z.string(),
    methodVersion: z.string(),
  }),
  /** Papers of the application that may stand beside a choice. */
  papers: z.array(NamedRef),
  editable: Availability,
})
export type ObligationLedger = z.output<typeof ObligationLedger>

const access = canInBank('Underwriting', 'List')
const OfDebtor = z.object({ id: IdParam, participantId: IdParam })
const OneRow = OfDebtor.extend({ key: LedgerKey })
const RowVersion = z.int().min(0).max(2_147_483_647)

export const getObligationLedger = endpoint({
  method: 'GET',
  path: '/underwriting/:id/obligations/:participantId',
  summary: 'Реестр обязательств участника и ПДН по нему',
  access,
  params: OfDebtor,
  response: ObligationLedger,
})

/**
 * Says what an obligation counts for; the agent's words and the reports stay as they are. The payment of a source is taken
 * as the server knows it, that of OTHER as it is written. 409 to an old version with the ledger as it stands.
 */
export const takeObligation = endpoint({
  method: 'PUT',
  path: '/underwriting/:id/obligations/:participantId/rows/:key',
  summary: 'Взять обязательство в рабочий лист андеррайтера',
  access: signedIn,
  params: OneRow,
  body: z.object({
    version: RowVersion,
    state: keyOf(obligationStates),
    source: keyOf(paymentSources).nullable().default(null),
    payment: Money.nullable().default(null),
    reason: keyOf(obligationReasons),
    words: text(500).default(''),
    documentId: Id.nullable().default(null),
  }),
  response: ObligationLedger,
})

/** Takes the choice back: the obligation counts by itself again. */
export const dropObligation = endpoint({
  method: 'POST',
  path: '/underwriting/:id/obligations/:participantId/rows/:key/drop',
  summary: 'Отменить выбор по обязательству',
  access: signedIn,
  params: OneRow,
  body: z.object({ version: Version }),
  response: ObligationLedger,
})

/** Writes down a credit that nobody has told of, by a paper. */
export const addObligation = endpoint({
  method: 'POST',
  path: '/underwriting/:id/obligations/:participantId/rows',
  summary: 'Внести обязательство по документу',
  access: signedIn,
  params: OfDebtor,
  body: OwnObligation,
  response: ObligationLedger,
  idempotent: true,
})

export const editObligation = endpoint({
  method: 'PUT',
  path: '/underwriting/:id/obligations/:participantId/own/:key',
  summary: 'Изменить обязательство, внесённое по документу',
  access: signedIn,
  params: OneRow,
  body: OwnObligation.extend({ version: Version }),
  response: ObligationLedger,
})

export const listObligationHistory = endpoint({
  method: 'GET',
  path: '/underwriting/:id/obligations/:participantId/rows/:key/history',
  summary: 'История обязательства в рабочем листе',
  access,
  params: OneRow,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
