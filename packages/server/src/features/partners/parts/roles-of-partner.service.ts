import { accreditationFields } from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import { refuseUnknownIn } from '#features/references/known-codes.service.ts'
import { periodIssues } from '@ipoteka-office/contract/partners/partner-parts.ts'
import {
  type Accreditation,
  type AccreditationInput,
  operatorRoleCode,
  operatorRoleWarning,
} from '@ipoteka-office/contract/partners/partner-roles.ts'
import { conflict, invalid, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Horizon } from '#lib/bank-time.ts'
import { requireOperator, requirePartner, takePartner } from '../partner-access.service.ts'
import { findItem } from './partner-part.repo.ts'
import { createItem, type Part } from './partner-parts.service.ts'
import {
  accreditationRows,
  countUses,
  findOffered,
  type RoleInput,
  type RoleItem,
  roleRows,
} from './roles-of-partner.repo.ts'

const operatorOnly = 'Изменить роли и аккредитацию'
const noRole = 'У партнёра нет такой роли'
const ownOperator =
  'Роль оператора у собственной организации снять нельзя: вы потеряете доступ ко всем партнёрам'
const isOwnOperator = ({ actor }: Context, partnerId: number, { code }: RoleItem) =>
  partnerId === actor.partnerId && code === operatorRoleCode

/** 409 until the caller has said that all partners shall be seen. */
function requireConfirmed(code: string, confirmed: boolean): void {
  if (code === operatorRoleCode && !confirmed)
    throw conflict(`${operatorRoleWarning} Подтвердите, что так и нужно`)
}

async function usesOf({ db }: Context, partnerId: number, item: RoleItem): Promise<string | null> {
  const { accreditations, groups, links } = await countUses(db, partnerId, item)
  const parts = [
    ...(accreditations > 0 ? [`аккредитаций: ${accreditations}`] : []),
    ...(groups > 0 ? [`рабочих групп: ${groups}`] : []),
    ...(links > 0 ? [`связей с партнёрами: ${links}`] : []),
  ]
  return parts.length === 0 ? null : `Роль используется (${parts.join(', ')}). Сделайте её недействующей`
}

/** Roles that the partner plays, addressed by the catalogue's number. */
export const rolePart = (horizon: Horizon): Part<RoleItem, RoleInput> => ({
  ...roleRows(horizon),
  notFound: noRole,
  operatorOnly,
  check(context, partnerId, input, before) {
    if (before !== null && input.notActive && isOwnOperator(context, partnerId, before))
      throw conflict(ownOperator)
    if (before?.notActive && !input.notActive) requireConfirmed(before.code, input.confirmed)
    return Promise.resolve(input)
  },
  refusal: async (context, partnerId, item) =>
    isOwnOperator(context, partnerId, item) ? ownOperator : usesOf(context, partnerId, item),
})

/** Gives the partner the role with the catalogue's number. */
export async function addRole(
  context: Context,
  partnerId: number,
  {
    roleId,
    comment,
    confirmed,
  }: { readonly roleId: number; readonly comment: string; readonly confirmed: boolean },
  horizon: Horizon,
): Promise<RoleItem> {
  // The partner first: whether it holds the role is nobody's business who may not see it.
  await takePartner(context, partnerId)
  requireOperator(context.actor, operatorOnly)
  const offered = await findOffered(context.db, partnerId, roleId)
  const refuse = (message: string) => invalid([{ path: 'roleId', message }])
  if (!offered?.active) throw refuse('Такой роли нет в каталоге')
  if (offered.held) throw refuse('У партнёра уже есть эта роль')
  requireConfirmed(offered.code, confirmed)
  return createItem(context, rolePart(horizon), partnerId, {
    roleCode: offered.code,
    notActive: false,
    comment,
    confirmed,
  })
}

/** Accreditations of one role of the partner. */
export async function accreditationPart(
  { db, actor }: Context,
  { partnerId, roleId }: { readonly partnerId: number; readonly roleId: number },
  horizon: Horizon,
): Promise<Part<Accreditation, AccreditationInput>> {
  await requirePartner(db, actor, partnerId)
  const role = await findItem(db, roleRows(horizon), partnerId, roleId)
  if (role === undefined) throw notFound(noRole)
  return {
    ...accreditationRows(role.rowId, horizon),
    notFound: 'Аккредитация не найдена',
    operatorOnly,
    async check(context, _partnerId, input, before) {
      const issues = periodIssues(input)
      if (issues.length > 0) throw invalid(issues)
      await refuseUnknownIn(context.db, accreditationFields, input, before)
      return input
    },
  }
}
