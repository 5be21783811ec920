import { z } from 'zod'
import { SearchText } from './common/items.ts'
import { Id } from './common/scalars.ts'
import { endpoint, signedIn } from './endpoint.ts'

/** Where the answer comes from: the outside service, or the stand-in of a bank without a key to it. */
export const SuggestionSource = z.enum(['DADATA', 'STAND_IN'])

const SuggestionQuery = z.object({
  query: SearchText.refine((text) => text.length > 0, 'Введите часть названия'),
  count: z.coerce.number().int().min(1).max(20).default(10),
})

const text = z.string().nullish()
/** Milliseconds since the epoch. */
const moment = z.number().nullish()

const suggestionsOf = <T extends z.ZodType>(item: T) =>
  z.object({ source: SuggestionSource, suggestions: z.array(item) })

/** An address in the service's own words; every level may be absent. */
export const AddressData = z.object({
  postal_code: text,
  country: text,
  federal_district: text,
  region_fias_id: text,
  region_kladr_id: text,
  region_iso_code: text,
  region_with_type: text,
  region_type: text,
  region: text,
  area_with_type: text,
  area: text,
  city_fias_id: text,
  city_kladr_id: text,
  city_with_type: text,
  city_type: text,
  city: text,
  settlement_fias_id: text,
  settlement_kladr_id: text,
  settlement_with_type: text,
  settlement_type: text,
  settlement: text,
  street_fias_id: text,
  street_kladr_id: text,
  street_with_type: text,
  street_type: text,
  street: text,
  house_fias_id: text,
  house_type: text,
  house: text,
  block_type: text,
  block: text,
  flat_type: text,
  flat: text,
  fias_id: text,
  fias_level: text,
  kladr_id: text,
  okato: text,
  oktmo: text,
  tax_office: text,
  timezone: text,
  geo_lat: text,
  geo_lon: text,
  qc_geo: text,
})
export const AddressSuggestion = z.object({
  value: z.string(),
  unrestricted_value: z.string(),
  data: AddressData,
})
export type AddressSuggestion = z.output<typeof AddressSuggestion>

const State = z
  .object({
    /** ACTIVE, LIQUIDATING, LIQUIDATED, BANKRUPT, REORGANIZING. */
    status: text,
    actuality_date: moment,
    registration_date: moment,
    liquidation_date: moment,
  })
  .nullish()

/** A legal person or an individual entrepreneur. */
export const PartySuggestion = z.object({
  value: z.string(),
  unrestricted_value: z.string(),
  data: z.object({
    inn: z.string(),
    kpp: text,
    ogrn: text,
    ogrn_date: moment,
    type: z.enum(['LEGAL', 'INDIVIDUAL']).nullish(),
    branch_type: z.enum(['MAIN', 'BRANCH']).nullish(),
    branch_count: z.number().nullish(),
    hid: text,
    okpo: text,
    okato: text,
    oktmo: text,
    okved: text,
    opf: z.object({ type: text, code: text, full: text, short: text }).nullish(),
    name: z.object({
      full_with_opf: text,
      short_with_opf: text,
      full: text,
      short: text,
      latin: text,
    }),
    management: z.object({ name: text, post: text }).nullish(),
    state: State,
    address: AddressSuggestion.nullish(),
  }),
  /** The partner of ours with this ИНН (and КПП), when the caller may see it. */
  ownPartnerId: Id.nullable(),
})
export type PartySuggestion = z.output<typeof PartySuggestion>

/** A bank of the directory of the Bank of Russia. */
export const BankSuggestion = z.object({
  value: z.string(),
  unrestricted_value: z.string(),
  data: z.object({
    bic: z.string(),
    swift: text,
    inn: text,
    kpp: text,
    correspondent_account: text,
    registration_number: text,
    payment_city: text,
    opf: z.object({ type: text, full: text, short: text }).nullish(),
    name: z.object({ payment: text, full: text, short: text }),
    state: State,
    address: AddressSuggestion.nullish(),
  }),
})
export type BankSuggestion = z.output<typeof BankSuggestion>

/** By a part of the name, ИНН or ОГРН. 503 while the service does not answer: the fields are filled in by hand. */
export const suggestParty = endpoint({
  method: 'GET',
  path: '/suggestion/party',
  summary: 'Подсказки организаций',
  access: signedIn,
  query: SuggestionQuery,
  response: suggestionsOf(PartySuggestion),
})
/** By a part of the name or БИК. */
export const suggestBank = endpoint({
  method: 'GET',
  path: '/suggestion/bank',
  summary: 'Подсказки банков',
  access: signedIn,
  query: SuggestionQuery,
  response: suggestionsOf(BankSuggestion),
})
export const suggestAddress = endpoint({
  method: 'GET',
  path: '/suggestion/address',
  summary: 'Подсказки адресов',
  access: signedIn,
  query: SuggestionQuery,
  response: suggestionsOf(AddressSuggestion),
})
