import { z } from 'zod'
import { isOkato, isOktmo } from './identifiers.ts'
import { keyOf, Code, messages, requiredText, text } from './scalars.ts'

/** Levels of an address from the widest down; `block` is the part of a house after its number: «к 2», «стр 1». */
export const addressLevels = {
  region: 'Регион',
  area: 'Район',
  city: 'Город',
  settlement: 'Населённый пункт',
  territory: 'Территория',
  street: 'Улица',
  house: 'Дом',
  block: 'Корпус, строение',
  flat: 'Квартира, помещение',
} as const
export type AddressLevel = keyof typeof addressLevels
export const AddressLevel = keyOf(addressLevels)

/** The level that each object level of the state register (ГАР) belongs to; others make no part of an address. */
export const levelOfRegister: Readonly<Record<number, AddressLevel>> = {
  1: 'region',
  2: 'area',
  3: 'area',
  4: 'area',
  5: 'city',
  6: 'settlement',
  7: 'territory',
  8: 'street',
  9: 'house',
  10: 'house',
  11: 'flat',
  12: 'flat',
}

const Guid = z.guid(messages.unknownCode)
const digits = (pattern: RegExp) => z.string().regex(pattern, messages.unknownCode)

/** One level as it is written: «ул» and «Пушкина»; the identifier is known when it was chosen and not typed. */
export const AddressPart = z.object({
  type: text(50),
  name: requiredText(250),
  /** GUID of the object in ФИАС and ГАР. */
  fiasId: Guid.nullish(),
})
export type AddressPart = z.output<typeof AddressPart>

/** Identifiers of the levels that are known. */
export const AddressParts = z.partialRecord(AddressLevel, AddressPart)
export type AddressParts = z.output<typeof AddressParts>

/**
 * An address wherever one is kept: `value` is what people read and may write freely, the rest is known when it was
 * chosen from the suggestions. `fiasId` and `level` are of the narrowest level that was chosen.
 */
export const Address = z.object({
  value: requiredText(500),
  postalCode: z
    .string()
    .regex(/^\d{6}$/, 'Индекс: шесть цифр')
    .nullish(),
  /** Two digits: the code of the dictionary `region`. */
  regionCode: Code.nullish(),
  fiasId: Guid.nullish(),
  level: AddressLevel.nullish(),
  kladrId: digits(/^\d{11,23}$/).nullish(),
  okato: z.string().refine(isOkato, 'ОКАТО: 2, 5, 8 или 11 цифр').nullish(),
  oktmo: z.string().refine(isOktmo, 'ОКТМО: 8 или 11 цифр').nullish(),
  parts: AddressParts.nullish(),
})
export type Address = z.output<typeof Address>

const levelOrder = Object.keys(addressLevels) as AddressLevel[]
/** Types that stand after the name: «Московская обл», but «Респ Татарстан». */
const typesAfterName = new Set(['обл', 'край', 'ао', 'аобл', 'р-н', 'м.р-н', 'м.о', 'у'])

/** Type and name in their usual order: «ул Пушкина», «Московская обл». */
export function partText({ type, name }: Pick<AddressPart, 'type' | 'name'>): string {
  const plain = type.toLowerCase().replace(/\.$/, '')
  // «Кемеровская область - Кузбасс» says its type itself.
  if (type === '' || (typesAfterName.has(plain) && /область|автономный округ/i.test(name))) return name
  const isAfter = typesAfterName.has(plain) || (plain === 'респ' && name.endsWith('ая'))
  return isAfter ? `${name} ${type}` : `${type} ${name}`
}

/** The line of an address from its parts: «г Москва, ул Тверская, д 5 к 2, кв 7»; a city that is its own region is named once. */
export function addressText(parts: AddressParts): string {
  const written: string[] = []
  for (const level of levelOrder) {
    const part = parts[level]
    if (part === undefined) continue
    const line = partText(part)
    const last = written.length - 1
    if (level === 'block' && last >= 0) written[last] = `${written[last]} ${line}`
    else if (written[last] !== line) written.push(line)
  }
  return written.join(', ')
}
