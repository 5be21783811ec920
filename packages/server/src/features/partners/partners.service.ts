import { codeIssues } from '#features/references/known-codes.service.ts'
import { operatorRoleCode } from '@ipoteka-office/contract/partners/partner-roles.ts'
import { newPartnerFields, partnerFields } from '@ipoteka-office/contract/partners/partner-fields.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { type PartnerItem } from '@ipoteka-office/contract/partners/partner-names.ts'
import {
  type Partner,
  type PartnerCreate,
  PartnerInput,
  type PartnerUpdate,
  partnerIssues,
} from '@ipoteka-office/contract/partners/partners.ts'
import type { SearchCondition } from '@ipoteka-office/contract/search/search-conditions.ts'
import type { Db } from '#db/database.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { accreditationHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { conflict, invalid, nullIfAbsent, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { bankDay } from '#lib/bank-time.ts'
import { heldChange, requireMayEnter } from '#lib/field-rights.ts'
import {
  noPartner,
  partnerChanged,
  requireOperator,
  requirePartner,
  takePartner,
} from './partner-access.service.ts'
import {
  findCard,
  findDependants,
  findTwin,
  insertDescription,
  insertPartner,
  insertRoles,
  moveUnder,
  type PartnerPlace,
  setActivity,
  updatePartner,
} from './partner-card.repo.ts'
import { readPartnerConditions } from './partner-conditions.rules.ts'
import { findPartners } from './partners.repo.ts'
import { changedFields, dependantsText, formCodes } from './partners.rules.ts'

/** Partners by conditions, for selects. */
export function filterPartners(
  db: Db,
  actor: Actor,
  { searchConditions, ...page }: PageQuery & { readonly searchConditions: readonly SearchCondition[] },
): Promise<Page<PartnerItem>> {
  const { search, errors } = readPartnerConditions(searchConditions)
  if (errors.length > 0) throw invalid(errors)
  return findPartners(db, actor, search, page)
}

/** The card as the caller may see it. */
export async function getPartner(
  db: Db,
  actor: Actor,
  key: { id: number } | { uid: string },
  bank: BankFigures,
): Promise<Partner> {
  const partner = await findCard(db, actor, key, await accreditationHorizon(bank))
  if (!partner) throw noPartner()
  return partner
}

/** What is wrong with the form; `before` is the row as it is, whose codes stay even when they are no longer in force. */
async function checkForm({ db, actor }: Context, input: PartnerInput, before: Partner | null): Promise<void> {
  const issues: FieldError[] = partnerIssues(input)
  const kept = before === null ? [] : formCodes(before)
  issues.push(...(await codeIssues(db, formCodes(input), { kept })))
  if (issues.length > 0) throw invalid(issues)
  const twin = await findTwin(db, actor, input, before?.id ?? null)
  if (twin === undefined) return
  const who = twin.shortName === null ? '' : `: «${twin.shortName}»`
  const message = `Партнёр с такими ИНН и КПП уже есть${who}. У филиала укажите его собственный КПП`
  throw invalid([{ path: 'inn', message }], message)
}

const badParent = (message: string) => invalid([{ path: 'parentId', message }])

/** The partner under which another one is to hang: visible, active, and not under the other one itself. */
async function requireParent(
  db: Db,
  actor: Actor,
  parentId: number,
  childId?: number,
): Promise<PartnerPlace> {
  const parent = await requirePartner(db, actor, parentId).catch(nullIfAbsent)
  if (parent === null) throw badParent('Партнёр не найден')
  if (childId !== undefined && parent.ancestorIds.includes(childId))
    throw badParent('Партнёр не может подчиняться самому себе или своему филиалу')
  if (parent.notActive) throw badParent('Партнёр отключён: филиалы создаются у действующих')
  return parent
}

/** The operator alone creates organisations; a branch of others is of the same legal entity as its head. */
function requireMayCreate(actor: Actor, input: PartnerCreate, parent: PartnerPlace | null): void {
  if (parent === null) requireOperator(actor, 'Создать организацию без головной')
  const { inn, ogrn } = parent ?? input
  requireMayEnter(actor, newPartnerFields, input, { inn, ogrn, roleCodes: [] }, { ogrn: null })
}

async function requireRoleCodes(db: Db, codes: readonly string[]): Promise<void> {
  const of = { dictionary: 'partnerRole', label: 'Роль' }
  const asked = codes.map((code, index) => ({ ...of, path: `roleCodes.${index}`, code }))
  const unknown = await codeIssues(db, asked)
  const operator = codes.indexOf(operatorRoleCode)
  if (operator >= 0)
    unknown.push({
      path: `roleCodes.${operator}`,
      message: 'Роль «Оператор» добавляют отдельно: в карточке партнёра, на вкладке «Роли»',
    })
  if (unknown.length > 0) throw invalid(unknown)
}

/** A new partner, or a branch where a parent is given. */
export async function createPartner(
  context: Context,
  input: PartnerCreate,
  bank: BankFigures,
): Promise<Partner> {
  const { db, actor } = context
  const parent = input.parentId === null ? null : await requireParent(db, actor, input.parentId)
  requireMayCreate(actor, input, parent)
  await checkForm(context, input, null)
  await requireRoleCodes(db, input.roleCodes)
  const id = await insertPartner(db, input, input.parentId)
  await insertRoles(db, id, [...new Set(input.roleCodes)])
  if (input.description !== '') await insertDescription(db, id, input.description, actor.employeeId)
  await partnerChanged(db, input.parentId)
  return getPartner(db, actor, { id }, bank)
}

const emptyForm = {
  ...PartnerInput.omit({ shortName: true, fullName: true, inn: true }).parse({}),
  shortName: '',
  fullName: '',
  inn: '',
  branchTypeCode: 'HEAD',
  parentId: null,
  parent: null,
}

const branchOf = ({ id, shortName, fullName, inn, ogrn, okopfCode, ...head }: Partner) => ({
  ...emptyForm,
  shortName: `${shortName}, филиал`,
  fullName,
  inn,
  ogrn,
  okopfCode,
  branchTypeCode: 'BRANCH',
  businessProfileCodes: head.businessProfileCodes,
  companyGroupCode: head.companyGroupCode,
  legalAddress: head.legalAddress,
  parentId: id,
  parent: { id, shortName },
})

/** Empty values; of a branch those that follow from its head. Who is not the operator creates branches alone. */
export async function newPartner(db: Db, actor: Actor, parentId: number | undefined, bank: BankFigures) {
  const headId = parentId ?? (actor.isAhml ? null : actor.partnerId)
  return headId === null ? emptyForm : branchOf(await getPartner(db, actor, { id: headId }, bank))
}

async function staleCard(db: Db, actor: Actor, id: number, bank: BankFigures): Promise<never> {
  throw stale(
    await getPartner(db, actor, { id }, bank),
    await findLastChangeOf(db, { objectType: 'partner', objectId: id }),
  )
}

/** Hangs the partner elsewhere; who may is the caller's to check. */
export async function moveBranch(
  { db, actor }: Context,
  place: PartnerPlace,
  parentId: number | null,
): Promise<void> {
  if (parentId !== null) await requireParent(db, actor, parentId, place.id)
  await moveUnder(db, place.id, parentId)
  await partnerChanged(db, place.id, place.parentId, parentId)
}

/** Saves the main data. What changes nothing leaves the row, its version and its history as they are. */
export async function savePartner(
  context: Context,
  id: number,
  { version, ...given }: PartnerUpdate,
  bank: BankFigures,
): Promise<Partner> {
  const { db, actor } = context
  const place = await takePartner(context, id)
  if (version !== place.version) await staleCard(db, actor, id, bank)
  const before = await getPartner(db, actor, { id }, bank)
  const { parentId, ...input } = heldChange(actor, partnerFields, given, before)
  const changed = changedFields(before, input)
  const isMoved = parentId !== undefined && parentId !== place.parentId
  if (changed.length === 0 && !isMoved) return before
  await checkForm(context, input, before)
  if (isMoved) await moveBranch(context, place, parentId)
  if (changed.length > 0) {
    await updatePartner(db, id, input)
    await partnerChanged(db, id, place.parentId)
  }
  return getPartner(db, actor, { id }, bank)
}

/** Switches the partner off; what depends on it stays, and is confirmed to be seen. */
export async function deactivatePartner(
  context: Context,
  id: number,
  { version, confirm }: { version: number; confirm: boolean },
  bank: BankFigures,
): Promise<Partner> {
  const { db, actor } = context
  const place = await takePartner(context, id)
  if (id === actor.partnerId) {
    requireOperator(actor, 'Отключить собственную организацию')
    throw conflict('Собственную организацию отключить нельзя: вы потеряете вход в систему')
  }
  if (version !== place.version) await staleCard(db, actor, id, bank)
  if (place.notActive) return getPartner(db, actor, { id }, bank)
  const dependants = await findDependants(db, id)
  if (dependants.total > 0 && !confirm)
    throw conflict(
      `От партнёра зависят ${dependantsText(dependants)}. Передайте работу или подтвердите отключение`,
    )
  await setActivity(db, id, bankDay(bank.clock))
  await partnerChanged(db, id, place.parentId)
  return getPartner(db, actor, { id }, bank)
}

/** Switches it on again; its head must be active. */
export async function reactivatePartner(
  context: Context,
  id: number,
  version: number,
  bank: BankFigures,
): Promise<Partner> {
  const { db, actor } = context
  const place = await takePartner(context, id)
  if (version !== place.version) await staleCard(db, actor, id, bank)
  if (!place.notActive) return getPartner(db, actor, { id }, bank)
  if (place.parentId !== null) {
    const head = await findCard(
      db,
      { ...actor, isAhml: true },
      { id: place.parentId },
      await accreditationHorizon(bank),
    )
    if (head?.notActive) throw conflict(`Сначала включите головную организацию «${head.shortName}»`)
  }
  await setActivity(db, id, null)
  await partnerChanged(db, id, place.parentId)
  return getPartner(db, actor, { id }, bank)
}
