import { z } from 'zod'
import { CaseHead } from '../cases/cases.ts'
import { DateText, Money, Months, Percent } from '../common/amounts.ts'
import { Version } from '../common/items.ts'
import { Code, Id, IdParam, Instant, keyOf, requiredText } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { AuthorityLine, Deviation, Exposure, LoanFigures, LoanTerms, RateNotice } from './decisions.ts'

/** How many offers may be made at once. */
export const mostOffers = 3

/** An obligation of somebody who owes, by its key in the questionnaire. */
export const PaidOff = z.object({ participantId: Id, key: Code })
export type PaidOff = z.output<typeof PaidOff>

/** What the loan may be changed to; what is not named stays as the client asks for it. */
export const OfferTerms = z.object({
  amount: Money,
  termMonths: Months,
  rate: Percent,
  /** Income a month of a co-borrower who is to join, roubles; null: nobody joins. */
  addedIncome: Money.nullable().default(null),
  /** Obligations that the client pays off before the loan is given. */
  paidOff: z.array(PaidOff).max(50).default([]),
})
export type OfferTerms = z.output<typeof OfferTerms>

/** What the terms mean beside the figures of every decision. */
export const OfferFigures = z.object({
  ...LoanFigures.shape,
  /** Roubles; null: the loan is for no purchase. */
  downPayment: z.string().nullable(),
  /** Roubles a month that are left to each member of the family after all payments; null while no income is known. */
  residual: z.string().nullable(),
})
export type OfferFigures = z.output<typeof OfferFigures>

/** What limits the sum. */
export const offerLimits = {
  DEBT_LOAD: 'По ПДН',
  LOAN_TO_VALUE: 'По К/З',
  PROGRAMME: 'По условиям продукта',
  RESIDUAL: 'По остатку на члена семьи',
  AUTHORITY: 'По вашим полномочиям',
  REQUEST: 'Запрошено клиентом',
} as const
export type OfferLimitCode = keyof typeof offerLimits

/** The most that may be lent on the terms by one limit. */
export const OfferLimit = z.object({
  code: keyOf(offerLimits),
  /** Whole thousands of roubles; null: it does not limit. */
  amount: Money.nullable(),
  /** By which norm, in words. */
  norm: z.string(),
  /** It leaves less than any other. */
  binds: z.boolean(),
})
export type OfferLimit = z.output<typeof OfferLimit>

const Params = z.object({ id: IdParam })

/** Everything that the form of an offer needs before anything is changed in it. */
export const OfferStart = z.object({
  version: z.int(),
  requested: LoanTerms,
  /** Price less the loan that is asked for, roubles; null: nothing is bought. */
  downPayment: Money.nullable(),
  obligations: z.array(
    PaidOff.extend({
      participantName: z.string(),
      name: z.string(),
      balance: z.string().nullable(),
      payment: z.string().nullable(),
      /** The client is to pay it off by this loan already. */
      repaidByDeal: z.boolean(),
    }),
  ),
  /** How many live on the incomes. */
  household: z.int(),
})
export type OfferStart = z.output<typeof OfferStart>
export const getOfferStart = endpoint({
  method: 'GET',
  path: '/underwriting/:id/offers/start',
  summary: 'С чего начинают встречное предложение',
  access: signedIn,
  params: Params,
  response: OfferStart,
})

/** What an offer would mean, how much each limit leaves, and whether the caller may make it. */
export const evaluateOffer = endpoint({
  method: 'POST',
  path: '/underwriting/:id/offers/evaluate',
  summary: 'Показатели и пределы суммы при таких условиях',
  access: signedIn,
  params: Params,
  body: OfferTerms,
  response: z.object({
    ...OfferFigures.shape,
    limits: z.array(OfferLimit),
    exposure: Exposure.nullable(),
    deviations: z.array(Deviation),
    line: AuthorityLine,
    rateNotice: RateNotice,
  }),
  reads: true,
})

/** An offer as everybody who sees the case may know it: terms and the bank's words to the client. */
export const Offer = z.object({
  /** 1, 2 or 3. */
  place: z.int().min(1).max(mostOffers),
  amount: Money,
  termMonths: z.int(),
  rate: Percent,
  downPayment: z.string().nullable(),
  payment: z.string().nullable(),
  fullLoanCost: z.string().nullable(),
  /** Income of a co-borrower without whom the offer is none; roubles. */
  addedIncome: Money.nullable(),
  /** Names of the obligations that the client pays off first. */
  paidOff: z.array(z.string()),
  clientText: z.string(),
})
export type Offer = z.output<typeof Offer>

/** How the offers ended. */
export const offerStates = {
  OPEN: 'Ждёт ответа клиента',
  ACCEPTED: 'Принято',
  OTHER_TERMS: 'Клиент просит иные условия',
  REFUSED: 'Клиент отказался',
  EXPIRED: 'Срок ответа прошёл',
  WITHDRAWN: 'Отозвано банком',
} as const
export const OfferState = keyOf(offerStates)

/** The last counter-offer of a case. */
export const CounterOffer = z.object({
  at: Instant,
  validTo: DateText.nullable(),
  state: OfferState,
  offers: z.array(Offer),
  /** Which one was taken. */
  accepted: z.int().nullable(),
})
export type CounterOffer = z.output<typeof CounterOffer>
export const getOffers = endpoint({
  method: 'GET',
  path: '/underwriting/:id/offers',
  summary: 'Встречное предложение банка',
  access: signedIn,
  params: Params,
  response: z.object({ counterOffer: CounterOffer.nullable() }),
})

/** What is signed, or put to the vote of the committee: up to three offers. */
export const OffersBody = z.object({
  version: Version,
  offers: z
    .array(OfferTerms.extend({ clientText: requiredText(1_000) }))
    .min(1, 'Добавьте хотя бы один вариант')
    .max(mostOffers, 'Не больше трёх вариантов'),
  /** For the bank: on what it is grounded. */
  comment: requiredText(4_000),
})
export type OffersBody = z.output<typeof OffersBody>

/** Makes up to three offers with one signature, within the authority of whoever signs. */
export const signOffers = endpoint({
  method: 'POST',
  path: '/underwriting/:id/offers',
  summary: 'Подписать встречное предложение',
  access: signedIn,
  params: Params,
  body: OffersBody,
  response: CaseHead,
  idempotent: true,
})

/**
 * The client takes one of the offers: its terms become the decision in force. 409 with what has changed when the offer does
 * not stand any more.
 */
export const acceptOffer = endpoint({
  method: 'POST',
  path: '/underwriting/:id/offers/accept',
  summary: 'Клиент согласен на предложение',
  access: signedIn,
  params: Params,
  body: z.object({ version: Version, place: z.int().min(1).max(mostOffers) }),
  response: CaseHead,
  idempotent: true,
})
