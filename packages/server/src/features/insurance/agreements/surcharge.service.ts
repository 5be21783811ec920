import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type * as api from '@ipoteka-office/contract/insurance/agreements.ts'
import { conflict } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { touchAgreement } from './agreements.repo.ts'
import { type AgreementParts, getAgreement, takeAgreement } from './agreements.service.ts'
import { decideOnSurcharge } from './expiry.repo.ts'

/** The system proposes a rise of the rate, a person of the bank decides. */
export async function decideSurcharge(
  parts: AgreementParts,
  context: Context,
  id: number,
  { decision, comment, version }: ParsedRequest<typeof api.decideSurcharge>['body'],
): Promise<api.Agreement> {
  const { db, actor } = context
  const { surcharge } = await takeAgreement(parts, context, { id, version })
  if (surcharge === null) throw conflict('Надбавку по этому договору не предлагали')
  if (surcharge.state !== 'PROPOSED') throw conflict('О надбавке уже решили. Обновите страницу')
  const by = actor.employeeId
  await decideOnSurcharge(db, surcharge.id, { decision, comment, by, at: parts.clock.now() })
  await touchAgreement(db, id)
  return getAgreement(parts, context, id)
}
