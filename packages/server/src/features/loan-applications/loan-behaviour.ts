import { loanApplicationMachine } from '@ipoteka-office/contract/cases/machines/loan-application.ts'
import type { StateOf } from '@ipoteka-office/contract/machines/machine.ts'
import { coolingOffOf, releaseMoment } from '@ipoteka-office/contract/loan-applications/cooling-off.ts'
import { questionnaireGuards } from '#features/cases/moves/questionnaire-guards.service.ts'
import { answersNews, type StageNews, tellResponsible } from '#features/cases/moves/stage-news.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { caseBehaviour, type Guard, type GuardAsk, type MoveEvent } from '#features/cases/engine/engine.ts'
import { controlGuards, startControls } from '#features/underwriting/control/control-moves.service.ts'
import { checkerGuards } from '#features/underwriting/checker-apart.service.ts'
import { callCommittee, committeeGuards } from '#features/underwriting/committee/committee.service.ts'
import { subjectGuards } from '#features/underwriting/subjects/subjects.service.ts'
import { fraudGuards } from '#features/underwriting/fraud/fraud-moves.service.ts'
import { requestSignals } from '#features/underwriting/fraud/signals.service.ts'
import { obligatoryChecksGuard, requestChecks } from '#features/full-applications/auto-checks.service.ts'
import { scheduleMove } from '#features/cases/engine/timers.service.ts'
import { followUnderwriting } from '#features/queue/underwriting-places.service.ts'
import { answerRequests, requestGuards } from '#features/underwriting/requests/document-requests.service.ts'
import { offerGuards } from '#features/underwriting/offers/offer-guards.service.ts'
import { rateGuards } from '#features/rate-limits/case-rates.service.ts'
import { requestRun } from '#features/underwriting/runs/runs.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findLatestChecks, findSigning, writeSigning } from './loan-applications.repo.ts'
import {
  banReason,
  coolingOffFacts,
  insuranceReason,
  peopleToAsk,
  releaseReason,
  selfBanReason,
} from './loan-applications.rules.ts'
import { goOnAfterChecks, requestSelfBanChecks } from './self-ban.service.ts'
import { loanLabels } from './loan-labels.ts'

type Stage = StateOf<typeof loanApplicationMachine>

const read = ({ db, caseId }: Pick<GuardAsk, 'db' | 'caseId'>) =>
  readQuestionnaire(db, caseId, 'LOAN_APPLICATION')

/** «22.11.2026 в 23:17:31 (МСК)»: the moment to the second, in the bank's zone. */
const momentText = (timeZone: string) => (moment: Date) => {
  const at = moment.toTemporalInstant().toZonedDateTimeISO(timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${two(at.day)}.${two(at.month)}.${at.year}`
  return `${day} в ${two(at.hour)}:${two(at.minute)}:${two(at.second)} по времени банка`
}

const coolingOff: Guard = async ({ db, caseId, engine: { clock } }) => {
  const signing = await findSigning(db, caseId)
  if (signing === undefined) return 'Условия ещё не подписаны'
  return releaseReason(new Date(signing.releaseAt), clock.now(), momentText(clock.timeZone))
}

const selfBan: Guard = async (ask) =>
  selfBanReason(
    peopleToAsk(await read(ask)),
    await findLatestChecks(ask.db, ask.caseId),
    ask.engine.clock.now(),
  )

/** Nothing of what binds the bank to a loan that the law forbids to conclude. */
const approvable: Guard = async (ask) => {
  const banned = banReason(peopleToAsk(await read(ask)), await findLatestChecks(ask.db, ask.caseId))
  const lacking = [await obligatoryChecksGuard(ask), banned].filter((reason) => reason !== null)
  return lacking.length === 0 ? null : lacking.join('. ')
}

/** Fixes the period and its end; what happens when it is over is a timer of the case. */
async function sign(event: MoveEvent<Stage>): Promise<void> {
  const { db, caseId, engine } = event
  const facts = coolingOffFacts(await read(event))
  if (facts === null) throw new Error(`The loan ${caseId} was signed without a sum`)
  const signedAt = engine.clock.now()
  const { hours, exemption, reason } = coolingOffOf(
    facts,
    await engine.parameters.figuresOn(bankDay(engine.clock)),
  )
  await writeSigning(db, caseId, { signedAt, hours, exemption, reason })
  await scheduleMove(db, caseId, 'coolingOffEnded', releaseMoment(signedAt, hours))
}

const news: StageNews<Stage> = {
  REWORK: { kind: 'warning', text: (number) => `Заявка ${number} возвращена на доработку` },
  APPROVED: { kind: 'event', text: (number) => `Заявка ${number} одобрена: можно подписывать условия` },
  REJECTED: { kind: 'warning', text: (number) => `По заявке ${number} отказ` },
  ...answersNews,
  READY_TO_ISSUE: {
    kind: 'event',
    text: (number) => `Заявка ${number}: период охлаждения окончен, можно выдавать`,
  },
}

async function moved(event: MoveEvent<Stage>): Promise<void> {
  const { db, caseId, to, mover, engine } = event
  if (to === 'AUTO_CHECKS' || to === 'APPROVED')
    await requestSelfBanChecks(db, {
      caseId,
      actorId: mover.actor?.employeeId ?? null,
      now: engine.clock.now(),
    })
  if (to === 'AUTO_CHECKS') {
    await requestChecks(db, caseId, engine.clock.now())
    await requestRun(db, { caseId, stage: to, at: engine.clock.now() })
    // Everybody may have a fresh answer already.
    await goOnAfterChecks(engine, db, caseId)
  }
  if (to === 'SIGNED') await sign(event)
  await followUnderwriting(event)
  await startControls(event)
  await callCommittee(event, 'LOAN_APPLICATION')
  await requestSignals(event)
  await answerRequests(event)
  await tellResponsible(event, 'LOAN_APPLICATION', news)
}

/** How consumer-loan applications live beside their machine. */
export const loanBehaviour = (references: ReferenceReader | undefined) =>
  caseBehaviour(loanApplicationMachine, {
    guards: {
      ...questionnaireGuards('LOAN_APPLICATION', references),
      selfBan,
      insuranceConsent: async (ask: GuardAsk) => insuranceReason(await read(ask)),
      coolingOff,
      obligatoryChecks: approvable,
      ...controlGuards,
      ...subjectGuards,
      ...committeeGuards,
      ...checkerGuards,
      ...fraudGuards,
      ...requestGuards,
      ...offerGuards,
      ...rateGuards,
    },
    checksAnswered: goOnAfterChecks,
    checksRepeated: requestSelfBanChecks,
    moved,
    editableStages: ['FILLING', 'REWORK'],
    history: { card: 'loanApplication', labels: loanLabels },
  })
