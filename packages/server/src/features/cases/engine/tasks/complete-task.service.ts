import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { conflict, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { caseHead, requireCase } from '../cases.service.ts'
import type { Engine } from '../engine.ts'
import { type Move, moveCase } from '../move-case.service.ts'
import { findTask } from './tasks.repo.ts'
import { mayDo, readerOf, refusalOf, toTask } from './tasks.rules.ts'

/** Completes a task by an action of the machine; `version` is the task's. */
export async function completeTask(
  engine: Engine,
  { db, actor, requestId }: Context,
  caseId: number,
  taskId: number,
  { version, ...move }: Move & { readonly version: number },
): Promise<CaseHead> {
  await requireCase(db, actor, caseId, 'Read', 'update')
  const reader = readerOf(engine, actor)
  const task = await findTask(db, reader, taskId)
  if (task === undefined || task.caseId !== caseId) throw notFound('Задача не найдена')
  if (!mayDo(reader, task, 'complete'))
    throw conflict(refusalOf(reader, task, 'complete'), 'ER_TASK_STATE_TEMPLATE')
  if (task.version !== version) throw stale(toTask(reader, task), undefined)
  await moveCase(engine, db, { actor, requestId }, caseId, move)
  return caseHead(engine, db, actor, caseId)
}
