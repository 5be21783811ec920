import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { escalatedStage } from '@ipoteka-office/contract/underwriting/escalated-stage.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { fitReceivers, stageTasksOf, transferTask } from '#features/cases/engine/tasks/tasks.service.ts'
import { conflict, forbidden, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { findGroupKeepers, findHeads } from './escalation.repo.ts'

/** Names that a refusal tells. */
const mostNamed = 3

async function whomToAsk({ db }: Context): Promise<string> {
  const names = await findGroupKeepers(db, mostNamed)
  return names.length === 0
    ? 'Обратитесь к администратору: сотрудников, которые ведут группы андеррайтинга, нет'
    : `Обратитесь к тому, кто ведёт группы андеррайтинга: ${names.join(', ')}`
}

/** The open task of the underwriter in a case that the person sees. */
export async function requireStageTask(engine: Engine, context: Context, caseId: number): Promise<CaseTask> {
  await requireCase(context.db, context.actor, caseId, 'Read')
  const task = (await stageTasksOf(engine, context, [caseId])).get(caseId)
  if (task === undefined) throw notFound('Открытой задачи у заявки нет. Обновите список')
  return task
}

/** Hands the underwriter's task up to the head who may do it, with the reason in its history and in what the head is told. */
export async function escalate(
  engine: Engine,
  context: Context,
  caseId: number,
  { version, reason }: { readonly version: number; readonly reason: string },
): Promise<CaseTask> {
  const { db, actor } = context
  if (!actor.operations.Underwriting?.includes('Escalate'))
    throw forbidden('Нет права «Заявки: эскалация руководителю»')
  const task = await requireStageTask(engine, context, caseId)
  if (task.stage !== escalatedStage)
    throw conflict(`Эскалируют задачу андеррайтера, а заявка на этапе «${task.stageName}»`)
  const heads = await findHeads(db, {
    workgroupId: task.workgroup?.id ?? null,
    employeeId: task.assignee?.id ?? actor.employeeId,
  })
  const others = heads.filter((id) => id !== actor.employeeId && id !== task.assignee?.id)
  const [head] = await fitReceivers(engine, context, task.id, others)
  if (head === undefined)
    throw conflict(
      `Руководителя, который может решать эту заявку, нет: у группы он не назначен, сам готовил заявку или ведёт её. ${await whomToAsk(context)}`,
    )
  return transferTask(engine, context, task.id, {
    ...{ version, employeeId: head, comment: `Эскалация: ${reason}` },
    told: { verb: 'эскалирована задача', words: reason },
  })
}
