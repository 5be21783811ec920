import type { EmployeeDependants } from '@ipoteka-office/contract/employees/employees.ts'
import { switchOffApprover } from '#features/approvers/approver-status.service.ts'
import { papersHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { lastRoleEditorMessage, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findDependants, findWorkingApprovers, releaseFromDuties } from './employee-dependants.repo.ts'
import { findCard } from '../employees.repo.ts'

/** What depends on a person, and why they cannot be switched off when they cannot. */
export async function getDependants(
  { db, actor }: Context,
  key: { partnerId: number; id: number },
  bank: BankFigures,
): Promise<EmployeeDependants> {
  const horizon = await papersHorizon(bank)
  if ((await findCard(db, actor, key, horizon)) === undefined) throw notFound('Сотрудник не найден')
  const { isLastRoleEditor, ...found } = await findDependants(db, key.id, horizon.today)
  const refusal = key.id === actor.employeeId ? 'Нельзя отключить самого себя' : null
  return {
    ...found,
    openApplicationsCount: found.approvers.reduce((sum, a) => sum + a.openApplicationsCount, 0),
    refusal: isLastRoleEditor ? lastRoleEditorMessage : refusal,
  }
}

/** What goes with a person who is switched off: open applications find others, groups and absences lose them. */
export async function switchOffEverything(context: Context, id: number, bank: BankFigures): Promise<void> {
  for (const { id: approverId, type } of await findWorkingApprovers(context.db, id))
    await switchOffApprover(context, { type, id: approverId }, bank)
  await releaseFromDuties(context.db, id, bankDay(bank.clock))
}
