import type { Approver, ApproverType, CheckingType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { requireEmployee } from '#features/employees/employees.service.ts'
import { conflict } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import { findChecker, insertApprover } from './approver-join.repo.ts'
import { getApprover } from './approvers.service.ts'

/** Puts somebody among those who are given work, inactive until a load is set; null: they are there already. */
export const admitApprover = (db: Db, type: ApproverType, employeeId: number): Promise<number | null> =>
  insertApprover(db, type, employeeId)

/** Makes an employee whom the caller sees one of those who check applications; 409 for whoever may not check them. */
export async function joinApprovers(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { type, employeeId }: { readonly type: CheckingType; readonly employeeId: number },
  clock: BankClock,
): Promise<Approver> {
  await requireEmployee(db, actor, employeeId)
  const checker = await findChecker(db, employeeId)
  if (checker.notActive) throw conflict('Сотрудник отключён: сначала включите его на карточке')
  if (!checker.mayCheck)
    throw conflict('Сотруднику не дано право проверять заявки: его даёт роль, например «Андеррайтер»')
  const id = await admitApprover(db, type, employeeId)
  if (id === null) throw conflict('Сотрудник уже среди согласующих')
  await publish(db, topics.approvers(type), { ids: [id] })
  await publish(db, topics.employee(employeeId))
  return getApprover(db, actor, { type, id }, clock)
}
