import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  conditionMachine,
  holdingStates,
} from '@ipoteka-office/contract/underwriting/conditions/condition-machine.ts'
import {
  type ConditionPoint,
  pointsUpTo,
} from '@ipoteka-office/contract/underwriting/conditions/condition-kinds.ts'
import type * as api from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import type { Engine, Mover } from '#features/cases/engine/engine.ts'
import { answerTasks, createBeside } from '#features/cases/engine/tasks/beside.service.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { allowedActions, moveRecord } from '#features/machines/move-record.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { conditionKind } from './condition-kind.ts'
import {
  type ConditionRow,
  findConditions,
  findHolding,
  findPapers,
  holdCondition,
  writeTask,
} from './conditions.repo.ts'
import { holdingWords, isTold } from './conditions.rules.ts'
import { bankKindOf, giveToOwner, isToBeMet } from './decided-conditions.service.ts'

type Sheet = ReplyOf<typeof api.getConditions>

const isKnown = ({ actor }: Pick<Context, 'actor'>, row: ConditionRow) => actor.isAhml || isTold(row)

async function sheetOf(engine: Engine, context: Context, row: CaseRow): Promise<Sheet> {
  const { db, actor, requestId } = context
  const mover = { db, actor, requestId, clock: engine.clock }
  const conditions: Sheet['conditions'] = []
  for (const one of (await findConditions(db, row.id)).filter((each) => isKnown(context, each))) {
    const { caseId: _, caseType: __, taskId: ___, createdAt: ____, ...told } = one
    const actions = await allowedActions(conditionKind(row.type), mover, one)
    conditions.push({
      ...told,
      stateName: conditionMachine.states[one.state].name,
      // What the bank says of an answer is told to whoever answers.
      actions: actions.filter(({ enabled }) => enabled),
    })
  }
  return {
    caseId: row.id,
    conditions,
    documents: await findPapers(db, { id: row.id, type: row.type, isAhml: actor.isAhml }),
  }
}

/** Conditions of the decision that a case stands on, as the reader may know them. */
export async function conditionSheet(engine: Engine, context: Context, caseId: number): Promise<Sheet> {
  const row = await requireCase(context.db, context.actor, caseId, 'Read')
  return sheetOf(engine, context, row)
}

/** What is to be done next about a condition that has moved: its old task is over, the next one is given. */
async function passOn(
  engine: Engine,
  context: Context,
  row: CaseRow,
  {
    before,
    action,
    comment,
  }: { readonly before: ConditionRow; readonly action: string; readonly comment: string },
): Promise<void> {
  const { db, actor } = context
  const actorId = actor.employeeId
  const label = machineLabel(action)
  if (action === 'review') return
  if (before.taskId !== null)
    await answerTasks(engine, db, [before.taskId], { actorId, outcome: label, comment })
  await writeTask(db, before.id, null)
  if (action === 'return') await giveToOwner(engine, db, row, { ...before, authorId: actorId })
  if (action !== 'respond' || !isToBeMet(row, before)) return
  const taskId = await createBeside(engine, db, row, {
    kind: bankKindOf(before),
    title: `Проверить ответ на условие: ${before.text}`.slice(0, 200),
    details: comment,
    authorId: actorId,
  })
  await writeTask(db, before.id, taskId)
}

const machineLabel = (action: string): string =>
  conditionMachine.transitions.find((one) => one.action === action)?.label ?? action

/** Answers a condition, takes it, clears, returns or waives it, by its machine. */
export async function moveConditionOf(
  engine: Engine,
  context: Context,
  { id: caseId, conditionId }: { readonly id: number; readonly conditionId: number },
  { action, version, comment, papers }: ParsedRequest<typeof api.moveCondition>['body'],
): Promise<Sheet> {
  const { db, actor, requestId } = context
  const row = await requireCase(db, actor, caseId, 'Read', 'update')
  const found = await holdCondition(db, row.id, conditionId)
  if (found === undefined || !isKnown(context, found))
    throw notFound('Такого условия у дела нет: обновите страницу')
  if (found.version !== version)
    throw stale(
      await sheetOf(engine, context, row),
      await findLastChangeOf(db, { objectType: 'caseCondition', objectId: found.id }),
    )
  if (machines[row.type].states[row.stage] !== undefined && row.archivedAt !== null)
    throw conflict('Дело в архиве: условия больше не меняются')
  const known = new Set((await findPapers(db, { ...row, isAhml: actor.isAhml })).map(({ id }) => id))
  if (papers.some((id) => !known.has(id)))
    throw invalid([{ path: 'papers', message: 'Выберите документы этого дела' }])
  await moveRecord(
    conditionKind(row.type),
    { db, actor, requestId, clock: engine.clock },
    { ...found, given: papers },
    { action, ...(comment !== '' && { comment }) },
  )
  await passOn(engine, context, row, { before: found, action, comment })
  return sheetOf(engine, context, row)
}

/** Why a case does not go past a point of the deal; null when every condition that is due by then is met. */
export async function conditionsReason(
  db: Db,
  caseId: number,
  point: ConditionPoint,
  { actor, asSystem }: Mover,
): Promise<string | null> {
  const holding = await findHolding(db, caseId, pointsUpTo(point))
  return holdingWords(holding, actor === null || asSystem === true || actor.isAhml)
}

/** Texts of those that stand in the notice for the client and are not met yet. */
export async function printedConditions(db: Db, caseId: number): Promise<string[]> {
  const all = await findConditions(db, caseId)
  return all.filter(({ printed, state }) => printed && holdingStates.includes(state)).map(({ text }) => text)
}
