import { coolingOffOf } from '@ipoteka-office/contract/loan-applications/cooling-off.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type {
  createLoanApplication,
  LoanApplication,
} from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import { sectionCompleteness } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { fullFormFields } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import type { Db } from '#db/database.ts'
import { calculate } from '#features/calculator/calculators.service.ts'
import { refuseDuplicates } from '#features/cases/duplicates/case-duplicates.service.ts'
import { writeParticipant } from '#features/cases/sections/participants.service.ts'
import { findOrCreatePerson, personOf } from '#features/cases/sections/persons.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { fittingValues } from '#features/cases/sections/section-values.rules.ts'
import { createCase, requireCase } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { conflict, invalid, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { refuseFutureDays } from '#lib/refuse-future-days.ts'
import { findLatestChecks, findSigning, writeFirstSection } from './loan-applications.repo.ts'
import { coolingOffFacts, peopleToAsk, selfBanReason, termsOf, unaskable } from './loan-applications.rules.ts'
import { requestSelfBanChecks } from './self-ban.service.ts'

/** What loan applications need beside the database. */
export interface LoanParts {
  readonly engine: Engine
  readonly references: ReferenceReader
}

type Created = ParsedRequest<typeof createLoanApplication>['body']

const named = [
  ['productType', 'cashLoan/productType'],
  ['goal', 'cashLoanGoals'],
  ['regionCode', 'region'],
] as const

/** Names of the codes; 400 at the field of one that its dictionary does not know. */
async function namesOf(
  references: ReferenceReader,
  body: Created,
): Promise<Record<(typeof named)[number][0], string>> {
  const names = { productType: '', goal: '', regionCode: '' }
  for (const [path, dictionary] of named) {
    const item = (await references.find(dictionary)).items?.find(({ code }) => code === body[path])
    if (item === undefined) throw invalid([{ path, message: messages.unknownCode }])
    names[path] = item.name
  }
  return names
}

/** Opens an application with its borrower and what is known of the loan. */
export async function createLoan(
  { engine, references }: LoanParts,
  { db, actor, requestId }: Context,
  body: Created,
): Promise<{ id: number; number: string }> {
  refuseFutureDays(fullFormFields, body, engine.clock)
  const { productType } = await namesOf(references, body)
  const { lastName, firstName, middleName, sex, birthDate, phone, passport, confirmedDuplicates, ...loan } =
    body
  const client = { lastName, firstName, middleName, birthDate: birthDate ?? null }
  const wish = { ...client, passport: passport ?? null, phone: phone ?? null, exceptId: null }
  await refuseDuplicates(engine, { db, actor, requestId }, wish, confirmedDuplicates)
  const PERSONAL = fittingValues('PERSONAL', {
    lastName,
    firstName,
    middleName,
    sex,
    birthDate,
    citizenship: '643',
    ...(passport && { passport }),
    ...(phone && { phone: `+${phone}` }),
  })
  const personId = await findOrCreatePerson(db, actor.partnerId, personOf(PERSONAL), actor.employeeId)
  const created = await createCase(
    engine,
    db,
    { actor, requestId },
    {
      type: 'LOAN_APPLICATION',
      partnerId: actor.partnerId,
      regionCode: loan.regionCode,
      programmeCode: loan.productType,
      programme: productType,
      clientName: [lastName, firstName, middleName].filter(Boolean).join(' '),
      personId,
      clientPhone: phone ?? null,
      amount: loan.amount,
    },
  )
  const data = fittingValues('LOAN', { ...loan, currency: '643', taxStatus: 'RESIDENT', receiver: 'CLIENT' })
  const { filled, needed } = sectionCompleteness('LOAN', { sections: { LOAN: data } }, null)
  await writeFirstSection(db, { caseId: created.id, actorId: actor.employeeId, data, filled, needed })
  const row = await requireCase(db, actor, created.id, 'Read')
  const borrower = { role: 'MAIN_BORROWER', personId, sections: { PERSONAL } } as const
  await writeParticipant(db, row, borrower, actor.employeeId)
  return created
}

async function requireLoan(db: Db, actor: Actor, caseId: number, operation: 'Read' | 'Send', lock?: 'share') {
  const row = await requireCase(db, actor, caseId, operation, lock)
  if (row.type !== 'LOAN_APPLICATION') throw notFound('Заявка на кредит не найдена')
  return row
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
    selfBan,
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
