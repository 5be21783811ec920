import { sexes } from '@ipoteka-office/contract/common/person/person-name.ts'
import type { DetailUser } from '@ipoteka-office/contract/employees/employee-lookups.ts'
import type { EmployeeName } from '@ipoteka-office/contract/employees/employees.ts'
import { papersHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import {
  type IdentityAdmin,
  IdentityRefused,
  IdentityUnavailable,
} from '#integrations/identity/identity-admin.ts'
import type { Horizon } from '#lib/bank-time.ts'
import { findIdentityHolder } from './employee-account.repo.ts'
import { findDocuments } from './parts/employee-documents.repo.ts'
import {
  findContacts,
  findExisting,
  findGroupsOf,
  findHeadOffice,
  findOperationsMap,
  findProcessOperations,
} from './employee-lookups.repo.ts'
import {
  findNamesByIds,
  findNamesOfOwners,
  findNamesUnderHead,
  findOperatorName,
} from './employee-names.repo.ts'
import type { EmployeeKey } from './employees.repo.ts'
import { getEmployee, requireEmployee } from './employees.service.ts'
import { findProcuracies } from './parts/procuracies.repo.ts'

export const sexOptions = Object.entries(sexes).map(([code, name]) => ({ code, name }))

/** Whether the login is taken; a partner is told that one thing and not by whom. */
export async function existsByLogin(context: Context, login: string, identity: IdentityAdmin | null) {
  const found = await lookForLogin(context, login, identity)
  return context.actor.isAhml
    ? found
    : { exists: found.exists, inEmployees: null, inIdentity: null, freeIdentityId: null }
}

/** Whether a login is free, among the employees and in the identity server. */
async function lookForLogin({ db, log }: Context, login: string, identity: IdentityAdmin | null) {
  const employee = await findExisting(db, login)
  const inEmployees = employee !== undefined
  try {
    const user = (await identity?.findUser(login)) ?? null
    // Somebody's own login does not keep the account under it from being linked to that very person.
    const isFree = user !== null && !employee?.identityId && (await findIdentityHolder(db, user.id)) === null
    return {
      exists: inEmployees || user !== null,
      inEmployees,
      inIdentity: identity === null ? null : user !== null,
      freeIdentityId: isFree ? user.id : null,
    }
  } catch (error) {
    if (!(error instanceof IdentityUnavailable || error instanceof IdentityRefused)) throw error
    log.warn({ err: error }, 'the identity server did not tell of a login')
    return { exists: inEmployees, inEmployees, inIdentity: null, freeIdentityId: null }
  }
}

/** Everything that is known of a user. */
export async function getDetailUser(
  context: Context,
  key: EmployeeKey,
  bank: BankFigures,
): Promise<DetailUser> {
  const { db, actor } = context
  const card = await getEmployee(db, actor, key, bank)
  return {
    ...card,
    contacts: await findContacts(db, card.id),
    operations: await findOperationsMap(db, card.id),
    headOffice: await findHeadOffice(db, card.id),
  }
}

export async function getWithContacts(context: Context, id: number, bank: BankFigures) {
  const card = await getEmployee(context.db, context.actor, { id }, bank)
  return { ...card, contacts: await findContacts(context.db, id) }
}

export async function listContacts({ db, actor }: Context, employeeId: number) {
  await requireEmployee(db, actor, employeeId)
  return findContacts(db, employeeId)
}

/** The name of somebody whom the caller sees. */
export async function nameById({ db, actor }: Context, id: number): Promise<EmployeeName> {
  const [name] = await findNamesByIds(db, actor, [id])
  if (name === undefined) throw notFound('Сотрудник не найден')
  return name
}

/** The same by login. */
export async function nameByLogin(
  context: Context,
  login: string,
): Promise<EmployeeName & { login: string }> {
  const found = await findExisting(context.db, login)
  if (found === undefined) throw notFound('Сотрудник не найден')
  return { ...(await nameById(context, found.id)), login: found.login }
}

/** «Кузнецова М. В.» */
export function shortNameOf(fullName: string): string {
  const [last = '', ...rest] = fullName.split(' ')
  return [last, ...rest.slice(0, 2).map((part) => `${part[0] ?? ''}.`)].join(' ')
}

export const listUnderHead = ({ db, actor }: Context, headId: number, roleId: number) =>
  findNamesUnderHead(db, actor, headId, roleId)

export async function getOperator({ db, actor }: Context, id: number): Promise<EmployeeName> {
  const [name] = await findOperatorName(db, actor, id)
  if (name === undefined) throw notFound('Сотрудник оператора не найден')
  return name
}

/** The user, those under them (however deep) and the members of the groups they head. */
export async function listOwners(context: Context, login: string): Promise<EmployeeName[]> {
  const { id } = await nameByLogin(context, login)
  return findNamesOfOwners(context.db, context.actor, id)
}

export async function listProcessOperations(context: Context, login: string) {
  const { id } = await nameByLogin(context, login)
  return findProcessOperations(context.db, id)
}

export async function listGroups(context: Context, login: string) {
  const { id } = await nameByLogin(context, login)
  return findGroupsOf(context.db, id)
}

export const searchById = ({ db, actor }: Context, ids: readonly number[]) => findNamesByIds(db, actor, ids)

async function authorityOf({ db, actor }: Context, { id, fullName }: EmployeeName, horizon: Horizon) {
  const isInForce = ({ state }: { state: string }) => state === 'VALID' || state === 'EXPIRING'
  const documents = (await findDocuments(db, actor, id, 'AUTHORITY', horizon)).filter(isInForce)
  const procuracies = (await findProcuracies(db, id, horizon)).filter(isInForce)
  const hasAuthority = documents.length + procuracies.length > 0
  return { employee: { id, fullName }, hasAuthority, documents, procuracies }
}

/** What confirms people's authority on a day. */
export async function listAuthority(
  context: Context,
  { employeeIds, date }: { employeeIds: readonly number[]; date?: string | undefined },
  bank: BankFigures,
) {
  const people = await searchById(context, employeeIds)
  const horizon = await papersHorizon(bank, date)
  const answers = []
  for (const person of people) answers.push(await authorityOf(context, person, horizon))
  return answers
}
