import { enginePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type * as api from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { disputeOutcomes, type EngineRuns } from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { isAnyOf } from '#db/same-person.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { writersOf } from '#features/cases/engine/own-work.service.ts'
import { answerTasks, createBeside } from '#features/cases/engine/tasks/beside.service.ts'
import { requireReviewed } from '#features/full-applications/checks/checks-grid.service.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { conflict, forbidden, invalid, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { findHolders } from '../notices/notices.repo.ts'
import { endDispute, findCaseDocuments, findDisputes, findRuns, insertDispute } from './runs.repo.ts'
import { disputeOf } from './runs.rules.ts'
import { engineRuns, hardReason, ownDispute, refusalToAct, refusalToAnswerHere } from './runs.service.ts'

/** Those who may answer a dispute learn of it: not its author, and nobody who has prepared the application. */
async function tellHeads({ db, actor }: Context, row: CaseRow, factor: string): Promise<void> {
  const barred = new Set([actor.employeeId, ...(await writersOf(db, row.id))])
  for (const id of await findHolders(db, row.type, 'ControlDecision'))
    if (!barred.has(id))
      await notify(db, id, {
        kind: 'event',
        text: `Заявка ${row.number}: оспорен стоп-фактор «${factor}», ответьте на возражение`,
        link: enginePath(row.type, row.id),
      })
}

/** Hands a stop factor over to those who control decisions, with what speaks against it. */
export async function disputeStopFactor(
  engine: Engine,
  context: Context,
  { id, runId }: { readonly id: number; readonly runId: number },
  { factor: code, comment, documents }: ParsedRequest<typeof api.disputeStopFactor>['body'],
): Promise<EngineRuns> {
  const { db, actor } = context
  const row = await requireReviewed(context, id, 'update')
  const latest = (await findRuns(db, id)).find(({ answer }) => answer !== null)
  if (latest?.id !== runId) throw conflict('Есть ответ новее: обновите страницу и оспорьте его')
  const factor = latest.answer?.factors.find((one) => one.code === code)
  if (factor === undefined) throw notFound('Такого стоп-фактора в ответе нет: обновите страницу')
  const hard = hardReason(factor)
  if (hard !== null) throw conflict(hard)
  const refusal = await refusalToAct(context, row)
  if (refusal !== null) throw forbidden(refusal)
  if (disputeOf(factor, await findDisputes(db, id)) !== undefined)
    throw conflict('Этот стоп-фактор уже оспаривали: дождитесь ответа или нового ответа СПР')
  const known = new Set((await findCaseDocuments(db, id, row.type)).map((one) => one.id))
  if (documents.some((one) => !known.has(one)))
    throw invalid([{ path: 'documents', message: 'Выберите документы этой заявки' }])
  const taskId = await createBeside(engine, db, row, {
    kind: 'STOP_DISPUTE',
    title: `Ответить по стоп-фактору: ${factor.name}`,
    details: comment,
    authorId: actor.employeeId,
  })
  const at = engine.clock.now()
  const { value } = factor
  await insertDispute(db, {
    caseId: id,
    runId,
    factor: code,
    value,
    comment,
    documents,
    by: actor.employeeId,
    at,
    taskId,
  })
  await tellHeads(context, row, factor.name)
  return engineRuns(engine, context, id)
}

/** Says whether a disputed stop factor stands; its task is done with that. */
export async function answerDispute(
  engine: Engine,
  context: Context,
  { id, disputeId }: { readonly id: number; readonly disputeId: number },
  { outcome, comment }: ParsedRequest<typeof api.answerDispute>['body'],
): Promise<EngineRuns> {
  const { db, actor } = context
  const row = await requireReviewed(context, id, 'update')
  const dispute = (await findDisputes(db, id)).find((one) => one.id === disputeId)
  if (dispute === undefined) throw notFound('Такого возражения нет: обновите страницу')
  const refusal = await refusalToAnswerHere(context, row)
  if (refusal !== null) throw forbidden(refusal)
  if (await isAnyOf(db, actor.employeeId, [dispute.by.id])) throw forbidden(ownDispute)
  if (dispute.outcome !== null) throw conflict('На это возражение уже ответили: обновите страницу')
  const at = engine.clock.now()
  await endDispute(db, disputeId, { outcome, answer: comment, by: actor.employeeId, at })
  await answerTasks(engine, db, [dispute.taskId], {
    actorId: actor.employeeId,
    outcome: disputeOutcomes[outcome],
    comment,
  })
  await notify(db, dispute.by.id, {
    kind: 'info',
    text: `Заявка ${row.number}: ответ на оспоренный стоп-фактор — ${disputeOutcomes[outcome].toLocaleLowerCase('ru')}`,
    link: enginePath(row.type, row.id),
  })
  return engineRuns(engine, context, id)
}
