import type { SavedView } from '@ipoteka-office/contract/views/views.ts'
import { UserSettings } from '@ipoteka-office/contract/views/views.ts'
import type { Db } from '#db/database.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { findSettings, mergeSettings } from './settings.repo.ts'
import {
  clearDefault,
  countOwnViews,
  deleteView,
  findLastChange,
  findViewForChange,
  findViews,
  insertView,
  isNameTaken,
  lockOwnViews,
  updateView,
  type ViewRow,
  type ViewValues,
} from './views.repo.ts'

const maxViews = 100
const maxLists = 200

/** Unset and unreadable parts take their defaults. */
const toSettings = (kept: unknown): UserSettings => {
  const parsed = UserSettings.safeParse(kept ?? {})
  return parsed.success ? parsed.data : UserSettings.parse({})
}

export async function getSettings(db: Db, actor: Actor): Promise<UserSettings> {
  return toSettings(await findSettings(db, actor.employeeId))
}

export async function saveSettings(
  db: Db,
  actor: Actor,
  given: Partial<UserSettings>,
): Promise<UserSettings> {
  const settings = toSettings(await mergeSettings(db, actor.employeeId, given))
  for (const path of ['columns', 'widths'] as const)
    if (Object.keys(settings[path]).length > maxLists)
      throw invalid([{ path, message: `Не более ${maxLists} списков` }])
  return settings
}

const toView = (row: ViewRow, actor: Actor): SavedView => ({
  id: row.id,
  listKey: row.listKey,
  name: row.name,
  state: row.state,
  shared: row.shared,
  // Somebody else's default is not the caller's.
  isDefault: row.isDefault && row.ownerId === actor.employeeId,
  mine: row.ownerId === actor.employeeId,
  delivered: row.ownerId === null,
  owner: row.owner ?? 'Система',
  version: row.version,
})

export async function listViews(db: Db, actor: Actor, listKey: string): Promise<SavedView[]> {
  const rows = await findViews(db, actor.employeeId, actor.partnerId, listKey)
  return rows.map((row) => toView(row, actor))
}

async function visibleView(db: Db, actor: Actor, listKey: string, id: number): Promise<ViewRow> {
  const row = await findViewForChange(db, actor.employeeId, actor.partnerId, listKey, id)
  if (row === null) throw notFound('Представление не найдено')
  return row
}

async function ownView(db: Db, actor: Actor, listKey: string, id: number): Promise<ViewRow> {
  const row = await visibleView(db, actor, listKey, id)
  if (row.ownerId === null) throw forbidden('Поставляемое представление изменить нельзя: сохраните своё')
  if (row.ownerId !== actor.employeeId) throw forbidden('Чужое представление изменить нельзя')
  return row
}

/** Before a view is written: its name is free and, when it becomes the default, no other is. */
async function makeRoom(
  db: Db,
  actor: Actor,
  listKey: string,
  values: ViewValues,
  id: number,
): Promise<void> {
  await lockOwnViews(db, actor.employeeId)
  if (await isNameTaken(db, actor.employeeId, listKey, values.name, id))
    throw invalid([{ path: 'name', message: 'Представление с таким названием уже есть' }])
  if (values.isDefault) await clearDefault(db, actor.employeeId, listKey, id)
}

export async function createView(
  db: Db,
  actor: Actor,
  listKey: string,
  values: ViewValues,
): Promise<SavedView> {
  await makeRoom(db, actor, listKey, values, 0)
  if ((await countOwnViews(db, actor.employeeId, listKey)) >= maxViews)
    throw conflict(`Не более ${maxViews} представлений одного списка`)
  const id = await insertView(db, actor.employeeId, listKey, values)
  return toView(await visibleView(db, actor, listKey, id), actor)
}

export async function changeView(
  db: Db,
  actor: Actor,
  { listKey, id }: { listKey: string; id: number },
  { version, ...values }: ViewValues & { version: number },
): Promise<SavedView> {
  await lockOwnViews(db, actor.employeeId)
  const row = await ownView(db, actor, listKey, id)
  if (row.version !== version) throw stale(toView(row, actor), (await findLastChange(db, id)) ?? undefined)
  await makeRoom(db, actor, listKey, values, id)
  await updateView(db, id, values)
  return toView(await ownView(db, actor, listKey, id), actor)
}

export async function removeView(db: Db, actor: Actor, listKey: string, id: number): Promise<void> {
  await ownView(db, actor, listKey, id)
  await deleteView(db, id)
}
