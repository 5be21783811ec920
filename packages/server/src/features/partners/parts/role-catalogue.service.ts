import type { ItemsAnswer } from '@ipoteka-office/contract/common/items.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { CatalogueRole } from '@ipoteka-office/contract/partners/partner-roles.ts'
import type { Db } from '#db/database.ts'
import { invalid, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { publish } from '#live/publish.ts'
import {
  findCatalogue,
  insertCatalogueRole,
  lockCatalogue,
  raiseRevision,
  switchOff,
} from './role-catalogue.repo.ts'

export async function getCatalogueRole(
  db: Db,
  one: { id: number } | { code: string },
): Promise<CatalogueRole> {
  const [role] = await findCatalogue(db, one)
  if (role === undefined) throw notFound('Роль партнёров не найдена')
  return role
}

async function changed(db: Db): Promise<void> {
  await raiseRevision(db)
  await publish(db, topics.dictionaries, { codes: ['partnerRole'] })
}

export async function createCatalogueRole(
  { db }: Context,
  { code, name }: { code: string; name: string },
): Promise<CatalogueRole> {
  await lockCatalogue(db)
  const all = await findCatalogue(db)
  if (all.some((role) => role.code.toLowerCase() === code.toLowerCase()))
    throw invalid([{ path: 'code', message: 'Роль с таким кодом уже есть' }])
  await insertCatalogueRole(db, code, name)
  await changed(db)
  return getCatalogueRole(db, { code })
}

/** One that partners hold stays: who they are is found in the list of partners by the role. */
export async function removeCatalogueRoles({ db }: Context, ids: readonly number[]): Promise<ItemsAnswer> {
  await lockCatalogue(db)
  const results: ItemsAnswer['results'] = []
  for (const id of ids) {
    const [role] = await findCatalogue(db, { id })
    const reason =
      role === undefined
        ? 'Роль партнёров не найдена'
        : role.partnersCount > 0
          ? `Роль есть у партнёров: ${role.partnersCount.toLocaleString('ru')}`
          : null
    if (role !== undefined && reason === null) await switchOff(db, role.code)
    results.push({ id, done: reason === null, reason })
  }
  if (results.some(({ done }) => done)) await changed(db)
  return { results }
}
