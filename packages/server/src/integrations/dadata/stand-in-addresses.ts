import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlainAddress } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import type { SuggestionRequest } from './suggestion-client.ts'

/** A city of the delivered list, largest first. */
export interface City {
  readonly region: string
  readonly regionType: string
  readonly regionWithType: string
  readonly regionKladr: string
  readonly regionFias: string
  readonly regionIso: string
  readonly federalDistrict: string
  readonly city: string
  readonly kladr: string
  readonly fias: string
  readonly postalCode: string
  readonly okato: string
  readonly oktmo: string
  readonly taxOffice: string
  readonly timezone: string
  readonly lat: string
  readonly lon: string
}

export const cities = (
  JSON.parse(readFileSync(join(import.meta.dirname, 'data/cities.json'), 'utf8')) as { cities: City[] }
).cities

/** Type and name. */
export type Street = readonly [type: string, name: string]

/** Streets that nearly every city has. */
const streets: readonly Street[] = [
  ...'Садовая Лесная Центральная Молодёжная Школьная Новая Набережная Заречная Полевая Луговая Солнечная Берёзовая Вокзальная Рабочая Строителей Гагарина Пушкина Лермонтова Чехова Толстого Горького Мичурина Чайковского Менделеева Ломоносова Королёва Вавилова Тимирязева Космонавтов Юбилейная Южная Северная Восточная Западная Кирова Дружбы Победы Спортивная Парковая Цветочная'
    .split(' ')
    .map((name) => ['ул', name] as const),
  ['пр-кт', 'Мира'],
  ['пр-кт', 'Ленина'],
  ['пр-кт', 'Победы'],
  ['наб', 'Речная'],
  ['б-р', 'Зелёный'],
  ['пер', 'Почтовый'],
]

/** Lower case, «е» for «ё», words alone. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const typeWords = new Set(
  'г город обл область край респ республика ао ул улица пр кт проспект наб б р бульвар пер переулок д дом россия рф'.split(
    ' ',
  ),
)
const houseNumber = /^\d{1,4}[а-я]?$/

/** The same id for the same text, in the shape of a UUID. */
const idOf = (text: string): string => {
  const hex = createHash('sha1').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

const isFederalCity = (city: City) => city.region === city.city
const cityText = (city: City) =>
  isFederalCity(city) ? `г ${city.city}` : `${city.regionWithType}, г ${city.city}`

const levelOf = (street: unknown, house: unknown) => (house ? '8' : street ? '7' : '4')

function streetData(city: City, street: Street | undefined) {
  if (street === undefined) return { street_fias_id: null, street_kladr_id: null, street: null }
  const [type, name] = street
  const serial = String(streets.indexOf(street) + 1).padStart(4, '0')
  return {
    street_fias_id: idOf(`${cityText(city)}, ${type} ${name}`),
    street_kladr_id: `${city.kladr.slice(0, 11)}${serial}00`,
    street_with_type: `${type} ${name}`,
    street_type: type,
    street: name,
  }
}

/** An address down to the level that is given. */
export function addressOf(city: City, street?: Street, house?: string): PlainAddress {
  const parts = [cityText(city), street?.join(' '), house && `д ${house}`]
  const value = parts.filter((part) => part !== undefined).join(', ')
  const ofStreet = streetData(city, street)
  const fias = street === undefined ? city.fias : idOf(value)
  return {
    value,
    unrestricted_value: house ? `${city.postalCode}, ${value}` : value,
    data: {
      postal_code: city.postalCode || null,
      country: 'Россия',
      federal_district: city.federalDistrict,
      region_fias_id: city.regionFias,
      region_kladr_id: city.regionKladr,
      region_iso_code: city.regionIso,
      region_with_type: city.regionWithType,
      region_type: city.regionType,
      region: city.region,
      city_fias_id: city.fias,
      city_kladr_id: city.kladr,
      city_with_type: `г ${city.city}`,
      city_type: 'г',
      city: city.city,
      ...ofStreet,
      ...(house !== undefined && { house_fias_id: fias, house_type: 'д', house }),
      fias_id: fias,
      fias_level: levelOf(street, house),
      kladr_id: ofStreet.street_kladr_id ?? city.kladr,
      okato: city.okato,
      oktmo: city.oktmo,
      tax_office: city.taxOffice,
      timezone: city.timezone,
      geo_lat: city.lat,
      geo_lon: city.lon,
      qc_geo: house ? '0' : '4',
    },
  }
}

const startsOne = (words: readonly string[], typed: string) => words.some((word) => word.startsWith(typed))

const places = cities.map((city) => ({ city, words: wordsOf(`${city.region} ${city.city}`) }))
const named = streets.map((street) => ({ street, words: wordsOf(street[1]) }))
/** Cities whose streets are offered when none is named. */
const largest = 10

/** Cities that the first words name, with the words that are left for the street. */
function placesOf(typed: readonly string[]): { city: City; rest: readonly string[] }[] {
  const found = places.flatMap(({ city, words }) => {
    const rest = typed.filter((word) => !startsOne(words, word))
    return rest.length < typed.length ? [{ city, rest }] : []
  })
  const best = Math.min(...found.map(({ rest }) => rest.length))
  return found.length > 0
    ? found.filter(({ rest }) => rest.length === best)
    : cities.slice(0, largest).map((city) => ({ city, rest: typed }))
}

/** Streets of the city that the words name, all of them down to the house; the city itself without words. */
function inCity(city: City, words: readonly string[], house: string | undefined): PlainAddress[] {
  if (words.length === 0) return [addressOf(city)]
  return named
    .filter(({ words: name }) => words.every((word) => startsOne(name, word)))
    .map(({ street }) => addressOf(city, street, house))
}

/** Addresses that begin with what was typed: a city, its streets, a house of a street. */
export function suggestAddresses({ query, count }: SuggestionRequest): PlainAddress[] {
  const typed = wordsOf(query).filter((word) => !typeWords.has(word))
  const last = typed.at(-1) ?? ''
  const house = typed.length > 1 && houseNumber.test(last) ? last : undefined
  const words = house === undefined ? typed : typed.slice(0, -1)
  if (words.length === 0) return []
  const chosen = placesOf(words)
  const found = chosen.flatMap(({ city, rest }) => inCity(city, rest, house))
  const [only] = chosen
  // The one city that is meant shows its streets as well.
  if (chosen.length === 1 && only?.rest.length === 0)
    found.push(...streets.map((street) => addressOf(only.city, street)))
  return found.slice(0, count)
}
