import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'

/** A case on its way to another partner, or from one employee to another. */
export interface HandedCase {
  readonly id: number
  readonly type: CaseType
  readonly partnerId: number
  readonly regionCode: string | null
  readonly programmeCode: string | null
  /** At its end, or in the archive. */
  readonly closed: boolean
  readonly responsibleId: number | null
  readonly workgroupId: number | null
  /** Whether it waits in the approvers' queue, and the employee who checks it there. */
  readonly queued: boolean
  readonly checkerId: number | null
  /** Who led it before a transfer gave it to whoever does now; null when somebody was chosen since. */
  readonly ledBeforeId: number | null
}

/** What is asked: cases of one partner go to another, or of one employee to a successor. */
export interface HandoverOrder {
  readonly fromPartnerId: number
  readonly toPartnerId: number
  /** Null unless one employee's work is handed over. */
  readonly employees: { readonly from: number; readonly to: number } | null
  /** Regions in which the new partner works; null: any. */
  readonly regions: ReadonlySet<string> | null
  /** The cases come back to where a temporary transfer took them from. */
  readonly isReturn: boolean
}

/** What the history of who leads a case says of a transfer. */
export const handoverComment = 'Передача работы партнёра'

/** What people and groups may do with cases of the new partner. */
export interface Abilities {
  may(employeeId: number, type: CaseType, operation: string): boolean
  fits(workgroupId: number): boolean
}

/** Leads a case: the operation that one needs for it. */
export const leads = 'Send'

/** Why the successor does not get the employee's case; null when they do. */
function refusalOfSuccessor(
  { responsibleId, checkerId, type }: HandedCase,
  { from, to }: { readonly from: number; readonly to: number },
  may: Abilities['may'],
): string | null {
  if (responsibleId !== from) return checkerId === from ? null : 'Дело уже не у этого сотрудника'
  return may(to, type, leads)
    ? null
    : 'Преемник не может вести это дело: у него нет права или дело ему не видно'
}

/** Why a case does not move; null when it does. */
export function refusalOfHandover(
  one: HandedCase | undefined,
  { fromPartnerId, employees, regions }: HandoverOrder,
  { may }: Pick<Abilities, 'may'>,
): string | null {
  if (one === undefined) return 'Дело не найдено'
  if (one.closed) return 'Дело закрыто'
  if (one.partnerId !== fromPartnerId) return 'Дело уже у другого партнёра'
  const { regionCode } = one
  if (regions !== null && regionCode !== null && !regions.has(regionCode))
    return 'Партнёр-получатель не работает в регионе дела'
  return employees === null ? null : refusalOfSuccessor(one, employees, may)
}

/** Who leads a case afterwards; `CHOOSE`: the rules of assignment say. */
export interface Lead {
  readonly employeeId: number | null | 'CHOOSE'
  readonly workgroupId: number | null
}

/**
 * Who leads the case afterwards: the successor; on its return whoever led it before; whoever may go on with it; or whom the
 * rules choose.
 */
export function leadAfter(
  one: HandedCase,
  { employees, isReturn }: HandoverOrder,
  { may, fits }: Abilities,
): Lead {
  const { responsibleId, ledBeforeId, type } = one
  const workgroupId = one.workgroupId !== null && fits(one.workgroupId) ? one.workgroupId : null
  if (responsibleId !== null && responsibleId === employees?.from)
    return { employeeId: employees.to, workgroupId }
  if (isReturn && ledBeforeId !== null && may(ledBeforeId, type, leads))
    return { employeeId: ledBeforeId, workgroupId }
  const stays = responsibleId === null || may(responsibleId, type, leads)
  return { employeeId: stays ? responsibleId : 'CHOOSE', workgroupId }
}

/** An open task of a case that moves; those that the queue of approvers gives out are its own. */
export interface HandedTask {
  readonly id: number
  readonly caseId: number
  readonly caseType: CaseType
  /** Of a stage; the others are given by people. */
  readonly isOfStage: boolean
  readonly operation: string
  readonly assigneeId: number | null
  readonly workgroupId: number | null
  /** Who does not do it. */
  readonly barredIds: readonly number[]
}

/** What becomes of a task: who has it then, nobody for the common pool; `CLOSED`: nobody is left who could do it. */
export type TaskAfter = 'CLOSED' | { readonly assigneeId: number | null; readonly workgroupId: number | null }

/** Who takes a task over when whoever had it may not go on. */
function heirOf(
  { caseType, operation, isOfStage, assigneeId, barredIds }: HandedTask,
  { employees }: HandoverOrder,
  { may }: Abilities,
  leaderId: number | null,
): number | null {
  // Other work of a stage returns to those who may take it: the rules of own work ask then.
  if (isOfStage) return operation === leads ? leaderId : null
  if (employees === null || assigneeId !== employees.from) return null
  return may(employees.to, caseType, operation) && !barredIds.includes(employees.to) ? employees.to : null
}

/** Whether whoever has a task, or may take it, still may. */
function goesOn(
  { assigneeId, caseType, operation, workgroupId, isOfStage }: HandedTask,
  { employees }: HandoverOrder,
  { may, fits }: Abilities,
): boolean {
  if (assigneeId !== null) return assigneeId !== employees?.from && may(assigneeId, caseType, operation)
  return isOfStage || workgroupId === null || fits(workgroupId)
}

/**
 * What becomes of a task with a case's move; null when it stays as it is. The work of whoever leads the case goes with the
 * lead. What somebody was asked to do is closed with them, unless a successor takes it over or their group may do it.
 */
export function taskAfter(
  task: HandedTask,
  order: HandoverOrder,
  able: Abilities,
  leaderId: number | null,
): TaskAfter | null {
  const { assigneeId, workgroupId, isOfStage } = task
  const group = workgroupId !== null && able.fits(workgroupId) ? workgroupId : null
  if (goesOn(task, order, able)) return group === workgroupId ? null : { assigneeId, workgroupId: group }
  const heirId = heirOf(task, order, able, leaderId)
  const isNobodys = heirId === null && group === null && !isOfStage
  return isNobodys ? 'CLOSED' : { assigneeId: heirId, workgroupId: group }
}
