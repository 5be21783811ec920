import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import { type Doing, findAble, findFittingGroups } from '../assignment/assignees.repo.ts'
import { chooseFor } from '../assignment/assignment.service.ts'
import { type LeadChange, writeLeadChanges } from '../cases.repo.ts'
import { closeTasks } from '../tasks/beside.repo.ts'
import { handPersonsOver } from './handed-persons.service.ts'
import {
  findHanded,
  findHandedTasks,
  findNames,
  findRegionsOf,
  holdCases as hold,
  type TaskHolder,
  writeHolders,
  writePartner,
} from './handover.repo.ts'
import {
  type Abilities,
  type HandedCase,
  type HandedTask,
  type HandoverOrder,
  handoverComment,
  leadAfter,
  leads,
  refusalOfHandover,
  taskAfter,
} from './handover.rules.ts'

/** On whose word cases are handed over, and when. */
export interface HandoverCause {
  /** Null: the schedule. */
  readonly actorId: number | null
  readonly at: Date
  readonly clock: BankClock
}

/** Holds the cases until the transaction ends; first of the locks that a handover takes. */
export const holdCases = (db: Db, ids: readonly number[]): Promise<void> => hold(db, ids)

/** Regions in which the partner works; null: everywhere. */
export const regionsOf = (db: Db, partnerId: number): Promise<ReadonlySet<string> | null> =>
  findRegionsOf(db, partnerId)

/** What the named people and groups may do with cases of the partner, asked in two statements for all of them. */
async function abilitiesAt(
  db: Db,
  partnerId: number,
  asked: readonly Doing[],
  workgroupIds: readonly (number | null)[] = [],
): Promise<Abilities> {
  const keyOf = ({ employeeId, type, operation }: Doing) => `${employeeId} ${type} ${operation}`
  const different = [...new Map(asked.map((one) => [keyOf(one), one])).values()]
  const able = new Set((await findAble(db, partnerId, different)).map(keyOf))
  const groups = [...new Set(workgroupIds)].filter((id) => id !== null)
  const fitting = new Set(groups.length === 0 ? [] : await findFittingGroups(db, partnerId, groups))
  return {
    may: (employeeId, type, operation) => able.has(keyOf({ employeeId, type, operation })),
    fits: (id) => fitting.has(id),
  }
}

const leaders = (cases: readonly HandedCase[], { employees }: HandoverOrder): Doing[] =>
  cases.flatMap(({ type, responsibleId, ledBeforeId }) =>
    [responsibleId, ledBeforeId, employees?.to]
      .filter((id) => id !== null && id !== undefined)
      .map((employeeId) => ({ employeeId, type, operation: leads })),
  )

/** What of the named cases moves, and why each of the others does not. The caller holds them. */
export async function planHandover(
  db: Db,
  ids: readonly number[],
  order: HandoverOrder,
): Promise<{ moving: HandedCase[]; answers: Map<number, string | null> }> {
  const found = await findHanded(db, ids)
  const able = await abilitiesAt(db, order.toPartnerId, leaders(found, order))
  const byId = new Map(found.map((one) => [one.id, one]))
  const answers = new Map(ids.map((id) => [id, refusalOfHandover(byId.get(id), order, able)]))
  return { moving: found.filter(({ id }) => answers.get(id) === null), answers }
}

/** Who leads the cases afterwards; the changes are written. */
async function writeLeads(
  db: Db,
  cases: readonly HandedCase[],
  order: HandoverOrder,
  able: Abilities,
  { actorId, at, clock }: HandoverCause,
): Promise<Map<number, number | null>> {
  const leaderOf = new Map<number, number | null>()
  const changes: LeadChange[] = []
  for (const one of cases) {
    const { employeeId, workgroupId } = leadAfter(one, order, able)
    // Each choice is a turn of the rules: the next one depends on it.
    const chosen =
      employeeId === 'CHOOSE'
        ? await chooseFor(db, one.id, { clock })
        : { employeeId, workgroupId, rule: null }
    leaderOf.set(one.id, chosen.employeeId)
    if (chosen.employeeId === one.responsibleId && chosen.workgroupId === one.workgroupId) continue
    changes.push({
      caseId: one.id,
      actorId,
      fromId: one.responsibleId,
      toId: chosen.employeeId,
      workgroupId: chosen.workgroupId,
      comment: chosen.rule === null ? handoverComment : `${handoverComment}. ${chosen.rule}`,
      at,
    })
  }
  if (changes.length > 0) await writeLeadChanges(db, changes)
  return leaderOf
}

async function closeLost(
  db: Db,
  tasks: readonly HandedTask[],
  { actorId, at }: HandoverCause,
): Promise<void> {
  if (tasks.length === 0) return
  const closed = await closeTasks(
    db,
    tasks.map(({ id }) => id),
    { actorId, state: 'STOPPED', outcome: 'Дело передано', comment: handoverComment, at },
  )
  const names = await findNames(
    db,
    closed.map(({ caseId }) => caseId),
  )
  for (const { title, caseId, authorId, assigneeId } of closed)
    for (const id of new Set([authorId, assigneeId])) {
      const name = names.get(caseId)
      if (id === null || id === actorId || name === undefined) continue
      await notify(db, id, {
        kind: 'info',
        text: `Задача «${title}» снята: ${name.number} передано другому партнёру или сотруднику`,
        link: casePath(name.type, caseId),
      })
    }
}

/**
 * Makes cases the new partner's: whoever may not go on leading one is replaced, open tasks follow, and the people in them
 * become persons of the new partner's own. The queue has moved the places of those that wait there.
 */
export async function handOver(
  db: Db,
  cases: readonly HandedCase[],
  order: HandoverOrder,
  cause: HandoverCause,
): Promise<void> {
  if (cases.length === 0) return
  const ids = cases.map(({ id }) => id)
  await writePartner(db, ids, order.toPartnerId)
  if (order.toPartnerId !== order.fromPartnerId)
    await handPersonsOver(db, ids, order.toPartnerId, cause.actorId)
  const tasks = await findHandedTasks(db, ids)
  const doers = tasks.flatMap(({ assigneeId, caseType, operation }) =>
    [assigneeId, order.employees?.to]
      .filter((id) => id !== null && id !== undefined)
      .map((employeeId) => ({ employeeId, type: caseType, operation })),
  )
  const groups = [...cases, ...tasks].map(({ workgroupId }) => workgroupId)
  const able = await abilitiesAt(db, order.toPartnerId, [...leaders(cases, order), ...doers], groups)
  const leaderOf = await writeLeads(db, cases, order, able, cause)
  const lost: HandedTask[] = []
  const holders: TaskHolder[] = []
  for (const task of tasks) {
    const after = taskAfter(task, order, able, leaderOf.get(task.caseId) ?? null)
    if (after === 'CLOSED') lost.push(task)
    else if (after !== null) holders.push({ id: task.id, ...after })
  }
  if (holders.length > 0) await writeHolders(db, holders, { ...cause, comment: handoverComment })
  await closeLost(db, lost, cause)
  const partnerIds = [...new Set([order.fromPartnerId, order.toPartnerId])]
  for (const type of new Set(cases.map((one) => one.type)))
    await publish(db, topics.cases(type), {}, { partnerIds })
}
