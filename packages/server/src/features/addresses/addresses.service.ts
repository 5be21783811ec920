import type {
  AddressLevelCode,
  AddressObject,
  FoundAddress,
} from '@ipoteka-office/contract/addresses/addresses.ts'
import type { Db } from '#db/database.ts'
import { notFound } from '#http/errors.ts'
import { findImportant } from './address-search.repo.ts'
import { searchAddresses } from './address-search.service.ts'
import {
  findHouse,
  findHouses,
  findMunicipalParents,
  findParameters,
  findPosition,
  findRegion,
} from './addresses.repo.ts'
import { toAddressObject } from './found-address.rules.ts'
import { readFound } from './found-addresses.service.ts'
import { houseTokens, readHouse } from './house-number.rules.ts'

/** Levels of the register that a code of a level means. */
const registerLevels: Readonly<Record<AddressLevelCode, readonly number[]>> = {
  '1': [1],
  '3': [2, 3],
  // A city that is a region of its own is a city too.
  '4': [1, 4, 5],
  '6': [6],
  '65': [7],
  '7': [8],
  '8': [8, 7, 6],
}

/** Filters of the calls. */
export interface Filters {
  readonly levels?: readonly AddressLevelCode[] | undefined
  readonly parent?: string | undefined
  readonly region?: string | undefined
  readonly limit: number
}

/** Position to look inside of; null when the filter names an object that does not exist. */
async function scopeOf(db: Db, { parent, region }: Filters): Promise<number | null | undefined> {
  if (parent !== undefined) return (await findPosition(db, parent)) ?? null
  return region === undefined ? undefined : ((await findRegion(db, region)) ?? null)
}

const isCity = (found: FoundAddress) => found.registerLevel !== 1 || found.type.replace('.', '') === 'г'

/** Of regions, level 4 wants those alone that are cities. */
const fits = (levels: readonly AddressLevelCode[]) => (found: FoundAddress) =>
  levels.includes(found.levelCode) || (levels.includes('4') && found.registerLevel === 1 && isCity(found))

/** The search of addresses with the filters of the call. */
export async function search(db: Db, query: string, filters: Filters): Promise<FoundAddress[]> {
  const inside = await scopeOf(db, filters)
  if (inside === null) return []
  const { levels, limit } = filters
  if (levels === undefined)
    return searchAddresses(db, query, { limit, ...(inside !== undefined && { inside }) })
  const found = await searchAddresses(db, query, {
    // Regions that are no cities fall out afterwards.
    limit: limit + 10,
    levels: [...new Set(levels.flatMap((code) => registerLevels[code]))],
    ...(inside !== undefined && { inside }),
    withoutHouses: !levels.includes('8'),
  })
  return found.filter(fits(levels)).slice(0, limit)
}

/** Localities by a text, or the biggest ones. */
export async function searchLocalities(
  db: Db,
  query: string,
  filters: Filters & { readonly levels: readonly AddressLevelCode[] },
): Promise<FoundAddress[]> {
  if (query !== '') return search(db, query, filters)
  const inside = await scopeOf(db, filters)
  if (inside === null) return []
  const { levels, limit } = filters
  const found = await findImportant(
    db,
    { inside: inside ?? null, levels: [...new Set(levels.flatMap((code) => registerLevels[code]))] },
    limit + 100,
  )
  const { toFound } = await readFound(db, found)
  return found
    .map(toFound)
    .filter((one) => one !== null)
    .filter(fits(levels))
    .slice(0, limit)
}

/** Houses of one object by the beginning of the number. */
export async function searchHouses(
  db: Db,
  parent: string,
  query: string,
  limit: number,
): Promise<FoundAddress[]> {
  const pos = await findPosition(db, parent)
  if (pos === undefined) return []
  const tokens = houseTokens(query)
  const read = readHouse(tokens)
  if (tokens.length > 0 && read === null) return []
  const { objects } = await readFound(db, [{ pos }])
  const objectId = objects.get(pos)?.objectId
  if (objectId === undefined) return []
  const houses = await findHouses(db, [objectId], read?.number ?? '', limit)
  const answers = houses.map((house) => ({ pos, house, rest: read?.flat ?? null }))
  const { toFound } = await readFound(db, answers)
  return answers.map(toFound).filter((one) => one !== null)
}

const unknown = () => notFound('В реестре нет такого адресного объекта')

async function objectAndHouse(db: Db, id: string) {
  const pos = await findPosition(db, id)
  if (pos !== undefined) return { pos }
  const house = await findHouse(db, id)
  const parent = house === undefined ? undefined : await findPosition(db, house.parentId)
  if (house === undefined || parent === undefined) throw unknown()
  return { pos: parent, house }
}

/** From the region down to the object or the house. */
export async function listParents(
  db: Db,
  id: string,
  division: 'ADMINISTRATIVE' | 'MUNICIPAL',
): Promise<AddressObject[]> {
  const answer = await objectAndHouse(db, id)
  const { toFound } = await readFound(db, [answer])
  const found = toFound(answer)
  if (found === null) throw unknown()
  if (division === 'ADMINISTRATIVE') return found.path
  const rows = await findMunicipalParents(db, found.objectId)
  if (rows.length === 0) return found.path
  const parameters = await findParameters(
    db,
    rows.map(({ objectId }) => objectId),
  )
  const codes = Map.groupBy(parameters, ({ objectId }) => objectId)
  const read = {
    objects: new Map(),
    codes: new Map(
      [...codes].map(([one, list]) => [one, new Map(list.map(({ code, value }) => [code, value]))]),
    ),
  }
  const path = rows.map((row) => toAddressObject(row, read))
  // Houses are no rows of the search: the house itself comes from its own path.
  return answer.house === undefined ? path : [...path, ...found.path.slice(-1)]
}
