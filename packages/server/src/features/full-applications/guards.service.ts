import { whyNotHolder } from '#features/queue/queue-entry.service.ts'
import { questionnaireGuards } from '#features/cases/moves/questionnaire-guards.service.ts'
import type { Guard, GuardAsk } from '#features/cases/engine/engine.ts'
import { controlGuards } from '#features/underwriting/control/control-moves.service.ts'
import { checkerGuards } from '#features/underwriting/checker-apart.service.ts'
import { committeeGuards } from '#features/underwriting/committee/committee.service.ts'
import { subjectGuards } from '#features/underwriting/subjects/subjects.service.ts'
import { fraudGuards } from '#features/underwriting/fraud/fraud-moves.service.ts'
import { offerGuards } from '#features/underwriting/offers/offer-guards.service.ts'
import { requestGuards } from '#features/underwriting/requests/document-requests.service.ts'
import { objectGuards } from '#features/underwriting/objects/object-guards.service.ts'
import { rateGuards } from '#features/rate-limits/case-rates.service.ts'
import { realtyGuard } from '#features/realty-objects/realty-completeness.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { obligatoryChecksGuard } from './auto-checks.service.ts'

/** In a move (a request has a number, a look at the head has none) the place in the queue is held. */
const holder: Guard = async ({ db, caseId, mover }: GuardAsk) =>
  mover.actor === null
    ? null
    : whyNotHolder(db, caseId, mover.actor.employeeId, { lock: mover.requestId !== null })

/** Conditions of the moves of a full application, by the codes of its machine. */
export const fullApplicationGuards = (references: ReferenceReader | undefined) => {
  const shared = questionnaireGuards('FULL_APPLICATION', references)
  const realty: Guard = ({ db, caseId }) => realtyGuard(db, caseId)
  return {
    ...shared,
    holder,
    obligatoryChecks: obligatoryChecksGuard,
    ...controlGuards,
    ...subjectGuards,
    ...committeeGuards,
    ...checkerGuards,
    ...fraudGuards,
    ...requestGuards,
    ...offerGuards,
    ...rateGuards,
    ...objectGuards,
    realty,
    realtyDocuments: shared.documents,
  }
}
