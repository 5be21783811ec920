import type { ProductTerms } from '@ipoteka-office/contract/products/eligibility/product-terms.ts'
import { termsAskedBy, termsOfCase } from '#features/products/terms/case-terms.service.ts'
import { moverOf } from '#features/cases/cards/card.service.ts'
import { openQuestionnaire } from '#features/cases/sections/open-questionnaire.service.ts'
import { refuseUnknownIn } from '#features/references/known-codes.service.ts'
import { reference } from '@ipoteka-office/contract/common/fields.ts'
import { coolingOffOf } from '@ipoteka-office/contract/loan-applications/cooling-off.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type {
  createLoanApplication,
  LoanApplication,
} from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { fullFormFields } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import type { Db } from '#db/database.ts'
import { calculate } from '#features/calculator/calculators.service.ts'
import { refuseDuplicates } from '#features/cases/duplicates/case-duplicates.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { refuseFutureDays } from '#lib/refuse-future-days.ts'
import { findLatestChecks, findSigning } from './loan-applications.repo.ts'
import { coolingOffFacts, peopleToAsk, selfBanReason, termsOf, unaskable } from './loan-applications.rules.ts'
import { requestSelfBanChecks } from './self-ban.service.ts'

/** What loan applications need beside the database. */
export interface LoanParts {
  readonly engine: Engine
  readonly references: ReferenceReader
}

type Created = ParsedRequest<typeof createLoanApplication>['body']

/** Dictionaries of the codes that the first dialog asks. */
const firstFields = {
  productType: reference('Вид кредита', 'cashLoan/productType'),
  goal: reference('Цель кредита', 'cashLoanGoals'),
  regionCode: reference('Регион', 'region'),
}

/** Opens an application with its borrower and what is known of the loan. */
export async function createLoan(
  { engine }: LoanParts,
  { db, actor, requestId }: Context,
  body: Created,
): Promise<{ id: number; number: string }> {
  refuseFutureDays(fullFormFields, body, engine.clock)
  await refuseUnknownIn(db, firstFields, body)
  const { lastName, firstName, middleName, sex, birthDate, phone, passport, confirmedDuplicates, ...loan } =
    body
  const client = { lastName, firstName, middleName, birthDate: birthDate ?? null }
  const wish = { ...client, passport: passport ?? null, phone: phone ?? null, exceptId: null }
  await refuseDuplicates(engine, { db, actor, requestId }, wish, confirmedDuplicates)
  const personal = {
    lastName,
    firstName,
    middleName,
    sex,
    birthDate,
    citizenship: '643',
    ...(passport && { passport }),
    ...(phone && { phone: `+${phone}` }),
  }
  return openQuestionnaire(engine, db, moverOf({ actor, requestId }), {
    type: 'LOAN_APPLICATION',
    partnerId: actor.partnerId,
    loan: {
      section: 'LOAN',
      values: { ...loan, currency: '643', taxStatus: 'RESIDENT', receiver: 'CLIENT' },
    },
    participants: [{ role: 'MAIN_BORROWER', sections: { PERSONAL: personal } }],
  })
}

async function requireLoan(db: Db, actor: Actor, caseId: number, operation: 'Read' | 'Send', lock?: 'share') {
  const row = await requireCase(db, actor, caseId, operation, lock)
  if (row.type !== 'LOAN_APPLICATION') throw notFound('Заявка на кредит не найдена')
  return row
}

/** The terms of the product that a loan is for, or would be for by the type and region that are typed. */
export async function termsOfLoan(
  { engine }: LoanParts,
  { db, actor }: Context,
  caseId: number,
  typed: { readonly programme?: string | undefined; readonly region?: string | undefined },
): Promise<{ terms: ProductTerms | null }> {
  await requireLoan(db, actor, caseId, 'Read')
  const saved = termsAskedBy(await readQuestionnaire(db, caseId, 'LOAN_APPLICATION'))
  const asked = { programme: typed.programme ?? saved.programme, region: typed.region ?? saved.region }
  return { terms: await termsOfCase(engine, db, caseId, asked) }
}

/** What the page shows beside the sections. */
export async function getLoan(
  { engine }: LoanParts,
  { db, actor }: Context,
  caseId: number,
): Promise<LoanApplication> {
  await requireLoan(db, actor, caseId, 'Read')
  const now = engine.clock.now()
  const stored = await readQuestionnaire(db, caseId, 'LOAN_APPLICATION')
  const facts = coolingOffFacts(stored)
  const signing = await findSigning(db, caseId)
  const selfBan = await findLatestChecks(db, caseId)
  const today = bankDay(engine.clock)
  const rules = facts === null ? null : coolingOffOf(facts, await engine.parameters.figuresOn(today))
  const terms = termsOf(stored, today)
  const loan = terms === null ? null : await calculate(db, terms)
  return {
    id: caseId,
    coolingOff:
      signing !== undefined
        ? {
            hours: signing.hours,
            exemption: signing.exemption as NonNullable<LoanApplication['coolingOff']>['exemption'],
            reason: signing.reason,
            signedAt: signing.signedAt,
            releaseAt: signing.releaseAt,
            passed: new Date(signing.releaseAt) <= now,
          }
        : rules && { ...rules, signedAt: null, releaseAt: null, passed: false },
    // Whose loan it is learns of a ban; what each bureau has said is the bank's.
    selfBan: actor.isAhml ? selfBan : selfBan.map((one) => ({ ...one, bureaus: [] })),
    selfBanReason: selfBanReason(peopleToAsk(stored), selfBan, now),
    cost: loan && {
      payment: loan.firstPayment,
      percent: loan.fullLoanCost.percent ?? '',
      amount: loan.fullLoanCost.money,
      overpayment: loan.totalInterest,
    },
  }
}

/** Stages in which an answer of the bureaus is of use. */
const stagesToAsk = new Set([
  'FILLING',
  'REWORK',
  'AUTO_CHECKS',
  'UNDERWRITING',
  'APPROVED',
  'SIGNED',
  'READY_TO_ISSUE',
])

export async function askBureaus(
  parts: LoanParts,
  context: Context,
  caseId: number,
): Promise<LoanApplication> {
  const { db, actor } = context
  const row = await requireLoan(db, actor, caseId, 'Send', 'share')
  if (!stagesToAsk.has(row.stage)) throw conflict('На этом этапе самозапрет не проверяют')
  const reason = unaskable(peopleToAsk(await readQuestionnaire(db, caseId, 'LOAN_APPLICATION')))
  if (reason !== null) throw conflict(reason)
  await requestSelfBanChecks(db, { caseId, actorId: actor.employeeId, now: parts.engine.clock.now() })
  return getLoan(parts, context, caseId)
}
