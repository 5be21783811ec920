import { z } from 'zod'
import { CaseHead } from '../cases/cases.ts'
import { pageOf, PageQuery } from '../common/page.ts'
import { NamedRef, PartnerRef } from '../common/refs.ts'
import { Id, keyOf, messages, text } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'
import { agreementMachine, type AgreementState } from './agreement-machine.ts'
import { surchargeStates } from './agreements.ts'
import { insuranceTypes, lendings } from './insurance-kinds.ts'

const State = keyOf(agreementMachine.states as Record<AgreementState, unknown>)

/** How soon an agreement ends, in days from today; `past`: it has ended. */
export const endings = {
  '7': 'в ближайшие 7 дней',
  '30': 'в ближайшие 30 дней',
  '60': 'в ближайшие 60 дней',
  '90': 'в ближайшие 90 дней',
  past: 'уже закончились',
} as const

export const AgreementFilter = z.object({
  lending: keyOf(lendings),
  /** Words of the numbers of the agreement and of the case, and of the client’s name. */
  search: text(200).default(''),
  states: z.array(State).max(20).default([]),
  types: z.array(keyOf(insuranceTypes)).max(20).default([]),
  insurerIds: z.array(Id).max(50).default([]),
  endsIn: z.enum(['7', '30', '60', '90', 'past'], messages.unknownCode).nullable().default(null),
  /** A rise of the rate waits for a person of the bank. */
  surchargeWaits: z.boolean().default(false),
})
export type AgreementFilter = z.output<typeof AgreementFilter>

export const AgreementRow = z.object({
  id: Id,
  case: CaseHead.pick({ id: true, type: true, number: true, clientName: true }),
  type: keyOf(insuranceTypes),
  state: State,
  insurer: PartnerRef.nullable(),
  number: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Days till its last day, negative after it; null: it has no days yet. */
  daysLeft: z.int().nullable(),
  sum: z.string().nullable(),
  premium: z.string().nullable(),
  surcharge: keyOf(surchargeStates).nullable(),
})
export type AgreementRow = z.output<typeof AgreementRow>

const access = can('Insurance', 'ReadAgreements')

/** Agreements of the cases that the person reads: those that end first come first. */
export const searchAgreements = endpoint({
  method: 'POST',
  path: '/insuranceAgreement/filtered',
  summary: 'Договоры страхования: список с отбором',
  access,
  query: PageQuery,
  body: AgreementFilter,
  response: pageOf(AgreementRow),
  reads: true,
})
/** Insurers of the agreements that the person reads. */
export const listAgreementInsurers = endpoint({
  method: 'GET',
  path: '/insuranceAgreement/insurers',
  summary: 'Страховщики договоров',
  access,
  response: z.array(NamedRef),
})
