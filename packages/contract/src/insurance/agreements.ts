import { z } from 'zod'
import { CaseHead } from '#cases/cases.ts'
import { DateText, Money } from '#common/amounts.ts'
import { Version } from '#common/items.ts'
import { pageOf, PageQuery } from '#common/page.ts'
import { AllowedAction } from '#common/process.ts'
import { Availability, PartnerRef } from '#common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, messages, text } from '#common/scalars.ts'
import { DocumentStatus } from '../documents/documents.ts'
import { can, canInBank, endpoint } from '../endpoint.ts'
import { agreementMachine, type AgreementState } from './agreement-machine.ts'
import { insuranceTypes, lendings } from './insurance-kinds.ts'

/** What an insurer gives (specification 2 «Insurance doc type»). */
export const insuranceDocuments = { AGREEMENT: 'Договор', POLICY: 'Полис' } as const
/** Where the data come from (specification 2 «Insurance data input»). */
export const insuranceInputs = {
  IMPORT_FROM_EXTERNAL_SYSTEM: 'От страховщика',
  MANUAL_INPUT: 'Введено вручную',
} as const

const State = keyOf(agreementMachine.states as Record<AgreementState, unknown>)
const Positive = Money.refine((value) => /[1-9]/.test(value), 'Сумма больше нуля')

/** What people write of an agreement; what is not known yet is empty. */
export const AgreementInput = z.object({
  documentKind: keyOf(insuranceDocuments),
  number: text(64),
  signedOn: DateText.nullable(),
  /** Of the dictionary `insuranceStartType`. */
  startsBy: Code.nullable(),
  from: DateText.nullable(),
  to: DateText.nullable(),
  sum: Positive.nullable(),
  premium: Positive.nullable(),
  instalments: z.int().min(1, 'Не меньше 1').max(12, 'Не больше 12'),
  beneficiary: text(300),
  paidOn: DateText.nullable(),
})
export type AgreementInput = z.output<typeof AgreementInput>

const Step = z.object({ label: z.string(), value: z.string(), source: z.string() })

/** A rise of the rate that is proposed when insurance was not renewed. */
export const surchargeStates = {
  PROPOSED: 'Предложена',
  CONFIRMED: 'Подтверждена',
  DECLINED: 'Отклонена',
} as const
const Surcharge = z.object({
  state: keyOf(surchargeStates),
  /** Points of percent. */
  percent: z.string(),
  /** The first day of the interest period from which the rate is higher. */
  from: DateText,
  decidedBy: z.string().nullable(),
  /** The rate of the loan before that day and from it on; null: it was not confirmed. */
  rateBefore: z.string().nullable(),
  rateAfter: z.string().nullable(),
})

/** A paper of the application that shows the agreement. */
const AgreementDocument = z.object({ id: Id, title: z.string(), status: DocumentStatus })
export type AgreementDocument = z.output<typeof AgreementDocument>

export const Agreement = AgreementInput.extend({
  id: Id,
  case: CaseHead.pick({ id: true, type: true, number: true, clientName: true }),
  type: keyOf(insuranceTypes),
  state: State,
  /** Whom the client takes; before the choice, whom the distribution has offered. */
  insurer: PartnerRef.nullable(),
  /** Whom the distribution has offered; null: nobody. */
  offered: PartnerRef.nullable(),
  /** The client has chosen another insurer than was offered. */
  ownChoice: z.boolean(),
  debt: Money,
  /** The sum below which the bank takes no agreement. */
  leastSum: Money,
  inputMode: keyOf(insuranceInputs),
  /** Steps of the premium by the tariff; empty: it was not counted by one. */
  steps: z.array(Step),
  /** What the insurer has said last. */
  answer: z.object({ text: z.string(), standIn: z.boolean() }).nullable(),
  surcharge: Surcharge.nullable(),
  /** Papers attached to it, in the order of their attaching; empty too for those who read no documents of the application. */
  documents: z.array(AgreementDocument),
  actions: z.array(AllowedAction),
  editable: Availability,
  /** Whether papers may be attached and taken away. */
  attaching: Availability,
  createdAt: Instant,
  version: z.int(),
})
export type Agreement = z.output<typeof Agreement>

/** An insurer in the table of offers. */
export const InsuranceOffer = z.object({
  insurer: PartnerRef,
  /** The distribution offers this one. */
  isOffered: z.boolean(),
  premium: Money.nullable(),
  reason: z.string().nullable(),
})
export type InsuranceOffer = z.output<typeof InsuranceOffer>

export const CaseInsurance = z.object({
  lending: keyOf(lendings),
  /** Kinds that may be insured, and why they have to be. */
  types: z.array(z.object({ type: keyOf(insuranceTypes), needed: z.boolean(), why: z.string() })),
  agreements: z.array(Agreement),
  offering: Availability,
})
export type CaseInsurance = z.output<typeof CaseInsurance>

const see = can('Insurance', 'ReadAgreements')
const arrange = can('Insurance', 'ReadAgreements', 'Arrange')
const One = z.object({ id: IdParam })

export const getCaseInsurance = endpoint({
  method: 'GET',
  path: '/insurance/cases/:id',
  summary: 'Страхование заявки: что нужно и что оформлено',
  access: see,
  params: One,
  response: CaseInsurance,
})
/** Offers an insurer by the distribution of the day and begins an agreement with it. */
export const createAgreement = endpoint({
  method: 'POST',
  path: '/insuranceAgreement',
  summary: 'Предложить страховщика по распределению',
  access: arrange,
  body: z.object({ caseId: Id, type: keyOf(insuranceTypes) }),
  response: Agreement,
  idempotent: true,
})
export const listAgreements = endpoint({
  method: 'GET',
  path: '/insuranceAgreement',
  summary: 'Договоры страхования',
  access: see,
  query: PageQuery.extend({ state: State.optional() }),
  response: pageOf(Agreement),
})
export const getAgreement = endpoint({
  method: 'GET',
  path: '/insuranceAgreement/:id',
  summary: 'Договор страхования',
  access: see,
  params: One,
  response: Agreement,
})
/** Every accredited insurer with its premium: the client may take any of them. */
export const listInsuranceOffers = endpoint({
  method: 'GET',
  path: '/insuranceAgreement/:id/offers',
  summary: 'Предложения страховщиков по договору',
  access: see,
  params: One,
  response: z.array(InsuranceOffer),
})
/** Another insurer than was offered is the client's own choice: it leaves the shares and is recorded with its words. */
export const chooseInsurerOf = endpoint({
  method: 'POST',
  path: '/insuranceAgreement/:id/choice',
  summary: 'Выбор страховщика клиентом',
  access: arrange,
  params: One,
  body: z.object({ insurerId: Id, version: Version, comment: text(1_000).default('') }),
  response: Agreement,
  idempotent: true,
})
/** The ledger's call; an old version answers 409 with the agreement as it is. */
export const saveAgreement = endpoint({
  method: 'PUT',
  path: '/insuranceAgreement/:id',
  summary: 'Сохранить договор страхования',
  access: arrange,
  params: One,
  body: AgreementInput.extend({ version: Version }),
  response: Agreement,
})
/** The papers of the application that show the agreement, all of them at once; one paper may show several agreements. */
export const attachAgreementDocuments = endpoint({
  method: 'PUT',
  path: '/insuranceAgreement/:id/documents',
  summary: 'Документы договора страхования',
  access: arrange,
  params: One,
  body: z.object({
    documentIds: z.array(Id).max(20, 'Не больше 20 документов'),
    version: Version,
  }),
  response: Agreement,
})
export const moveAgreement = endpoint({
  method: 'POST',
  path: '/insuranceAgreement/:id/move',
  summary: 'Повести договор страхования дальше',
  access: arrange,
  params: One,
  body: z.object({
    action: z.enum(['send', 'calculate', 'recall', 'issue', 'pay', 'cancel'], messages.unknownCode),
    version: Version,
    comment: text(1_000).default(''),
  }),
  response: Agreement,
  idempotent: true,
})
/** A rise of the rate is a proposal until a person of the bank decides. */
export const decideSurcharge = endpoint({
  method: 'POST',
  path: '/insuranceAgreement/:id/surcharge',
  summary: 'Решение о надбавке без страхования',
  access: canInBank('Insurance', 'ReadAgreements', 'ConfirmSurcharge'),
  params: One,
  body: z.object({
    decision: z.enum(['CONFIRMED', 'DECLINED'], messages.unknownCode),
    version: Version,
    comment: text(1_000).default(''),
  }),
  response: Agreement,
  idempotent: true,
})
