import { z } from 'zod'
import { Address } from '../common/address.ts'
import { SearchText } from '../common/items.ts'
import { Sex } from '../common/person/person-name.ts'
import { Id } from '../common/scalars.ts'
import type { Schema } from '../common/schema.ts'
import { endpoint, signedIn } from '../endpoint.ts'

/** Where a suggestion comes from: the bank's own data, the outside service, or invented training data. */
export const SuggestionSource = z.enum(['OWN', 'DADATA', 'STAND_IN'])
export type SuggestionSource = z.output<typeof SuggestionSource>

const SuggestionQuery = z.object({
  query: SearchText.refine((text) => text.length > 0, 'Введите часть названия'),
  count: z.coerce.number().int().min(1).max(20).default(10),
})

const text = z.string().nullish()
/** Milliseconds since the epoch. */
const moment = z.number().nullish()

const sourced = { source: SuggestionSource }
/** Own data first. `note` says what the list lacks: the outside service that did not answer in time. */
const suggestionsOf = <T extends Schema>(item: T) =>
  z.object({ note: z.string().nullable(), suggestions: z.array(item) })

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
export const PlainAddress = z.object({
  value: z.string(),
  unrestricted_value: z.string(),
  data: AddressData,
})
export type PlainAddress = z.output<typeof PlainAddress>
export const AddressSuggestion = PlainAddress.extend({
  ...sourced,
  /** The value to keep. */
  address: Address,
})
export type AddressSuggestion = z.output<typeof AddressSuggestion>

const State = z
  .object({
    /** ACTIVE, LIQUIDATING, LIQUIDATED, BANKRUPT, REORGANIZING. */
    status: text,
    /** Of the state registers (ЕГРЮЛ, ЕГРИП): three digits. */
    code: text,
    /** What the register calls the code. */
    text,
    actuality_date: moment,
    registration_date: moment,
    liquidation_date: moment,
  })
  .nullish()

/** A legal person or an individual entrepreneur. */
export const PlainParty = z.object({
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
    address: PlainAddress.nullish(),
  }),
})
export type PlainParty = z.output<typeof PlainParty>
export const PartySuggestion = PlainParty.extend({
  ...sourced,
  /** The partner of ours with this ИНН (and КПП), when the caller may see it. */
  ownPartnerId: Id.nullable(),
})
export type PartySuggestion = z.output<typeof PartySuggestion>

/** A bank of the directory of the Bank of Russia. */
export const PlainBank = z.object({
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
    address: PlainAddress.nullish(),
  }),
})
export type PlainBank = z.output<typeof PlainBank>
export const BankSuggestion = PlainBank.extend(sourced)
export type BankSuggestion = z.output<typeof BankSuggestion>

/** A name or a part of one; parts that are not known are null. */
export const PlainName = z.object({
  value: z.string(),
  unrestricted_value: z.string(),
  data: z.object({
    surname: text,
    name: text,
    patronymic: text,
    gender: z.enum(['MALE', 'FEMALE', 'UNKNOWN']),
  }),
})
export type PlainName = z.output<typeof PlainName>
export const NameSuggestion = PlainName.extend({
  ...sourced,
  /** The employee of this name, when the caller may read the list of employees and sees their partner. */
  ownEmployeeId: Id.nullable(),
})
export type NameSuggestion = z.output<typeof NameSuggestion>

/** A unit that issues passports; `name` stands in the instrumental case, as in «кем выдан». */
export const PlainUnit = z.object({
  value: z.string(),
  unrestricted_value: z.string(),
  data: z.object({ code: z.string(), name: z.string(), region_code: text, type: text }),
})
export type PlainUnit = z.output<typeof PlainUnit>
export const UnitSuggestion = PlainUnit.extend(sourced)
export type UnitSuggestion = z.output<typeof UnitSuggestion>

export const PlainEmail = z.object({
  value: z.string(),
  unrestricted_value: z.string(),
  data: z.object({ local: z.string(), domain: z.string() }),
})
export type PlainEmail = z.output<typeof PlainEmail>
export const EmailSuggestion = PlainEmail.extend(sourced)
export type EmailSuggestion = z.output<typeof EmailSuggestion>

export const NamePart = z.enum(['SURNAME', 'NAME', 'PATRONYMIC'])
export type NamePart = z.output<typeof NamePart>

/**
 * By the beginning of a surname, name or patronymic (`part`: the field it is typed in), or of several of them one after
 * another. Visible employees come with their whole name.
 */
export const suggestName = endpoint({
  method: 'GET',
  path: '/suggestion/name',
  summary: 'Подсказки ФИО',
  access: signedIn,
  query: SuggestionQuery.extend({
    part: NamePart.optional(),
    /** The sex that is known already: names of the other one are left out. */
    sex: Sex.optional(),
  }),
  response: suggestionsOf(NameSuggestion),
})
/** By the beginning of the code, with or without the dash, or by words of the name. */
export const suggestPassportUnit = endpoint({
  method: 'GET',
  path: '/suggestion/passport-unit',
  summary: 'Подсказки подразделений, выдающих паспорта',
  access: signedIn,
  query: SuggestionQuery,
  response: suggestionsOf(UnitSuggestion),
})
/** The domains that go on from what is typed; those of the colleagues' addresses first. */
export const suggestEmail = endpoint({
  method: 'GET',
  path: '/suggestion/email',
  summary: 'Подсказки адресов электронной почты',
  access: signedIn,
  query: SuggestionQuery,
  response: suggestionsOf(EmailSuggestion),
})
/** By a part of the name, ИНН or ОГРН; partners that the caller sees come first. */
export const suggestParty = endpoint({
  method: 'GET',
  path: '/suggestion/party',
  summary: 'Подсказки организаций',
  access: signedIn,
  query: SuggestionQuery,
  response: suggestionsOf(PartySuggestion),
})
/** By a part of the name, БИК or city, from the directory of the Bank of Russia. */
export const suggestBank = endpoint({
  method: 'GET',
  path: '/suggestion/bank',
  summary: 'Подсказки банков',
  access: signedIn,
  query: SuggestionQuery,
  response: suggestionsOf(BankSuggestion),
})
/** Words in any order, from the region down to the house. */
export const suggestAddress = endpoint({
  method: 'GET',
  path: '/suggestion/address',
  summary: 'Подсказки адресов',
  access: signedIn,
  query: SuggestionQuery,
  response: suggestionsOf(AddressSuggestion),
})
