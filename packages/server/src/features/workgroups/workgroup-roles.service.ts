import type { WorkgroupRole, WorkgroupRoleInput } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import type { Db } from '#db/database.ts'
import { refuseUnknownCodes } from '#features/references/known-codes.service.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { AskedCode } from '#features/references/asked-code.ts'
import type { Actor } from '#lib/actor.ts'
import {
  deleteRole as removeRole,
  findLastRoleChange,
  findRole,
  insertRole,
  isNameTaken,
  lockRole,
  updateRole,
} from './workgroup-roles.repo.ts'
import { sameRole } from './workgroups.rules.ts'

const noRole = () => notFound('Роль рабочей группы не найдена')

export async function getRole(db: Db, id: number): Promise<WorkgroupRole> {
  const role = await findRole(db, id)
  if (role === null) throw noRole()
  return role
}

/** The catalogue is the bank's: partners may have the right to roles within their own, not to it. */
function requireOperator({ isAhml }: Actor): void {
  if (!isAhml) throw forbidden('Роли рабочих групп меняет только оператор')
}

const codesOf = ({ partnerRoleId: code }: WorkgroupRoleInput): AskedCode[] =>
  code === null ? [] : [{ path: 'partnerRoleId', dictionary: 'partnerRole', code, label: 'Роль партнёра' }]

async function checkInput(db: Db, input: WorkgroupRoleInput, before: WorkgroupRole | null): Promise<void> {
  if (await isNameTaken(db, input.name, before?.id ?? null))
    throw invalid([{ path: 'name', message: 'Роль с таким названием уже есть' }])
  await refuseUnknownCodes(db, codesOf(input), { kept: before === null ? [] : codesOf(before) })
}

export async function createRole({ db, actor }: Context, input: WorkgroupRoleInput): Promise<WorkgroupRole> {
  requireOperator(actor)
  await checkInput(db, input, null)
  return getRole(db, await insertRole(db, input))
}

export async function saveRole(
  { db, actor }: Context,
  id: number,
  { version, ...input }: WorkgroupRoleInput & { version: number },
): Promise<WorkgroupRole> {
  requireOperator(actor)
  if (!(await lockRole(db, id))) throw noRole()
  const before = await getRole(db, id)
  if (before.version !== version) throw stale(before, await findLastRoleChange(db, id))
  if (sameRole(before, input)) return before
  await checkInput(db, input, before)
  await updateRole(db, id, input)
  return getRole(db, id)
}

/** 409 while groups hold it. */
export async function deleteRole({ db, actor }: Context, id: number, version: number): Promise<void> {
  requireOperator(actor)
  if (!(await lockRole(db, id))) throw noRole()
  const before = await getRole(db, id)
  if (before.version !== version) throw stale(before, await findLastRoleChange(db, id))
  if (before.groupsCount > 0)
    throw conflict(`Роль есть у рабочих групп: ${before.groupsCount}. Отключите её или снимите с групп`)
  await removeRole(db, id)
}
