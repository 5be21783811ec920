import { employeeFields, newEmployeeFields } from '@ipoteka-office/contract/employees/employee-fields.ts'
import type { ItemsAnswer } from '@ipoteka-office/contract/common/items.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import {
  type Employee,
  type EmployeeFilter,
  type EmployeeInput,
  type EmployeeRow,
  employeeIssues,
} from '@ipoteka-office/contract/employees/employees.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { papersHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { ApiError, conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { heldChange, requireMayEnter } from '#lib/field-rights.ts'
import { knownTotal, readPage } from '#lib/paging.ts'
import { publish } from '#live/publish.ts'
import { type AccessContext, spendAccess } from './employee-access.service.ts'
import { requestAccount, syncAccount } from './employee-account.service.ts'
import { switchOffEverything } from './parts/employee-dependants.service.ts'
import { giveFirstRoles } from './employee-roles.service.ts'
import {
  countFound,
  countTotals,
  type EmployeeKey,
  type EmployeeSort,
  findCard,
  findHeadCandidate,
  findLastChange,
  findLoginHolder,
  findPageRows,
  findVersion,
  insertEmployee,
  isPartnerVisible,
  type LockedEmployee,
  lockEmployee,
  updateEmployee,
} from './employees.repo.ts'
import { isSame, refusalOfHead, tidy } from './employees.rules.ts'

const noEmployee = () => notFound('Сотрудник не найден')

/** 404 for a partner that the caller does not see. */
export async function requirePartner(db: Db, actor: Actor, partnerId: number): Promise<void> {
  if (!(await isPartnerVisible(db, actor, partnerId))) throw notFound('Партнёр не найден')
}

/** 404 for a person whom the caller does not see. */
export async function requireEmployee(db: Db, actor: Actor, id: number): Promise<void> {
  if ((await findVersion(db, actor, id)) === null) throw noEmployee()
}

/** A card by one of its keys; 404 when there is none or the caller may not see it. */
export async function getEmployee(
  db: Db,
  actor: Actor,
  key: EmployeeKey,
  bank: BankFigures,
): Promise<Employee> {
  const card = await findCard(db, actor, key, await papersHorizon(bank))
  if (card === undefined) throw noEmployee()
  return card
}

/** The person for a change of the card or of a part of it. */
export async function takeEmployee(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  key: { id: number; partnerId?: number },
): Promise<LockedEmployee> {
  const employee = await lockEmployee(db, actor, key)
  if (employee === undefined) throw noEmployee()
  return employee
}

/** A page of the partner's employees. */
export async function listEmployees(
  { db, actor }: Context,
  partnerId: number,
  filter: EmployeeFilter,
  query: PageQuery & { sort: EmployeeSort },
  bank: BankFigures,
): Promise<Page<EmployeeRow>> {
  await requirePartner(db, actor, partnerId)
  const scope = { partnerId, filter, horizon: await papersHorizon(bank) }
  return readPage(query, {
    rows: () => findPageRows(db, scope, query),
    count: () => countFound(db, scope),
  })
}

/** The same with the counts of the filter whatever its activity. */
export async function filterEmployees(
  { db, actor }: Context,
  partnerId: number,
  filter: EmployeeFilter,
  query: PageQuery & { sort: EmployeeSort },
  bank: BankFigures,
) {
  await requirePartner(db, actor, partnerId)
  const scope = { partnerId, filter, horizon: await papersHorizon(bank) }
  const rows = await findPageRows(db, scope, query)
  const totals = await countTotals(db, scope)
  const { notActive } = filter
  const counted = notActive === true ? totals.notActive : notActive === false ? totals.active : totals.all
  return { ...toPage(rows, knownTotal(rows.length, query) ?? counted, query), totals }
}

async function checkHead(
  { db, actor }: Context,
  headId: number | null,
  partnerId: number,
  employeeId: number | null,
): Promise<void> {
  if (headId === null) return
  const refusal = refusalOfHead(await findHeadCandidate(db, actor, headId, partnerId, employeeId))
  if (refusal !== null) throw invalid([{ path: 'headId', message: refusal }])
}

async function checkLogin(db: Db, login: string | null, exceptId: number | null): Promise<void> {
  if (login !== null && (await findLoginHolder(db, login, exceptId)) !== null)
    throw invalid([{ path: 'login', message: 'Логин занят другим сотрудником' }])
}

/** What a new employee is made of. */
export type NewEmployee = EmployeeInput & {
  readonly createAccount: boolean
  readonly userRoleIds: readonly number[]
}

/** A new employee with the first roles; the sign-in is made after the commit. */
export async function createEmployee(
  context: Context,
  partnerId: number,
  { createAccount, userRoleIds, ...given }: NewEmployee,
  { bank, identity }: { bank: BankFigures; identity: IdentityAdmin | null },
): Promise<Employee> {
  const { db, actor } = context
  await requirePartner(db, actor, partnerId)
  const start = { createAccount: false, userRoleIds: [] }
  requireMayEnter(actor, newEmployeeFields, { ...given, createAccount, userRoleIds }, start)
  const input = tidy(given)
  const issues = employeeIssues({ ...input, createAccount }, bankDay(bank.clock))
  if (createAccount && identity === null)
    issues.push({ path: 'createAccount', message: 'Учётные записи заводятся в сервере входа, не отсюда' })
  if (issues.length > 0) throw invalid(issues)
  await checkLogin(db, input.login, null)
  await checkHead(context, input.headId, partnerId, null)
  const id = await insertEmployee(db, partnerId, input)
  if (userRoleIds.length > 0)
    await giveFirstRoles({ ...context, bank }, { employeeId: id, partnerId }, userRoleIds)
  if (createAccount) await requestAccount(context, id, null)
  return getEmployee(db, actor, { id }, bank)
}

async function checkNewLogin(context: AccessContext, before: LockedEmployee, login: string | null) {
  const { db } = context
  if (login?.toLowerCase() === before.login?.toLowerCase()) return
  if (before.identityId !== null)
    throw invalid([{ path: 'login', message: 'Логин связан с учётной записью и не меняется' }])
  await checkLogin(db, login, before.id)
  // Whoever signs in with this login gets the person's rights.
  await spendAccess(context, before.id)
}

async function applyChange(
  context: Context,
  before: LockedEmployee,
  input: EmployeeInput,
  bank: BankFigures,
): Promise<void> {
  const { db, actor } = context
  await checkNewLogin({ ...context, bank }, before, input.login)
  if (input.headId !== before.headId) await checkHead(context, input.headId, before.partnerId, before.id)
  const switchesOff = input.notActive && !before.notActive
  if (switchesOff && before.id === actor.employeeId) throw conflict('Нельзя отключить самого себя')
  await updateEmployee(db, before.id, input)
  if (switchesOff) await switchOffEverything(context, before.id, bank)
  if (input.notActive !== before.notActive) await syncAccount(db, before.id)
  await publish(db, topics.employee(before.id))
}

/** Saves a card; what changes nothing leaves row, version and history as they are. */
export async function saveEmployee(
  context: Context,
  key: { partnerId: number; id: number },
  { version, ...given }: EmployeeInput & { version: number },
  bank: BankFigures,
): Promise<Employee> {
  const { db, actor } = context
  const before = await takeEmployee(context, key)
  if (version !== before.version)
    throw stale(await getEmployee(db, actor, key, bank), await findLastChange(db, key.id))
  const input = tidy(heldChange(actor, employeeFields, given, before))
  if (!isSame(before, input)) {
    const issues = input.birthDate === before.birthDate ? [] : employeeIssues(input, bankDay(bank.clock))
    if (issues.length > 0) throw invalid(issues)
    await applyChange(context, before, input, bank)
  }
  return getEmployee(db, actor, key, bank)
}

/** Switches a person off. */
export async function deactivateEmployee(
  context: Context,
  key: { partnerId: number; id: number },
  version: number | null,
  bank: BankFigures,
): Promise<void> {
  const before = await takeEmployee(context, key)
  if (version !== null && version !== before.version)
    throw stale(
      await getEmployee(context.db, context.actor, key, bank),
      await findLastChange(context.db, key.id),
    )
  if (!before.notActive) await applyChange(context, before, { ...before, notActive: true }, bank)
}

/** Each by itself: a refused one says why and stops no other. */
export async function deactivateEmployees(
  context: Context,
  partnerId: number,
  ids: readonly number[],
  bank: BankFigures,
): Promise<ItemsAnswer> {
  await requirePartner(context.db, context.actor, partnerId)
  const results: ItemsAnswer['results'] = []
  // In ascending order: two calls at once wait for each other instead of locking each other out.
  for (const id of [...ids].sort((a, b) => a - b)) {
    try {
      await deactivateEmployee(context, { partnerId, id }, null, bank)
      results.push({ id, done: true, reason: null })
    } catch (error) {
      // Refusals come before the first change of a person; anything else ends the whole call.
      if (!(error instanceof ApiError)) throw error
      results.push({ id, done: false, reason: error.message })
    }
  }
  return { results }
}
