import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type * as api from '@ipoteka-office/contract/insurance/agreements.ts'
import type { getSurchargeSchedule } from '@ipoteka-office/contract/insurance/surcharge-schedule.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay, dayOf } from '#lib/bank-time.ts'
import { findAgreement, touchAgreement } from './agreements.repo.ts'
import { type AgreementParts, getAgreement, takeAgreement } from './agreements.service.ts'
import { decideOnSurcharge, findTermsOf } from './expiry.repo.ts'
import { nextPeriod } from './expiry.rules.ts'
import type { RiseOfRate } from './rise-of-rate.ts'
import type { StoredAgreement } from './stored-agreement.ts'
import { riseOf, scheduleOf } from './surcharge-terms.service.ts'

type Proposed = NonNullable<StoredAgreement['surcharge']>

/** The rise as it is confirmed: from the interest period that has not begun yet. */
async function confirmedRise(
  { clock }: AgreementParts,
  { db, actor }: Context,
  agreement: StoredAgreement,
  { from: proposed, percent: points }: Proposed,
): Promise<RiseOfRate & { readonly from: string }> {
  const row = await requireCase(db, actor, agreement.case.id, 'Read')
  const today = bankDay(clock)
  const from = proposed > today ? proposed : nextPeriod(today)
  // The loan began with its insurance: no credit file says its day yet.
  const issueDate = agreement.from ?? dayOf(clock, row.createdAt)
  return { ...(await riseOf(db, row, { points, from, issueDate })), from }
}

/** The schedule of the loan since the rise that was confirmed. */
export async function surchargeSchedule(
  { db, actor }: Context,
  id: number,
): Promise<ReplyOf<typeof getSurchargeSchedule>> {
  const agreement = await findAgreement(db, actor, id)
  if (agreement === undefined) throw notFound('Такого договора страхования нет')
  await requireCase(db, actor, agreement.case.id, 'Read')
  const { surcharge } = agreement
  const terms = surcharge === null ? null : await findTermsOf(db, surcharge.id)
  if (surcharge === null || terms === null) return { from: null, schedule: [] }
  const { schedule } = await scheduleOf(db, terms, surcharge.from)
  return { from: surcharge.from, schedule: schedule.filter(({ date }) => date > surcharge.from) }
}

/** The system proposes a rise of the rate, a person of the bank decides. */
export async function decideSurcharge(
  parts: AgreementParts,
  context: Context,
  id: number,
  { decision, comment, version }: ParsedRequest<typeof api.decideSurcharge>['body'],
): Promise<api.Agreement> {
  const { db, actor } = context
  const agreement = await takeAgreement(parts, context, { id, version })
  const { surcharge } = agreement
  if (surcharge === null) throw conflict('Надбавку по этому договору не предлагали')
  if (surcharge.state !== 'PROPOSED') throw conflict('О надбавке уже решили. Обновите страницу')
  const by = actor.employeeId
  const rise = decision === 'CONFIRMED' ? await confirmedRise(parts, context, agreement, surcharge) : null
  await decideOnSurcharge(db, surcharge.id, { decision, comment, by, at: parts.clock.now(), rise })
  await touchAgreement(db, id)
  return getAgreement(parts, context, id)
}
