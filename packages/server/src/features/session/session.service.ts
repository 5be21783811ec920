import type { UserData } from '@ipoteka-office/contract/session/session.ts'
import type { Db } from '#db/database.ts'
import { forbidden, notFound } from '#http/errors.ts'
import { type EmployeeRow, findVisibleByLogin } from '#http/session/session.repo.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'

/** Answers for the caller himself; for others only to those who may look at roles, and of people whom they see. */
async function employeeOf(db: Db, actor: Actor, login: string): Promise<EmployeeRow> {
  const isOwn = actor.login.toLowerCase() === login.toLowerCase()
  if (!isOwn && !actor.operations.UserRole?.includes('List'))
    throw forbidden('Данные другого сотрудника вам недоступны')
  const row = await findVisibleByLogin(db, actor, login)
  if (row === undefined) throw notFound('Сотрудник с таким логином не найден')
  return row
}

/** User data of specification 1 §3. */
export async function userData(
  db: Db,
  actor: Actor,
  login: string,
  { timeZone }: Pick<BankClock, 'timeZone'>,
): Promise<UserData> {
  const row = await employeeOf(db, actor, login)
  return {
    id: row.id,
    descriptor: row.descriptor,
    notActive: row.notActive,
    partner: {
      id: row.partnerId,
      name: row.partnerName,
      roles: row.partnerRoles.map((code) => ({ code })),
    },
    workgroups: row.workgroups.map((name) => ({ name })),
    bankTimeZone: timeZone,
  }
}

/** Object type → operations. */
export async function operationsOf(db: Db, actor: Actor, login: string): Promise<Record<string, string[]>> {
  return (await employeeOf(db, actor, login)).operations
}
