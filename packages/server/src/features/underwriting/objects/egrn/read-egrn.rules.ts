import { withoutEndZeros } from '@ipoteka-office/contract/common/trim-ends.ts'
import { DateText } from '@ipoteka-office/contract/common/amounts.ts'
import type { encumbranceKinds, rightKinds } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import type { Ownership } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { BadXml, type UnknownTag } from '#lib/xml/bad-xml.ts'
import { decodeXml, parseXml } from '#lib/xml/safe-xml.ts'
import { XmlReader } from '#lib/xml/xml-reader.ts'

/** Roots of extracts about an object, each with the record of the object and the place of its address. */
const records: Readonly<Record<string, { readonly record: string; readonly address: string }>> = {
  room: { record: 'room_record', address: 'address_room' },
  car_parking_space: { record: 'car_parking_space_record', address: 'address_room' },
  build: { record: 'build_record', address: 'address_location' },
  construction: { record: 'construction_record', address: 'address_location' },
  under_construction: { record: 'object_under_construction_record', address: 'address_location' },
  land: { record: 'land_record', address: 'address_location' },
}
const rootPrefix = 'extract_about_property_'
/** More rows are no extract about one home. */
const mostRows = 200
const mostEncumbrances = 50

type EncumbranceKind = keyof typeof encumbranceKinds
/** By the words of the register: its codes are many more than the bank's. */
const kinds: readonly (readonly [RegExp, EncumbranceKind])[] = [
  [/ипотек|залог/i, 'MORTGAGE'],
  [/арест/i, 'ARREST'],
  [/запре[тщ]/i, 'BAN'],
  [/аренд|на[её]м/i, 'RENT'],
  [/рент|пожизненн.*содержан/i, 'ANNUITY'],
  [/сервитут/i, 'EASEMENT'],
  [/доверительн/i, 'TRUST'],
  [/прожива|безвозмездн/i, 'LIVING_RIGHT'],
]
const kindOf = (words: string): EncumbranceKind => kinds.find(([sign]) => sign.test(words))?.[1] ?? 'OTHER'

const rights: readonly (readonly [RegExp, keyof typeof rightKinds, Ownership])[] = [
  [/дол[её]в/i, 'COMMON_OWNERSHIP', 'SHARED_PROPERTY'],
  [/совместн/i, 'COMMON_JOINT_OWNERSHIP', 'COMMON_PROPERTY'],
  [/хозяйственн/i, 'HOUSEHOLD_LEADING', 'PROPERTY'],
  [/оперативн/i, 'OPERATION_LEADING', 'PROPERTY'],
  [/пожизненн/i, 'LIFELONG_OWNERSHIP', 'PROPERTY'],
  [/постоянн|бессрочн/i, 'UNLIMITED_OWNERSHIP', 'PROPERTY'],
  [/собственност/i, 'PROPERTY', 'PROPERTY'],
]

/** What the extract says, in the fields of the part RIGHTS of a review. */
export interface ReadEgrn {
  readonly answers: Readonly<Record<string, unknown>>
  readonly unknown: readonly UnknownTag[]
}

/** «2024-03-01T00:00:00+03:00» is a day, whatever the hour. */
function dayOf(reader: XmlReader, name: string): string | null {
  const day = reader.day(name)?.slice(0, 10) ?? null
  if (day === null) return null
  if (!DateText.safeParse(day).success) throw new BadXml(`Выписка не разобрана: неверная дата «${name}»`)
  return day
}

const nameOfPerson = (person: XmlReader): string =>
  ['surname', 'name', 'patronymic']
    .map((part) => person.text(part) ?? '')
    .filter(Boolean)
    .join(' ')

/** Of whom the register tells: a person, a firm, the state. */
function holderName(holder: XmlReader): string {
  const person = holder.one('individual')
  person.skip(
    'birth_date',
    'birth_place',
    'citizenship',
    'snils',
    'identity_doc',
    'contacts',
    'individual_type',
  )
  if (person.exists) return nameOfPerson(person)
  const entity = holder.one('legal_entity').one('entity')
  for (const kind of ['resident', 'not_resident']) {
    const firm = entity.one(kind)
    firm.skip(
      'incorporation_form',
      'inn',
      'ogrn',
      'contacts',
      'incorporate_country',
      'registration_number',
      'date_state_reg',
    )
    const name = firm.text('name')
    if (name !== null) return name
  }
  const state = holder.one('public_formation').one('public_formation_type')
  for (const kind of ['russia', 'subject_of_rf', 'municipality', 'foreign_public', 'union_state']) {
    const body = state.one(kind)
    const name = body.text('name') ?? body.one('name').text('value')
    if (name !== null) return name
  }
  return holder.one('another').one('another_type').text('value') ?? ''
}

function holdersOf(record: XmlReader): string[] {
  const holders = record.one('right_holders').all('right_holder')
  return holders.map(holderName).filter((name) => name !== '')
}

interface Right {
  readonly words: string
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

function rightOf(record: XmlReader, at: number): Right {
  record.skip('underlying_documents', 'third_party_consents', 'cad_number')
  const data = record.one('right_data')
  const type = data.one('right_type')
  type.skip('code')
  const words = type.text('value') ?? ''
  const share = data.one('shares').one('share')
  const [numerator, denominator] = [share.whole('numerator'), share.whole('denominator')]
  const isShare = Number.isSafeInteger(numerator) && Number.isSafeInteger(denominator)
  const registeredOn = dayOf(record.one('record_info'), 'registration_date')
  const number = data.text('right_number')
  return {
    words,
    rows: holdersOf(record).map((name, holder) => ({
      key: `x${at}-${holder}`,
      name,
      ...(isShare && { numerator, denominator }),
      ...(number !== null && { record: number }),
      ...(registeredOn !== null && { registeredOn }),
    })),
  }
}

function encumbranceOf(record: XmlReader, at: number): Readonly<Record<string, unknown>> {
  record.skip('underlying_documents', 'third_party_consents', 'state_expropriation', 'record_info')
  const data = record.one('restrictions_encumbrances_data')
  data.skip('period', 'additional_encumbrance_info')
  const type = data.one('restriction_encumbrance_type')
  type.skip('code')
  const words = type.text('value') ?? ''
  const number = data.text('restriction_encumbrance_number')
  const parties = record
    .one('restrict_parties')
    .one('restricted_rights_parties')
    .all('restricted_rights_party')
  const names = [
    ...parties.map((party) => {
      party.skip('type')
      return holderName(party.one('subject'))
    }),
    ...holdersOf(record),
  ].filter((name) => name !== '')
  return {
    key: `e${at}`,
    kind: kindOf(words),
    ...(number !== null && { record: number.slice(0, 100) }),
    ...(names.length > 0 && { beneficiary: names.join(', ').slice(0, 300) }),
  }
}

function readRecord(root: XmlReader, kind: string) {
  const { record: name, address } = records[kind] ?? { record: '', address: '' }
  const record = root.one(name)
  if (!record.exists) throw new BadXml('Выписка не разобрана: в ней нет сведений об объекте')
  record.skip(
    'record_info',
    'cad_links',
    'cost',
    'special_notes',
    'location_in_build',
    'object_previously_posted',
  )
  const object = record.one('object')
  const common = object.one('common_data')
  common.skip('type', 'quarter_cad_number')
  object.skip('subtype')
  const params = record.one('params')
  params.skip(
    'name',
    'purpose',
    'type',
    'permitted_uses',
    'permitted_use',
    'category',
    'floors',
    'year_built',
    'materials',
  )
  // A plot says its area with how exact it is.
  const area = params.one('area').text('value') ?? params.text('area')
  params.one('area').skip('type', 'inaccuracy')
  const place = record.one(address).one('address')
  const whole = place.one('address').exists ? place.one('address') : place
  whole.skip('address_fias', 'note')
  return { cadastral: common.needed('cad_number'), area, address: whole.text('readable_address') }
}

/** A decimal of the register as the form holds it; what is none is not taken. */
const decimalOf = (text: string | null): string | null => {
  const value = text?.replaceAll(/[\s\u00a0]/g, '').replace(',', '.') ?? null
  if (value === null || !/^\d{1,9}(\.\d{1,4})?$/.test(value)) return null
  return withoutEndZeros(value)
}

const given = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))

/** Who made the extract and when; what stands in the future is not believed. */
function readHead(root: XmlReader, today: string) {
  root.skip('details_request', 'status', 'recipient_statement', 'cadastral_actions', 'deal_records')
  const statement = root.one('details_statement').one('group_top_requisites')
  statement.skip('organ_registr_rights')
  root.one('details_statement').skip('group_lower_requisites')
  const extractDate = dayOf(statement, 'date_formation')
  if (extractDate !== null && extractDate > today)
    throw new BadXml(`В выписке дата из будущего: ${extractDate}`)
  return { extractDate, extractNumber: statement.text('registration_number')?.slice(0, 64) ?? null }
}

function readRights(root: XmlReader) {
  const found = root.one('right_records').all('right_record').map(rightOf)
  const extractOwners = found.flatMap(({ rows }) => rows)
  const encumbrances = root.one('restrict_records').all('restrict_record').map(encumbranceOf)
  if (extractOwners.length > mostRows || encumbrances.length > mostEncumbrances)
    throw new BadXml('Выписка не разобрана: записей больше, чем бывает у одного объекта')
  const right = rights.find(([sign]) => found.some(({ words }) => sign.test(words)))
  return {
    extractRightKind: right?.[1] ?? null,
    extractOwnership: right?.[2] ?? null,
    extractOwners,
    encumbrances,
  }
}

/** Reads an extract of the register; throws `BadXml` with words that a person can be shown. */
export function readEgrn(bytes: Uint8Array, today: string): ReadEgrn {
  const { text } = decodeXml(bytes, 'Файл')
  const root = new XmlReader(parseXml(text, 'Файл'))
  const kind = root.name.startsWith(rootPrefix) ? root.name.slice(rootPrefix.length) : ''
  if (!Object.hasOwn(records, kind))
    throw new BadXml('Это не выписка ЕГРН об объекте: нужен файл с основными характеристиками и правами')
  const head = readHead(root, today)
  const { cadastral, area, address } = readRecord(root, kind)
  return {
    answers: given({
      ...head,
      extractCadastral: cadastral.slice(0, 40),
      extractAddress: address?.slice(0, 500) ?? null,
      extractArea: decimalOf(area),
      ...readRights(root),
    }),
    unknown: root.unknown(),
  }
}
