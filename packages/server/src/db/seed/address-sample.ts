import { createHash } from 'node:crypto'
import { houseNumberOf } from '#features/addresses/house-number.rules.ts'

type Region = readonly [
  code: string,
  type: string,
  name: string,
  fias: string | null,
  kladr: string,
  okato: string | null,
  oktmo: string | null,
  postal: string | null,
  taxOffice: string | null,
]
type City = readonly [
  region: string,
  name: string,
  fias: string | null,
  kladr: string | null,
  okato: string | null,
  oktmo: string | null,
  postal: string | null,
  taxOffice: string | null,
  population: number,
  areaType?: string,
  area?: string,
]
type Street = readonly [type: string, name: string, formerName?: string]

/** `data/addresses.json`. */
export interface SampleData {
  readonly regions: readonly Region[]
  readonly cities: readonly City[]
  readonly formerNames: Readonly<Record<string, readonly string[]>>
  readonly commonStreets: readonly string[]
  readonly streets: Readonly<Record<string, readonly Street[]>>
}

/** An object of the sample as its tables take it. */
export interface SampleObject {
  readonly id: number
  readonly guid: string
  readonly level: number
  readonly type: string
  readonly name: string
  readonly former: readonly string[]
  readonly parent: number
  readonly region: string
  /** By the number of the parameter's type. */
  readonly codes: Readonly<Record<number, string>>
}

/** A house of the sample. */
export interface SampleHouse {
  readonly id: number
  readonly guid: string
  readonly num: string
  readonly add: string | null
  readonly addType: number | null
  readonly number: string
  readonly street: number
  readonly region: string
  readonly postal: string
}

const parameter = { taxOffice: 1, postal: 5, okato: 6, oktmo: 7, kladr: 10 } as const
/** One street of the common ones for so many people, so that the bigger city is the one with more streets. */
const peoplePerStreet = 15_000
const mostCommonStreets = 60

/** The same identifier for the same words, in the shape of a GUID. */
function guidOf(...words: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(words.join('/')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const codesOf = (codes: Readonly<Record<keyof typeof parameter, string | null>>) =>
  Object.fromEntries(
    Object.entries(codes)
      .filter(([, value]) => value !== null && value !== '')
      .map(([name, value]) => [parameter[name as keyof typeof parameter], value ?? '']),
  )

/** The biggest city of every name: former names and own streets are its. */
function biggest(cities: readonly City[]): Map<string, City> {
  const found = new Map<string, City>()
  for (const city of cities) if ((found.get(city[1])?.[8] ?? -1) < city[8]) found.set(city[1], city)
  return found
}

/** Makes the objects of the sample one by one. */
class Sample {
  readonly objects: SampleObject[] = []
  readonly houses: SampleHouse[] = []
  readonly #data: SampleData
  readonly #known: ReadonlyMap<string, City>
  readonly #regions = new Map<string, SampleObject>()
  readonly #areas = new Map<string, SampleObject>()

  constructor(data: SampleData) {
    this.#data = data
    this.#known = biggest(data.cities)
  }

  addRegion([code, type, name, fias, kladr, okato, oktmo, postal, taxOffice]: Region): void {
    const isCity = type === 'г'
    const region = this.add({
      guid: fias ?? guidOf('region', code),
      level: 1,
      type,
      name,
      former: isCity ? (this.#data.formerNames[name] ?? []) : [],
      parent: 0,
      region: code,
      codes: codesOf({ taxOffice, postal, okato, oktmo, kladr }),
    })
    this.#regions.set(code, region)
    // The capitals have enough streets of their own.
    if (isCity) this.addStreets(region, 0, name)
  }

  addCity(city: City): void {
    const [code, name, fias, kladr, okato, oktmo, postal, taxOffice, population, areaType, area] = city
    const region = this.#regions.get(code)
    if (region === undefined) return
    const isKnown = this.#known.get(name) === city
    const above = areaType !== undefined && area !== undefined ? this.#areaOf(region, areaType, area) : region
    const object = this.add({
      guid: fias ?? guidOf('city', code, name),
      level: 5,
      type: 'г',
      name,
      former: isKnown ? (this.#data.formerNames[name] ?? []) : [],
      parent: above.id,
      region: code,
      codes: codesOf({ taxOffice, postal, okato, oktmo, kladr }),
    })
    this.addStreets(object, population, isKnown ? name : '')
  }

  #areaOf({ id, region }: SampleObject, type: string, name: string): SampleObject {
    const key = `${region}/${name}`
    const area =
      this.#areas.get(key) ??
      this.add({ guid: guidOf('area', key), level: 2, type, name, parent: id, region, codes: {} })
    this.#areas.set(key, area)
    return area
  }

  add(one: Omit<SampleObject, 'id' | 'former'> & { former?: readonly string[] }): SampleObject {
    const object = { former: [], ...one, id: this.objects.length + 1 }
    this.objects.push(object)
    return object
  }

  /** The streets of a city: its own well-known ones, then those that every city has. */
  addStreets(city: SampleObject, population: number, name: string): void {
    const own = this.#data.streets[name] ?? []
    const common = this.#data.commonStreets
      .slice(
        0,
        population === 0 ? 0 : Math.min(mostCommonStreets, 2 + Math.floor(population / peoplePerStreet)),
      )
      .filter((street) => !own.some(([, known, former]) => known === street || former === street))
      .map((street): Street => ['ул', street])
    for (const [at, [type, street, former]] of [...own, ...common].entries()) {
      const kladr = city.codes[parameter.kladr]
      const object = this.add({
        guid: guidOf(city.guid, type, street),
        level: 8,
        type,
        name: street,
        former: former === undefined ? [] : [former],
        parent: city.id,
        region: city.region,
        codes:
          kladr === undefined
            ? city.codes
            : {
                ...city.codes,
                [parameter.kladr]: `${kladr.slice(0, 11)}${String(at + 1).padStart(4, '0')}00`,
              },
      })
      if (own.length > 0) this.addHouses(object, at)
    }
  }

  /** Numbers as they go along a street: some with a letter, a fraction or a second building. */
  addHouses(street: SampleObject, salt: number): void {
    const count = 14 + ((salt * 7) % 12)
    const postal = street.codes[parameter.postal] ?? '101000'
    for (let at = 1; at <= count; at += 1) {
      const base = at + (salt % 3)
      const num = at % 7 === 0 ? `${base}А` : at % 9 === 0 ? `${base}/${base + 1}` : String(base)
      this.#addHouse(street, num, null, postal)
      if (at % 5 === 0) this.#addHouse(street, num, { type: 1, word: 'корпус', value: '2' }, postal)
      if (at % 8 === 0) this.#addHouse(street, num, { type: 2, word: 'строение', value: '1' }, postal)
    }
  }

  #addHouse(
    street: SampleObject,
    num: string,
    addition: { type: number; word: string; value: string } | null,
    postal: string,
  ): void {
    const number = houseNumberOf(
      num,
      addition === null ? [] : [{ type: addition.word, value: addition.value }],
    )
    this.houses.push({
      id: 1_000_000 + this.houses.length,
      guid: guidOf(street.guid, number),
      num,
      add: addition?.value ?? null,
      addType: addition?.type ?? null,
      number,
      street: street.id,
      region: street.region,
      postal,
    })
  }
}

/** All objects and houses of the delivered sample. */
export function makeSample(data: SampleData): { objects: SampleObject[]; houses: SampleHouse[] } {
  const sample = new Sample(data)
  for (const region of data.regions) sample.addRegion(region)
  for (const city of data.cities) sample.addCity(city)
  return { objects: sample.objects, houses: sample.houses }
}
