import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** How much of the country to make. */
export interface GarScale {
  /** `'01'`, `'02'`, … */
  readonly regions: readonly string[]
  readonly cities: number
  readonly streets: number
  readonly houses: number
  /** Day of the delivery, `YYYYMMDD`. */
  readonly day?: string
}

const guidOf = (id: number) => {
  const hex = createHash('md5').update(String(id)).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
const dates = 'UPDATEDATE="2020-01-01" STARTDATE="2000-01-01" ENDDATE="2079-06-06"'

/** One element of a file of the register. */
export const element = (tag: string, attributes: Readonly<Record<string, string | number>>): string =>
  `  <${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')} ${dates} />\n`

/** Writes a file of the register with its outer element, as it comes. */
export async function writeGarFile(
  folder: string,
  name: string,
  outer: string,
  elements: Iterable<string>,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const content = function* () {
    yield `\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<${outer}>\n`
    let buffer = ''
    for (const one of elements) {
      buffer += one
      if (buffer.length < 65_536) continue
      yield buffer
      buffer = ''
    }
    yield `${buffer}</${outer}>\n`
  }
  await pipeline(Readable.from(content()), createWriteStream(join(folder, name)))
}

interface Made {
  readonly id: number
  readonly parent: number
  readonly level: number
  readonly type: string
  readonly name: string
}
interface House {
  readonly id: number
  readonly parent: number
  readonly number: number
}

const streetNames = 'Ленина Мира Садовая Лесная Школьная Центральная Новая Полевая Зелёная Набережная'.split(
  ' ',
)

/** Numbers of a region's objects: far enough apart for any scale. */
const firstOf = (region: string) => Number(region) * 100_000_000

function* objectsOf(region: string, { cities, streets }: GarScale): Generator<Made> {
  const first = firstOf(region)
  yield { id: first, parent: 0, level: 1, type: 'обл', name: `Земля${region}` }
  for (let city = 1; city <= cities; city += 1) {
    const id = first + city * 1_000_000
    yield { id, parent: first, level: 5, type: 'г', name: `Город${region}${city}` }
    for (let street = 1; street <= streets; street += 1)
      yield {
        id: id + street * 100,
        parent: id,
        level: 8,
        type: 'ул',
        name: `${streetNames[street % streetNames.length]}${street < streetNames.length ? '' : ` ${street}`}`,
      }
  }
}

function* housesOf(region: string, scale: GarScale): Generator<House> {
  for (const { id, level } of objectsOf(region, scale))
    if (level === 8)
      for (let number = 1; number <= scale.houses; number += 1) yield { id: id + number, parent: id, number }
}

function* map<From>(list: Iterable<From>, text: (one: From) => string): Generator<string> {
  for (const one of list) yield text(one)
}

const hierarchy = (region: string) => (one: { id: number; parent: number }) =>
  element('ITEM', {
    ID: one.id,
    OBJECTID: one.id,
    PARENTOBJID: one.parent,
    CHANGEID: 1,
    REGIONCODE: Number(region),
    ISACTIVE: 1,
    PATH: one.id,
  })
const parameters = (types: readonly number[]) => (one: { id: number }) =>
  types
    .map((type) =>
      element('PARAM', {
        ID: one.id * 10 + type,
        OBJECTID: one.id,
        CHANGEID: 1,
        CHANGEIDEND: 0,
        TYPEID: type,
        VALUE: 100_000 + (one.id % 899_999),
      }),
    )
    .join('')

/** Writes one region as the register's delivery has it. */
async function writeRegion(folder: string, region: string, scale: GarScale, ending: string): Promise<void> {
  const place = join(folder, region)
  const write = (kind: string, outer: string, elements: Iterable<string>) =>
    writeGarFile(place, `AS_${kind}_${ending}`, outer, elements)
  const objects = () => objectsOf(region, scale)
  const houses = () => housesOf(region, scale)
  await write(
    'ADDR_OBJ',
    'ADDRESSOBJECTS',
    map(objects(), ({ id, level, type, name }) =>
      element('OBJECT', {
        ID: id,
        OBJECTID: id,
        OBJECTGUID: guidOf(id),
        CHANGEID: 1,
        NAME: name,
        TYPENAME: type,
        LEVEL: level,
        OPERTYPEID: 10,
        PREVID: 0,
        NEXTID: 0,
        ISACTUAL: 1,
        ISACTIVE: 1,
      }),
    ),
  )
  await write(
    'HOUSES',
    'HOUSES',
    map(houses(), ({ id, number }) =>
      element('HOUSE', {
        ID: id,
        OBJECTID: id,
        OBJECTGUID: guidOf(id),
        CHANGEID: 1,
        HOUSENUM: number,
        HOUSETYPE: 2,
        OPERTYPEID: 10,
        PREVID: 0,
        NEXTID: 0,
        ISACTUAL: 1,
        ISACTIVE: 1,
      }),
    ),
  )
  const both = function* () {
    yield* objects()
    yield* houses()
  }
  await write('ADM_HIERARCHY', 'ITEMS', map(both(), hierarchy(region)))
  await write('MUN_HIERARCHY', 'ITEMS', map(both(), hierarchy(region)))
  await write('ADDR_OBJ_PARAMS', 'PARAMS', map(objects(), parameters([5, 6, 7, 10])))
  await write('HOUSES_PARAMS', 'PARAMS', map(houses(), parameters([5, 15])))
}

/** Writes a whole delivery. */
export async function writeGar(folder: string, scale: GarScale): Promise<void> {
  const ending = `${scale.day ?? '20260126'}_729c6849-8629-4ba6-9271-7be3045287ae.XML`
  await writeGarFile(folder, `AS_ADDR_OBJ_TYPES_${ending}`, 'ADDRESSOBJECTTYPES', [
    element('ADDRESSOBJECTTYPE', {
      ID: 1,
      LEVEL: 1,
      NAME: 'Область',
      SHORTNAME: 'обл',
      DESC: 'Область',
      ISACTIVE: 'true',
    }),
    element('ADDRESSOBJECTTYPE', {
      ID: 2,
      LEVEL: 5,
      NAME: 'Город',
      SHORTNAME: 'г',
      DESC: 'Город',
      ISACTIVE: 'true',
    }),
    element('ADDRESSOBJECTTYPE', {
      ID: 3,
      LEVEL: 8,
      NAME: 'Улица',
      SHORTNAME: 'ул',
      DESC: 'Улица',
      ISACTIVE: 'true',
    }),
  ])
  for (const region of scale.regions) await writeRegion(folder, region, scale, ending)
}
