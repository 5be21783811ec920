import { z } from 'zod'
import { Address, AddressLevel } from '../common/address.ts'
import { SearchText } from '../common/items.ts'
import { keyOf, messages } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'

/** Answers of specification 2 §9: ten addresses, fifteen localities, unless asked otherwise. */
export const addressLimits = { search: 10, localities: 15, most: 50 } as const

/**
 * Levels as people and the outside suggestions number them (ФИАС); the register (ГАР) numbers its objects differently.
 * 4 are cities with their settlements, 6 other localities: the two that the search of localities looks at.
 */
export const addressLevelCodes = {
  '1': 'Регион',
  '3': 'Район',
  '4': 'Город, городское или сельское поселение',
  '6': 'Населённый пункт',
  '65': 'Территория, микрорайон',
  '7': 'Улица',
  '8': 'Дом, участок',
} as const
export type AddressLevelCode = keyof typeof addressLevelCodes
export const AddressLevelCode = keyOf(addressLevelCodes)

/** GUID of an object (the same in ФИАС and ГАР), or its number in ГАР. */
export const AddressObjectId = z
  .string()
  .regex(
    /^(?:\d{1,18}|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/i,
    'Укажите идентификатор адресного объекта',
  )
  .transform((id) => id.toLowerCase())

/** One object on the way from the region to the address. */
export const AddressObject = z.object({
  /** Number in ГАР. */
  objectId: z.string(),
  fiasId: z.guid(),
  /** Null for levels that make no part of an address: municipal territories. */
  level: AddressLevel.nullable(),
  /** As ФИАС numbers it. */
  levelCode: AddressLevelCode,
  /** As ГАР numbers it. */
  registerLevel: z.int(),
  /** «ул» and «улица». */
  type: z.string(),
  typeName: z.string(),
  name: z.string(),
  kladrId: z.string().nullable(),
})
export type AddressObject = z.output<typeof AddressObject>

/** An address that was found; `address` is the value to keep. */
export const FoundAddress = AddressObject.extend({
  value: z.string(),
  address: Address,
  /** From the region to the object itself; a house is the last with its whole number: «5 к 2». */
  path: z.array(AddressObject),
  /** The former name that the search met: «Ленинград». */
  oldName: z.string().nullable(),
  /** What was typed after the street and is in no register: a house that is not there, a flat. */
  rest: z.string().nullable(),
  taxOffice: z.string().nullable(),
  cadastralNumber: z.string().nullable(),
})
export type FoundAddress = z.output<typeof FoundAddress>

const Limit = (usual: number) => z.coerce.number().int().min(1).max(addressLimits.most).default(usual)
const Query = SearchText.refine((text) => text.length > 0, 'Введите часть адреса')
/** Codes through a comma. */
const Levels = z
  .string()
  .max(40)
  .transform((list) => list.split(','))
  .pipe(z.array(AddressLevelCode).min(1))
const Region = z.string().regex(/^\d{2}$/, 'Код региона: две цифры')

const filters = {
  /** Only inside this object. */
  parent: AddressObjectId.optional(),
  /** Two digits of the region. */
  region: Region.optional(),
}

/** Words in any order, the last may be begun; typing errors, «ё» or «е», former names; a house at the end. */
export const searchAddresses = endpoint({
  method: 'GET',
  path: '/address/search',
  summary: 'Поиск адреса',
  access: signedIn,
  query: z.object({
    query: Query,
    limit: Limit(addressLimits.search),
    levels: Levels.optional().describe('Уровни через запятую: 1, 3, 4, 6, 65, 7, 8'),
    ...filters,
  }),
  response: z.array(FoundAddress),
})

/** Houses of a street or a settlement by the beginning of the number: «5», «5 к 2», «5к2». */
export const findHouse = endpoint({
  method: 'GET',
  path: '/address/findHouse',
  summary: 'Поиск дома на улице',
  access: signedIn,
  query: z.object({
    parent: AddressObjectId,
    query: SearchText.default(''),
    limit: Limit(addressLimits.search),
  }),
  response: z.array(FoundAddress),
})

/** From the region down to the object itself; 404 for an object that the register does not have. */
export const getAddressParents = endpoint({
  method: 'GET',
  path: '/address/parents',
  summary: 'Вышестоящие объекты адреса',
  access: signedIn,
  query: z.object({
    id: AddressObjectId,
    division: z
      .enum(['ADMINISTRATIVE', 'MUNICIPAL'], messages.unknownCode)
      .default('ADMINISTRATIVE')
      .describe('Деление: административное или муниципальное'),
  }),
  response: z.array(AddressObject),
})

/** Cities and other localities (levels 4 and 6), the bigger first; without a text the biggest ones. */
export const getLocalities = endpoint({
  method: 'GET',
  path: '/address/getLocalities',
  summary: 'Города и населённые пункты',
  access: signedIn,
  query: z.object({
    query: SearchText.default(''),
    limit: Limit(addressLimits.localities),
    levels: Levels.default(['4', '6']).describe('Уровни через запятую, обычно 4 и 6'),
    ...filters,
  }),
  response: z.array(FoundAddress),
})
