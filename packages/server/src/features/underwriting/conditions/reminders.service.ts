import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { holdingStates } from '@ipoteka-office/contract/underwriting/conditions/condition-machine.ts'
import { outsideOwners } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, holdCase } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { addDays, bankDay } from '#lib/bank-time.ts'
import { findHolders } from '../notices/notices.repo.ts'
import { type ConditionRow, holdCondition } from './conditions.repo.ts'
import { giveTask, isToBeMet } from './decided-conditions.service.ts'
import { type DueCondition, findDueAfterIssue, findReminded, noteReminder } from './reminders.repo.ts'

const isOwners = ({ state }: ConditionRow) => state === 'OPEN' || state === 'RETURNED'

/** Whose turn it is: whoever brings the client, or the bank's signer where it is theirs or waits for their word. */
const turnOf = (one: ConditionRow, row: CaseRow, signerId: number | null): number | null =>
  isOwners(one) && outsideOwners.includes(one.owner) ? row.responsibleId : signerId

async function tell(
  db: Db,
  { row, one, people }: { row: CaseRow; one: ConditionRow; people: readonly (number | null)[] },
  isOverdue: boolean,
): Promise<void> {
  const day = one.dueOn === null ? '' : dayText(one.dueOn)
  const when = isOverdue ? `просрочено, срок был ${day}` : `выполнить до ${day}`
  const text = `Заявка ${row.number}: условие после выдачи «${one.text}» ${when}`.slice(0, 500)
  for (const id of new Set(people))
    if (id !== null) await notify(db, id, { kind: 'warning', text, link: casePath(row.type, row.id) })
}

/** Under the locks of the case and the condition: whether anybody was told. */
async function remind(engine: Engine, db: Db, { id, caseId }: DueCondition): Promise<boolean> {
  const today = bankDay(engine.clock)
  const row = await holdCase(db, caseId)
  const one = await holdCondition(db, caseId, id)
  const known = await findReminded(db, id)
  if (row === undefined || one === undefined || known === undefined || one.dueOn === null) return false
  const isOverdue = one.dueOn < today
  if (isOverdue ? known.isOverdueTold : known.isReminded) return false
  if (!isToBeMet(row, one) || !holdingStates.includes(one.state)) return false
  if (isOwners(one) && !known.hasTask) await giveTask(engine, db, row, { ...one, authorId: null })
  const heads = isOverdue ? await findHolders(db, row.type, 'ControlDecision') : []
  await tell(db, { row, one, people: [turnOf(one, row, known.signerId), ...heads] }, isOverdue)
  await noteReminder(db, id, { isOverdue })
  return true
}

/**
 * Tells owners of conditions of issued loans that the last day comes, and the heads as well that it has passed: each of it
 * once for each such day, whatever turn was missed. Answers how many conditions were told of.
 */
export async function remindOfConditions(engine: Engine, db: Db): Promise<number> {
  const today = bankDay(engine.clock)
  const days = await engine.parameters.parameter('after-issue-warning', today)
  let count = 0
  for (const due of await findDueAfterIssue(db, { today, until: addDays(today, days) }))
    if (await db.transaction().execute((tx) => remind(engine, tx, due))) count += 1
  return count
}
