import type {
  AddressLevelCode,
  AddressObject,
  FoundAddress,
} from '@ipoteka-office/contract/addresses/addresses.ts'
import {
  type Address,
  type AddressLevel,
  type AddressParts,
  addressText,
  levelOfRegister,
} from '@ipoteka-office/contract/common/address.ts'
import { isOkato, isOktmo } from '@ipoteka-office/contract/common/identifiers.ts'
import type { HouseRow, ObjectRow } from './address-rows.ts'

/** Codes of one object by the register's names: PostIndex, OKATO, OKTMO, CODE, IFNSFL, CadastrNum. */
export type Codes = ReadonlyMap<string, string>

/** Everything that was read of the objects of an answer. */
export interface Read {
  readonly objects: ReadonlyMap<number, ObjectRow>
  readonly codes: ReadonlyMap<string, Codes>
}

/** What the answer says beside the object itself. */
export interface Beside {
  readonly house?: HouseRow
  readonly oldName?: string | null
  readonly rest?: string | null
}

const codeOfLevel: Readonly<Record<number, AddressLevelCode>> = {
  1: '1',
  2: '3',
  3: '3',
  4: '4',
  5: '4',
  6: '6',
  7: '65',
  8: '7',
}
/** ГАР numbers houses 10. */
const houseLevel = 10

const codeOf = ({ codes }: Read, objectId: string, code: string) => codes.get(objectId)?.get(code) ?? null

/** An object as one step of a path. */
export const toAddressObject = (row: ObjectRow, read: Read): AddressObject => ({
  objectId: row.objectId,
  fiasId: row.fiasId,
  level: levelOfRegister[row.level] ?? null,
  levelCode: codeOfLevel[row.level] ?? '7',
  registerLevel: row.level,
  type: row.type,
  typeName: row.typeName?.toLowerCase() ?? row.type,
  name: row.name,
  kladrId: codeOf(read, row.objectId, 'CODE'),
})

const additionsOf = ({ addType1, add1, addType2, add2 }: HouseRow): string =>
  [
    [addType1, add1],
    [addType2, add2],
  ]
    .filter(([, value]) => value !== null && value !== '')
    .map(([type, value]) => `${type ?? ''} ${value}`.trim())
    .join(' ')

/** The house as the last step of a path: its name is the whole number. */
export const toHouseObject = (house: HouseRow, read: Read): AddressObject => ({
  objectId: house.objectId,
  fiasId: house.fiasId,
  level: 'house',
  levelCode: '8',
  registerLevel: houseLevel,
  type: house.type ?? 'д',
  typeName: house.typeName?.toLowerCase() ?? 'дом',
  name: `${house.base} ${additionsOf(house)}`.trim(),
  kladrId: codeOf(read, house.objectId, 'CODE'),
})

function partsOf(path: readonly AddressObject[], house: HouseRow | undefined): AddressParts {
  const parts: AddressParts = {}
  for (const { level, registerLevel, type, name, fiasId } of path) {
    if (level === null) continue
    parts[level] = { type, name, fiasId }
    // A city that is a region of its own is its own city too: forms have a field for it.
    if (registerLevel === 1 && type.replace('.', '') === 'г') parts.city = { type, name, fiasId }
  }
  if (house === undefined) return parts
  const additions = additionsOf(house)
  const [blockType = '', ...rest] = additions.split(' ')
  return {
    ...parts,
    house: { type: house.type ?? 'д', name: house.base, fiasId: house.fiasId },
    ...(additions !== '' && {
      block: rest.length > 0 ? { type: blockType, name: rest.join(' ') } : { type: '', name: additions },
    }),
  }
}

const trimmed = (code: string | null, pattern: RegExp) => (code !== null && pattern.test(code) ? code : null)
const sound = (code: string | null, is: (text: string) => boolean) =>
  code !== null && is(code) ? code : null

/** The nearest of the path that has the code, from the narrowest up, `steps` at most. */
function nearest(
  read: Read,
  path: readonly AddressObject[],
  code: string,
  steps = path.length,
): string | null {
  for (const { objectId } of path.toReversed().slice(0, steps)) {
    const found = codeOf(read, objectId, code)
    if (found !== null && found !== '') return found
  }
  return null
}

function addressOf(path: readonly AddressObject[], value: string, parts: AddressParts, read: Read): Address {
  const own = path.at(-1)
  const [region] = path
  const level: AddressLevel | null = own?.level ?? null
  return {
    value,
    // A house without an index has that of its street; a street has none when its houses differ.
    postalCode: trimmed(nearest(read, path, 'PostIndex', level === 'house' ? 2 : 1), /^\d{6}$/),
    regionCode: region?.kladrId?.slice(0, 2) ?? null,
    fiasId: own?.fiasId ?? null,
    level,
    kladrId: trimmed(nearest(read, path, 'CODE', level === 'house' ? 2 : 1), /^\d{11,23}$/),
    okato: sound(nearest(read, path, 'OKATO'), isOkato),
    oktmo: sound(nearest(read, path, 'OKTMO'), isOktmo),
    parts,
  }
}

/** The answer for an object, or for a house that stands on it. */
export function toFoundAddress(row: ObjectRow, read: Read, beside: Beside = {}): FoundAddress {
  const { house, oldName = null, rest = null } = beside
  const above = row.path
    .map((pos) => read.objects.get(pos))
    .filter((one) => one !== undefined)
    .map((one) => toAddressObject(one, read))
  const path = house === undefined ? above : [...above, toHouseObject(house, read)]
  const own = path.at(-1) ?? toAddressObject(row, read)
  const parts = partsOf(path, house)
  const value = addressText(parts)
  return {
    ...own,
    value,
    address: addressOf(path, value, parts, read),
    path,
    oldName,
    rest,
    taxOffice: nearest(read, path, 'IFNSFL'),
    cadastralNumber: codeOf(read, own.objectId, 'CadastrNum'),
  }
}
