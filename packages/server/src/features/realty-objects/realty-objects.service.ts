import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { cadastralText, isCadastralNumber } from '@ipoteka-office/contract/common/cadastral.ts'
import { Address } from '@ipoteka-office/contract/common/address.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import {
  type RealtyApplication,
  type RealtyObject,
  type RealtyObjectInput,
  realtyIssues,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import type { Db } from '#db/database.ts'
import { sayObjectChosen } from '#features/cases/sections/chosen-object.service.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import { refuseUnknownCodes } from '#features/references/known-codes.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { realtyLabels } from './realty-labels.ts'
import {
  findApplications,
  findCaseOf,
  findDraft,
  findMedian,
  findObject,
  findObjectsOf,
  insertObject,
  type StoredObject,
  updateObject,
  writeRemoved,
} from './realty-objects.repo.ts'
import { derivedOf, editableIn, namedCodes, tidied } from './realty-objects.rules.ts'

type Reader = Pick<Context, 'db' | 'actor'>

const absent = () => notFound('Предмет ипотеки не найден')
const cardOf = (id: number) => ({ objectType: 'realtyObject', objectId: id })

async function answer({ db, actor }: Reader, stored: StoredObject): Promise<RealtyObject> {
  const { caseType, stage, closed, archivedAt, regionCode, ...object } = stored
  return {
    ...object,
    median: await findMedian(db, regionCode, object.type),
    editable: editableIn(actor, { caseType, stage, closed, archivedAt }),
  }
}

export async function getRealtyObject(context: Reader, id: number): Promise<RealtyObject> {
  const stored = await findObject(context.db, context.actor, id)
  if (stored === undefined) throw absent()
  return answer(context, stored)
}

/** 404 also for a case of a type without objects. */
async function requireCaseWithObjects(db: Db, actor: Actor, caseId: number, lock?: 'share') {
  const row = await requireCase(db, actor, caseId, 'Read', lock)
  if (!caseTypes[row.type].places?.includes('REALTY_OBJECTS')) throw notFound('Полная заявка не найдена')
  return row
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

async function draftOf(db: Db, caseId: number) {
  const { REALTY, CREDIT } = await findDraft(db, caseId)
  const realty = recordOf(REALTY)
  const address = Address.safeParse(realty['address'])
  return {
    type: textOf(realty['objectType']),
    number: textOf(realty['cadastralNumber']) ?? '',
    address: address.success ? address.data : null,
    area: textOf(realty['area']),
    price: textOf(recordOf(CREDIT)['objectPrice']),
  }
}

/** The objects of an application with what a new one may start from. */
export async function listCaseRealty({ db, actor }: Reader, caseId: number) {
  const row = await requireCaseWithObjects(db, actor, caseId)
  const head = await findCaseOf(db, actor, caseId)
  if (head === undefined) throw notFound('Полная заявка не найдена')
  const objects = await findObjectsOf(db, actor, caseId)
  return {
    case: head,
    editable: editableIn(actor, { ...row, caseType: row.type }),
    objects: await Promise.all(objects.map((object) => answer({ db, actor }, object))),
    draft: await draftOf(db, caseId),
  }
}

async function checked(
  db: Db,
  { input, before }: { readonly input: RealtyObjectInput; readonly before: RealtyObjectInput | null },
  clock: BankClock,
): Promise<RealtyObjectInput> {
  const number = input.numberType === 'CADASTRAL' ? cadastralText(input.number) : input.number
  const object = tidied({ ...input, number })
  const issues = realtyIssues(object, bankDay(clock))
  if (issues.length > 0) throw invalid(issues)
  await refuseUnknownCodes(db, namedCodes(object), { kept: before === null ? [] : namedCodes(before) })
  return object
}

/** More objects in one application are a slip of the hand. */
const mostObjects = 20

export async function createRealtyObject(
  { db, actor }: Context,
  caseId: number,
  input: RealtyObjectInput,
  clock: BankClock,
): Promise<RealtyObject> {
  const row = await requireCaseWithObjects(db, actor, caseId, 'share')
  const { enabled, reasonDisabled } = editableIn(actor, { ...row, caseType: row.type })
  if (!enabled) throw conflict(reasonDisabled ?? '')
  const objects = await findObjectsOf(db, actor, caseId)
  if (objects.length >= mostObjects) throw conflict(`В заявке не более ${mostObjects} объектов`)
  const object = await checked(db, { input, before: null }, clock)
  const id = await insertObject(db, { caseId, actorId: actor.employeeId }, object, derivedOf(object))
  if (object.role === 'MORTGAGESUBJECT') await sayObjectChosen({ db, actor }, row)
  return getRealtyObject({ db, actor }, id)
}

const notUpdated = 'REALTY_OBJECT_ATTRIBUTES_UPDATE_ERROR_EVENT'

/** The object locked for a change; 409 when the version is old or the application no longer allows it. */
async function take({ db, actor }: Context, id: number, version: number): Promise<StoredObject> {
  const stored = await findObject(db, actor, id, { lock: true })
  if (stored === undefined) throw absent()
  if (stored.version !== version)
    throw stale(await answer({ db, actor }, stored), await findLastChangeOf(db, cardOf(id)))
  const { enabled, reasonDisabled } = editableIn(actor, stored)
  if (!enabled) throw conflict(reasonDisabled ?? '', notUpdated)
  return stored
}

export async function saveRealtyObject(
  context: Context,
  id: number,
  { version, ...input }: RealtyObjectInput & { version: number },
  clock: BankClock,
): Promise<RealtyObject> {
  const { db, actor } = context
  const before = await take(context, id, version)
  if (before.removed) throw conflict('Объект снят с заявки. Верните его, чтобы изменить', notUpdated)
  const object = await checked(db, { input, before }, clock)
  await updateObject(db, { id, actorId: actor.employeeId }, object, derivedOf(object))
  const after = await getRealtyObject(context, id)
  return after
}

export async function markRealtyObject(
  context: Context,
  id: number,
  { removed, version }: { removed: boolean; version: number },
): Promise<RealtyObject> {
  await take(context, id, version)
  await writeRemoved(context.db, { id, actorId: context.actor.employeeId, removed })
  return getRealtyObject(context, id)
}

/** «Все заявки на объект», the object's own application among them. */
export async function listApplicationsOf(
  { db, actor }: Reader,
  id: number,
  page: PageQuery,
): Promise<Page<RealtyApplication>> {
  refuseDeepPage(page)
  const object = await findObject(db, actor, id)
  if (object === undefined) throw absent()
  // Only a cadastral number tells that two objects are one.
  const number = object.numberType === 'CADASTRAL' ? object.number : ''
  return findApplications(db, actor, { number }, page)
}

/** Applications with the number while it is typed; none for what is not a whole number yet. */
export async function findDuplicates(
  { db, actor }: Reader,
  { number, exceptCaseId }: { number: string; exceptCaseId?: number | undefined },
): Promise<RealtyApplication[]> {
  const cadastral = cadastralText(number)
  if (!isCadastralNumber(cadastral)) return []
  const key = { number: cadastral, exceptCaseId: exceptCaseId ?? null }
  const { content } = await findApplications(db, actor, key, { page: 0, size: 20 })
  return content
}

export async function listHistory(
  { db, actor }: Reader,
  id: number,
  page: PageQuery,
): Promise<Page<HistoryEntry>> {
  if ((await findObject(db, actor, id)) === undefined) throw absent()
  return listCardHistory({ db, actor }, cardOf(id), realtyLabels, page)
}
