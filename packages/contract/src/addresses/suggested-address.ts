import type { z } from 'zod'
import { type Address, type AddressLevel, AddressParts } from '../common/address.ts'
import { isOkato, isOktmo } from '../common/identifiers.ts'
import type { AddressData, PlainAddress } from '../suggestions/suggestions.ts'

type Data = z.output<typeof AddressData>

/** Levels of ФИАС by their numbers. */
const levels: Readonly<Record<string, AddressLevel>> = {
  '1': 'region',
  '3': 'area',
  '4': 'city',
  '6': 'settlement',
  '65': 'territory',
  '7': 'street',
  '8': 'house',
  '9': 'flat',
}

const matching = (pattern: RegExp, text: string | null | undefined): string | null =>
  text && pattern.test(text) ? text : null
const sound = (is: (text: string) => boolean, text: string | null | undefined): string | null =>
  text && is(text) ? text : null
const guid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** What the service knows of each level; a level without a name is left out. */
function partsOf(data: Data): AddressParts {
  const written: [
    AddressLevel,
    string | null | undefined,
    string | null | undefined,
    string | null | undefined,
  ][] = [
    ['region', data.region_type, data.region, data.region_fias_id],
    ['area', data.area_with_type?.replace(data.area ?? '', '').trim(), data.area, null],
    ['city', data.city_type, data.city, data.city_fias_id],
    ['settlement', data.settlement_type, data.settlement, data.settlement_fias_id],
    ['street', data.street_type, data.street, data.street_fias_id],
    ['house', data.house_type, data.house, data.house_fias_id],
    ['block', data.block_type, data.block, null],
    ['flat', data.flat_type, data.flat, null],
  ]
  return Object.fromEntries(
    written.flatMap(([level, type, name, fiasId]) =>
      name ? [[level, { type: type ?? '', name, fiasId: matching(guid, fiasId) }]] : [],
    ),
  )
}

/** An address of the outside service as ours is kept; what has no sound form is left out. */
export function addressOfPlain({ value, data }: PlainAddress): Address {
  const parts = AddressParts.safeParse(partsOf(data))
  const region = matching(/^\d{11,23}$/, data.region_kladr_id ?? data.kladr_id)
  return {
    value: value.slice(0, 500),
    postalCode: matching(/^\d{6}$/, data.postal_code),
    regionCode: region?.slice(0, 2) ?? null,
    fiasId: matching(guid, data.fias_id),
    level: levels[data.fias_level ?? ''] ?? null,
    kladrId: matching(/^\d{11,23}$/, data.kladr_id),
    okato: sound(isOkato, data.okato),
    oktmo: sound(isOktmo, data.oktmo),
    parts: parts.success && Object.keys(parts.data).length > 0 ? parts.data : null,
  }
}
