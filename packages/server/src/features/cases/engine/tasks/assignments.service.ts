import type { z } from 'zod'
import { assignmentFields } from '@ipoteka-office/contract/cases/assignment-fields.ts'
import type { CaseTask, giveAssignment as call } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { taskKinds } from '@ipoteka-office/contract/cases/task-kinds.ts'
import { worksOn } from '@ipoteka-office/contract/cases/task-work.ts'
import { conflict, forbidden, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { requireMayEnter } from '#lib/field-rights.ts'
import { type AbleGroup, type Assignee, findGroups, findPeople } from '../assignment/assignees.repo.ts'
import { type CaseRow, requireCase } from '../cases.service.ts'
import type { Engine } from '../engine.ts'
import { createBeside } from './beside.service.ts'
import { tellOfTask, tellReceivers } from './tasks.service.ts'

const kind = 'ASSIGNMENT'
const { operation } = taskKinds[kind]

type Asking = Pick<Context, 'db' | 'actor'>

/** Employees to whom the person may give an assignment of the case; people of partners choose among their own. */
export async function findAssignmentPeople(
  { db, actor }: Asking,
  caseId: number,
  search: string,
): Promise<Assignee[]> {
  const row = await requireGiving({ db, actor }, caseId)
  const found = await findPeople(db, row, { operation, search, among: actor })
  return found.filter(({ id }) => id !== actor.employeeId)
}

/** The same of groups. */
export async function findAssignmentGroups(
  { db, actor }: Asking,
  caseId: number,
  search: string,
): Promise<AbleGroup[]> {
  const row = await requireGiving({ db, actor }, caseId)
  return findGroups(db, row, { operation, search, among: actor })
}

async function requireGiving({ db, actor }: Asking, caseId: number, lock?: 'update'): Promise<CaseRow> {
  const row = await requireCase(db, actor, caseId, 'Read', lock)
  if (!worksOn(actor.operations, row.type))
    throw forbidden('Поручения даёт тот, кто работает с делом: у вас есть только просмотр')
  return row
}

type Given = z.output<typeof call.body>

/** The group that gets it; undefined where it is a person. */
async function checkReceiver({ db, actor }: Asking, row: CaseRow, { employeeId, workgroupId }: Given) {
  if (employeeId === actor.employeeId) throw conflict('Себе поручение не дают. Выберите коллегу или группу')
  if (employeeId !== undefined) {
    const [person] = await findPeople(db, row, { operation, id: employeeId, search: '', among: actor })
    if (person === undefined)
      throw invalid([{ path: 'employeeId', message: 'Этот сотрудник не видит дела. Выберите другого' }])
    return undefined
  }
  if (workgroupId === undefined)
    throw invalid([{ path: 'employeeId', message: 'Выберите сотрудника или группу' }])
  const [group] = await findGroups(db, row, { operation, id: workgroupId, search: '', among: actor })
  if (group === undefined)
    throw invalid([{ path: 'workgroupId', message: 'В этой группе никто не видит дела. Выберите другую' }])
  return group
}

/** Gives a colleague or a group something to do about the case. Only the bank's people may hold the case by it. */
export async function giveAssignment(
  engine: Engine,
  context: Context,
  caseId: number,
  given: Given,
): Promise<CaseTask> {
  const { db, actor } = context
  const row = await requireGiving(context, caseId, 'update')
  if (given.employeeId !== undefined && given.workgroupId !== undefined)
    throw invalid([{ path: 'workgroupId', message: 'Выберите одно: сотрудника или группу' }])
  requireMayEnter(actor, assignmentFields, given, { holdsMoves: false })
  const group = await checkReceiver(context, row, given)
  const id = await createBeside(engine, db, row, {
    kind,
    title: given.title,
    details: given.details,
    authorId: actor.employeeId,
    assigneeId: given.employeeId,
    workgroupId: given.workgroupId,
    ...(given.dueAt !== undefined && { dueAt: new Date(given.dueAt) }),
    holdsMoves: given.holdsMoves,
  })
  await tellReceivers(
    context,
    { task: { title: given.title, operation, kind, caseType: row.type, stage: null }, row },
    given,
    {
      group,
      verb: 'дано поручение',
    },
  )
  return tellOfTask(engine, context, id, row)
}
