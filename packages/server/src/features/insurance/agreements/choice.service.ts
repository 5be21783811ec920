import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type * as api from '@ipoteka-office/contract/insurance/agreements.ts'
import type { RiskFacts } from '@ipoteka-office/contract/insurance/premium.ts'
import { moveRecord } from '#features/machines/move-record.service.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { recordOwnChoice } from '../distribution/offering.service.ts'
import type { Insurer } from '../tariffs/insurer.ts'
import { findInsurers } from '../tariffs/insurers.repo.ts'
import { quoteOf } from '../tariffs/premiums.service.ts'
import { agreementKind } from './agreement-kind.ts'
import { writeChoice } from './agreements.repo.ts'
import { type AgreementParts, getAgreement, requireAgreement, takeAgreement } from './agreements.service.ts'
import type { StoredAgreement } from './stored-agreement.ts'

const riskOf = ({ clock }: AgreementParts, { risk, sum, leastSum }: StoredAgreement): RiskFacts => ({
  ...risk,
  sum: sum ?? leastSum,
  day: bankDay(clock),
})

const accredited = async ({ clock }: AgreementParts, { db }: Context): Promise<Insurer[]> =>
  (await findInsurers(db, bankDay(clock))).filter(({ isAccredited }) => isAccredited)

/** Every accredited insurer with its premium, the offered one first, then the cheapest. */
export async function listOffers(
  parts: AgreementParts,
  context: Context,
  id: number,
): Promise<api.InsuranceOffer[]> {
  const one = await requireAgreement(context, id)
  const facts = riskOf(parts, one)
  const offers: api.InsuranceOffer[] = []
  for (const insurer of await accredited(parts, context)) {
    const { premium, reason } = await quoteOf(context.db, insurer, facts)
    const { shortName } = insurer
    offers.push({
      insurer: { id: insurer.id, shortName },
      isOffered: insurer.id === one.offered?.id,
      premium,
      reason,
    })
  }
  const weight = ({ premium }: api.InsuranceOffer) => (premium === null ? Infinity : Number(premium))
  return offers.toSorted(
    (a, b) =>
      Number(b.isOffered) - Number(a.isOffered) || weight(a) - weight(b) || a.insurer.id - b.insurer.id,
  )
}

/** The insurer that the client takes: the offered one, or another, which leaves the shares. */
export async function chooseInsurer(
  parts: AgreementParts,
  context: Context,
  id: number,
  { insurerId, version, comment }: ParsedRequest<typeof api.chooseInsurerOf>['body'],
): Promise<api.Agreement> {
  const { db, actor, requestId } = context
  const one = await takeAgreement(parts, context, { id, version })
  const insurer = (await accredited(parts, context)).find((each) => each.id === insurerId)
  if (insurer === undefined)
    throw invalid([{ path: 'insurerId', message: 'Выберите аккредитованного страховщика' }])
  const isOwn = insurerId !== one.offered?.id
  if (isOwn && one.offered !== null && comment === '')
    throw invalid([{ path: 'comment', message: 'Напишите, почему клиент выбрал другого страховщика' }])
  if (one.state !== 'OFFERED') throw conflict('Страховщик уже выбран. Обновите страницу')
  const { premium, steps } = await quoteOf(db, insurer, riskOf(parts, one))
  await writeChoice(db, id, { insurerId, premium, steps })
  await moveRecord(agreementKind(parts.asksInsurers), { db, actor, requestId, clock: parts.clock }, one, {
    action: 'choose',
    comment,
  })
  // Last of all: it holds the row of shares until the transaction ends.
  if (isOwn) await recordOwnChoice(db, one.offerId, insurerId)
  return getAgreement(parts, context, id)
}
