import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import {
  type ConditionTemplate,
  type ConditionTerms,
  outsideOwners,
} from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import { shorteningIssue } from '@ipoteka-office/contract/underwriting/conditions/shortening.ts'
import { holdingStates } from '@ipoteka-office/contract/underwriting/conditions/condition-machine.ts'
import { encumbranceTemplate } from '@ipoteka-office/contract/underwriting/objects/encumbrances.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, holdCase } from '#features/cases/engine/cases.service.ts'
import type { DecidingMove, Engine, MoveEvent } from '#features/cases/engine/engine.ts'
import { isLent } from '#features/cases/engine/machine.rules.ts'
import { createBeside, dropTasks } from '#features/cases/engine/tasks/beside.service.ts'
import { moveRecord } from '#features/machines/move-record.service.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { Grounds } from '../grounds.service.ts'
import { conditionsOfEncumbrances } from '../objects/encumbrance-conditions.service.ts'
import { conditionKind } from './condition-kind.ts'
import {
  type ConditionRow,
  findConditions,
  findLastApproval,
  findTemplates,
  insertCondition,
  writeTask,
} from './conditions.repo.ts'
import { templateOf, withTriggered } from './conditions.rules.ts'

/** Templates that fit the case. */
export async function templatesFor(
  db: Db,
  { type, programmeCode }: Pick<CaseRow, 'type' | 'programmeCode'>,
): Promise<ConditionTemplate[]> {
  const found = await findTemplates(db, { product: caseTypes[type].product, programmeCode })
  return found.flatMap((one) => templateOf(one) ?? [])
}

/** Those that still hold: a new decision begins with them. */
export const openConditions = async (db: Db, caseId: number): Promise<ConditionRow[]> =>
  (await findConditions(db, caseId)).filter(({ state }) => holdingStates.includes(state))

/** What is wrong in the conditions of a decision. */
export const conditionIssues = (conditions: readonly ConditionTerms[], today: string): FieldError[] =>
  conditions.flatMap((condition, at) => {
    const { dueOn } = condition
    const isOver = dueOn !== null && dueOn < today
    const issue = isOver ? 'День уже прошёл: укажите другой' : shorteningIssue(condition)
    return issue === null ? [] : [{ path: `conditions.${at}.dueOn`, message: issue }]
  })

/** What a decision is signed with: what the person set and what data call for. */
export async function conditionsOf(
  engine: Engine,
  db: Db,
  row: CaseRow,
  { set, grounds }: { readonly set: readonly ConditionTerms[]; readonly grounds: Grounds },
): Promise<ConditionTerms[]> {
  const noticeAbove = await engine.parameters.parameter('debt-load-notice', bankDay(engine.clock))
  const signed = { debtLoad: grounds.figures.debtLoad, noticeAbove }
  const called = withTriggered(set, await templatesFor(db, row), signed)
  return [...called, ...missing(called, await conditionsOfEncumbrances(db, row.id))]
}

/** Those that are not set yet. */
const missing = <T extends Pick<ConditionTerms, 'text'>>(
  set: readonly Pick<ConditionTerms, 'text'>[],
  wanted: readonly T[],
): T[] => wanted.filter(({ text }) => !set.some((one) => one.text === text))

type Owned = Pick<ConditionTerms, 'text' | 'owner' | 'dueOn' | 'point'> & {
  readonly id: number
  readonly authorId: number | null
}

/** Whether there is anything to do about a condition: of a loan that was issued those that come after it are left. */
export const isToBeMet = (row: CaseRow, { point }: Pick<ConditionTerms, 'point'>): boolean =>
  row.archivedAt === null && (!row.closed || (point === 'AFTER_ISSUE' && isLent(row.type, row.stage)))

const outsideKindOf = ({ point }: Pick<ConditionTerms, 'point'>) =>
  point === 'AFTER_ISSUE' ? 'AFTER_ISSUE' : 'CONDITION'

/** The kind of the task that a condition gives to people of the bank. */
export const bankKindOf = ({ point }: Pick<ConditionTerms, 'point'>) =>
  point === 'AFTER_ISSUE' ? 'BANK_AFTER_ISSUE' : 'BANK_CONDITION'

/** A task of whoever is to answer, and who gets it; the caller holds the case. */
export async function giveTask(
  engine: Engine,
  db: Db,
  row: CaseRow,
  condition: Owned,
): Promise<number | null> {
  const { id, text, owner, dueOn, authorId } = condition
  const isOutside = outsideOwners.includes(owner)
  const { responsibleId } = row
  const assigneeId = isOutside && responsibleId !== authorId ? responsibleId : null
  const dueAt = dueOn === null ? undefined : endOfDay(engine, dueOn)
  const taskId = await createBeside(engine, db, row, {
    kind: isOutside ? outsideKindOf(condition) : bankKindOf(condition),
    title: `Выполнить условие: ${text}`.slice(0, 200),
    // Whoever signed the decision may have to answer it as well: an underwriter calls the employer themselves.
    authorId: isOutside ? authorId : null,
    assigneeId,
    ...(dueAt !== undefined && (authorId === null || dueAt > engine.clock.now()) && { dueAt }),
  })
  await writeTask(db, id, taskId)
  return assigneeId
}

/** The same, and tells them. */
export async function giveToOwner(engine: Engine, db: Db, row: CaseRow, condition: Owned): Promise<void> {
  if (!isToBeMet(row, condition)) return
  const assigneeId = await giveTask(engine, db, row, condition)
  if (assigneeId !== null)
    await notify(db, assigneeId, {
      kind: 'event',
      text: `Заявка ${row.number}: условие решения «${condition.text}»`.slice(0, 500),
      link: casePath(row.type, row.id),
    })
}

/** The midnight, in the bank's zone, with which a day ends. */
function endOfDay({ clock }: Engine, day: string): Date {
  const { epochMilliseconds } = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(clock.timeZone)
  return new Date(epochMilliseconds)
}

async function supersede(
  { db, engine, row, mover }: Pick<DecidingMove, 'db' | 'engine' | 'row' | 'mover'>,
  earlier: ConditionRow,
  outcome: string,
): Promise<void> {
  const system = { db, actor: null, requestId: mover.requestId, clock: engine.clock }
  await moveRecord(conditionKind(row.type), system, earlier, { action: 'supersede' })
  if (earlier.taskId !== null) await dropTasks(db, [earlier.taskId], { outcome, at: engine.clock.now() })
}

/**
 * When the object is accepted, the plans of its encumbrances become conditions of the decision in force; those of an object
 * that is no longer taken fall away.
 */
export async function setEncumbranceConditions({
  db,
  engine,
  caseId,
  from,
  to,
  mover,
}: Pick<MoveEvent, 'db' | 'engine' | 'caseId' | 'from' | 'to' | 'mover'>): Promise<void> {
  if (from !== 'REALTY_CHECK' || to !== 'REALTY_APPROVED') return
  const row = await holdCase(db, caseId)
  const decisionId = await findLastApproval(db, caseId)
  if (row === undefined || decisionId === undefined) return
  const wanted = await conditionsOfEncumbrances(db, caseId)
  const present = await findConditions(db, caseId)
  const ofPlans = present.filter(
    ({ template, state }) => template === encumbranceTemplate && holdingStates.includes(state),
  )
  for (const gone of missing(wanted, ofPlans))
    await supersede({ db, engine, row, mover }, gone, 'План изменён')
  for (const terms of missing(present, wanted)) {
    const id = await insertCondition(db, { caseId, decisionId, at: engine.clock.now() }, terms)
    await giveToOwner(engine, db, row, { id, ...terms, authorId: mover.actor?.employeeId ?? null })
  }
}

/** Sets the conditions of an approval in the transaction of the move; what was open of an earlier one is replaced. */
export async function setConditions(
  { db, engine, row, mover }: DecidingMove,
  decisionId: number,
  conditions: readonly ConditionTerms[],
): Promise<void> {
  const at = engine.clock.now()
  for (const earlier of await openConditions(db, row.id))
    await supersede({ db, engine, row, mover }, earlier, 'Новое решение')
  for (const terms of conditions) {
    const id = await insertCondition(db, { caseId: row.id, decisionId, at }, terms)
    await giveToOwner(engine, db, row, { id, ...terms, authorId: mover.actor?.employeeId ?? null })
  }
}
