import { fullApplicationMachine } from '@ipoteka-office/contract/cases/machines/full-application.ts'
import type { StateOf } from '@ipoteka-office/contract/machines/machine.ts'
import { enterQueue, leaveQueue } from '#features/queue/queue-entry.service.ts'
import { figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { dueAfter } from '#features/queue/intake.rules.ts'
import { followUnderwriting } from '#features/queue/underwriting-places.service.ts'
import { levelOf } from '#features/queue/distribution/level.rules.ts'
import { answersNews, type StageNews, tellResponsible } from '#features/cases/moves/stage-news.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { caseBehaviour, type MoveEvent } from '#features/cases/engine/engine.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import { answerRequests } from '#features/underwriting/requests/document-requests.service.ts'
import { setEncumbranceConditions } from '#features/underwriting/conditions/decided-conditions.service.ts'
import { requestRun } from '#features/underwriting/runs/runs.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { goOnAfterChecks, requestChecks, requestObjectChecks } from './auto-checks.service.ts'
import { findMoved, insertSending, type MovedCase } from './full-applications.repo.ts'
import { fullApplicationGuards } from './guards.service.ts'
import { callCommittee } from '#features/underwriting/committee/committee.service.ts'
import { startControls } from '#features/underwriting/control/control-moves.service.ts'
import { requestSignals } from '#features/underwriting/fraud/signals.service.ts'
import { realtyLabels } from '#features/realty-objects/realty-labels.ts'

type Stage = StateOf<typeof fullApplicationMachine>

const causeOf = ({ mover }: MoveEvent) => ({
  actorId: mover.actor?.employeeId ?? null,
  requestId: mover.requestId,
})

/** Hands the questionnaire in: its state is kept, its place in the approvers' queue is given out at once. */
async function send(event: MoveEvent, row: MovedCase): Promise<void> {
  const { db, engine } = event
  const now = engine.clock.now()
  const cause = causeOf(event)
  const { sections, participants } = await readQuestionnaire(db, row.id, 'FULL_APPLICATION')
  await insertSending(db, {
    caseId: row.id,
    at: now,
    actorId: cause.actorId,
    data: { sections, participants },
  })
  const programme = sections.CREDIT?.['programme']
  const figures = await figuresToday(engine)
  const level = levelOf(figures, row.amount)
  await enterQueue(db, engine, cause, {
    id: row.id,
    number: row.number,
    clientName: row.clientName,
    programme: row.programme ?? 'Ипотека',
    programmeCode: typeof programme === 'string' ? programme : null,
    level,
    partnerId: row.partnerId,
    regionCode: row.regionCode ?? '',
    receivedAt: now,
    dueAt: row.dueAt === null ? dueAfter(now, level, figures) : new Date(row.dueAt),
  })
}

/** What the responsible is told of. */
const news: StageNews<Stage> = {
  REWORK: { kind: 'warning', text: (number) => `Заявка ${number} возвращена на доработку` },
  APPROVED: { kind: 'event', text: (number) => `Заявка ${number} одобрена` },
  REJECTED: { kind: 'warning', text: (number) => `По заявке ${number} отказ` },
  ...answersNews,
  EXPIRED: { kind: 'warning', text: (number) => `Решение по заявке ${number} истекло` },
}

async function moved(event: MoveEvent<Stage>): Promise<void> {
  const { db, engine, caseId, from, to } = event
  const row = await findMoved(db, caseId)
  if (from === 'DOCS_CHECK') await leaveQueue(db, engine.clock, causeOf(event), caseId)
  if (to === 'DOCS_CHECK') await send(event, row)
  if (to === 'AUTO_CHECKS') {
    await requestChecks(db, caseId, engine.clock.now())
    await requestRun(db, { caseId, stage: to, at: engine.clock.now() })
  }
  if (to === 'REALTY_CHECK') await requestObjectChecks(db, caseId, engine.clock.now())
  await setEncumbranceConditions(event)
  await followUnderwriting(event)
  await startControls(event)
  await callCommittee(event, 'FULL_APPLICATION')
  await requestSignals(event)
  await answerRequests(event)
  await tellResponsible(event, 'FULL_APPLICATION', news)
}

/** Several objects of one application are told apart by what they are and by their number. */
const labels: CardLabels = {
  realtyObject: { title: 'Предмет', subject: 'number', fields: realtyLabels['realtyObject']?.fields ?? {} },
}

/** How full applications live beside their machine. */
export const fullApplicationBehaviour = (references: ReferenceReader | undefined) =>
  caseBehaviour(fullApplicationMachine, {
    guards: fullApplicationGuards(references),
    moved,
    checksAnswered: goOnAfterChecks,
    // What the papers of the deal depend on of the seller may become known after the examination alone.
    editableStages: ['FILLING', 'REWORK', 'REALTY_SELECTION', 'REALTY_APPROVED'],
    history: { labels },
  })
