import { z } from 'zod'
import { NumberedRef } from '../common/refs.ts'
import { Money, Months } from '../common/amounts.ts'
import { NamePart, RequiredNamePart, Sex } from '../common/person/person-name.ts'
import { keyOf, Code, Id, IdParam, Instant } from '../common/scalars.ts'
import { Day } from '../common/items.ts'
import { ClientPassport, ClientPhone } from '../common/person/client.ts'
import { coolingOffExemptions } from './cooling-off.ts'
import { can, endpoint } from '../endpoint.ts'

/** Answers on self-bans (самозапрет). */
export const selfBanStates = {
  PENDING: 'Запрос отправлен',
  CLEAR: 'Запрета нет',
  BANNED: 'Установлен самозапрет',
  FAILED: 'Бюро не ответили',
} as const
export const SelfBanState = z.enum(['PENDING', 'CLEAR', 'BANNED', 'FAILED'])

/** One question about one person to all bureaus of credit histories. */
export const SelfBanCheck = z.object({
  id: Id,
  participantId: Id,
  participantName: z.string(),
  state: SelfBanState,
  requestedAt: Instant,
  requestedBy: z.string(),
  answeredAt: Instant.nullable(),
  /** Till when a CLEAR answer counts. */
  validUntil: Instant.nullable(),
  /** Attempts so far. */
  attempts: z.int(),
  bureaus: z.array(z.object({ name: z.string(), answer: z.string() })),
  /** The answer is made up by the stand-in of the bureaus. */
  standIn: z.boolean(),
})
export type SelfBanCheck = z.output<typeof SelfBanCheck>

const Exemption = keyOf(coolingOffExemptions)
/** The cooling-off period: as it would be now, and as it was fixed at signing. */
export const LoanCoolingOff = z.object({
  hours: z.int(),
  exemption: Exemption.nullable(),
  reason: z.string(),
  /** Null before signing. */
  signedAt: Instant.nullable(),
  /** The exact moment from which the loan may be issued. */
  releaseAt: Instant.nullable(),
  passed: z.boolean(),
})
export type LoanCoolingOff = z.output<typeof LoanCoolingOff>

/** What a page of a loan application shows beside its sections. */
export const LoanApplication = z.object({
  id: Id,
  /** Null while sum, term or product are not known. */
  coolingOff: LoanCoolingOff.nullable(),
  /** The latest question about each participant who will owe. */
  selfBan: z.array(SelfBanCheck),
  /** Why the terms may not be signed as far as self-bans go; null: they may. */
  selfBanReason: z.string().nullable(),
  /** What the loan costs; null while sum, rate and term are not known. */
  cost: z
    .object({
      payment: z.string(),
      percent: z.string(),
      amount: z.string(),
      overpayment: z.string(),
    })
    .nullable(),
})
export type LoanApplication = z.output<typeof LoanApplication>

const Params = z.object({ id: IdParam })

/** Opens a loan application; 409 with `current.duplicates` unless they are confirmed. */
export const createLoanApplication = endpoint({
  method: 'POST',
  path: '/loanApp',
  summary: 'Новая заявка на потребительский кредит',
  access: can('LoanApplication', 'Read', 'Create'),
  body: z.object({
    lastName: RequiredNamePart,
    firstName: RequiredNamePart,
    middleName: NamePart.default(''),
    sex: Sex.optional(),
    birthDate: Day.optional(),
    passport: ClientPassport.optional(),
    phone: ClientPhone.optional(),
    productType: Code,
    goal: Code,
    amount: Money.refine((value) => /[1-9]/.test(value), 'Укажите сумму'),
    termMonths: Months,
    regionCode: Code,
    /** Cases shown as possible duplicates and found to be others. */
    confirmedDuplicates: z.array(Id).max(50).default([]),
  }),
  response: NumberedRef,
  idempotent: true,
  asksByNumber: ['passport', 'phone'],
})
export const getLoanApplication = endpoint({
  method: 'GET',
  path: '/loanApp/:id',
  summary: 'Период охлаждения, самозапрет и стоимость потребительского кредита',
  access: can('LoanApplication', 'Read'),
  params: Params,
  response: LoanApplication,
})
/** Asks the bureaus about everybody who will owe; who has a fresh answer is not asked again. */
export const checkSelfBan = endpoint({
  method: 'POST',
  path: '/loanApp/:id/selfBan',
  summary: 'Запрос о самозапрете',
  access: can('LoanApplication', 'Read', 'Send'),
  params: Params,
  body: z.object({}).optional(),
  response: LoanApplication,
  idempotent: true,
})
