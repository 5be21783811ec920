import { houseNumberOf } from './house-number.rules.ts'

/** Attributes of one element of a file of the register. */
export type Attributes = Readonly<Record<string, string>>

/** The kinds of files that are taken, in the order in which they must be: what is above comes first. */
export const fileKinds = [
  'ADDR_OBJ_TYPES',
  'HOUSE_TYPES',
  'ADDHOUSE_TYPES',
  'PARAM_TYPES',
  'ADDR_OBJ',
  'HOUSES',
  'ADM_HIERARCHY',
  'MUN_HIERARCHY',
  'ADDR_OBJ_PARAMS',
  'HOUSES_PARAMS',
] as const
export type FileKind = (typeof fileKinds)[number]

const fileName = new RegExp(`^AS_(${fileKinds.join('|')})_(\\d{8})_[^/\\\\]*\\.xml$`, 'i')

/** What a file holds and of which day, by its name; null for files that are not taken. */
export function kindOfFile(name: string): { kind: FileKind; day: string } | null {
  const [, kind, day = ''] = fileName.exec(name) ?? []
  return kind === undefined ? null : { kind: kind.toUpperCase() as FileKind, day }
}

/** A row for a table, something that is not kept, or what is wrong with the record. */
export type ReadRecord<Row> = { readonly row: Row } | { readonly skipped: true } | { readonly reason: string }

class Wrong extends Error {}

const refuse = (text: string): never => {
  throw new Wrong(text)
}

const shown = (value: string | undefined) =>
  value === undefined || value === '' ? 'пусто' : `«${value.slice(0, 40)}»`

function whole(attributes: Attributes, name: string): string {
  const value = attributes[name]
  return value !== undefined && /^\d{1,18}$/.test(value)
    ? value
    : refuse(`${name}: нужно число, а в файле ${shown(value)}`)
}
function small(attributes: Attributes, name: string): number {
  const value = Number(whole(attributes, name))
  return value <= 2_147_483_647 ? value : refuse(`${name}: слишком большое число ${shown(attributes[name])}`)
}
const optionalWhole = (attributes: Attributes, name: string): string | null =>
  attributes[name] === undefined || attributes[name] === '' || attributes[name] === '0'
    ? null
    : whole(attributes, name)
const optionalSmall = (attributes: Attributes, name: string): number | null =>
  attributes[name] === undefined || attributes[name] === '' ? null : small(attributes, name)

function date(attributes: Attributes, name: string): string {
  const value = attributes[name]?.slice(0, 10)
  const isDate =
    value !== undefined &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value
  return isDate ? value : refuse(`${name}: нужна дата, а в файле ${shown(attributes[name])}`)
}
function flag(attributes: Attributes, name: string): boolean {
  const value = attributes[name]?.toLowerCase()
  if (value === '1' || value === 'true') return true
  return value === '0' || value === 'false'
    ? false
    : refuse(`${name}: нужно 0 или 1, а в файле ${shown(attributes[name])}`)
}
function text(attributes: Attributes, name: string, most = 250): string {
  const value = attributes[name]?.trim() ?? ''
  if (value.length > most) refuse(`${name}: длиннее ${most} знаков`)
  return value.includes('\u0000') ? refuse(`${name}: недопустимые символы`) : value
}
const requiredText = (attributes: Attributes, name: string, most?: number): string =>
  text(attributes, name, most) || refuse(`${name}: пусто`)
function guid(attributes: Attributes, name: string): string {
  const value = attributes[name]?.toLowerCase()
  return value !== undefined && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)
    ? value
    : refuse(`${name}: нужен GUID, а в файле ${shown(attributes[name])}`)
}

const dates = (a: Attributes) => ({
  update_date: date(a, 'UPDATEDATE'),
  start_date: date(a, 'STARTDATE'),
  end_date: date(a, 'ENDDATE'),
})

/** What records are read with. */
export interface Reading {
  /** Parameters that ended before this day are not kept. */
  readonly today: string
  /** Names of the additions of houses by their number. */
  readonly additions: ReadonlyMap<number, string>
  /** Numbers of the parameters that are kept. */
  readonly parameters: ReadonlySet<number>
}

const objectType = (a: Attributes) => ({
  id: small(a, 'ID'),
  level: small(a, 'LEVEL'),
  name: requiredText(a, 'NAME'),
  short_name: text(a, 'SHORTNAME', 50) || requiredText(a, 'NAME', 50),
  start_date: date(a, 'STARTDATE'),
  end_date: date(a, 'ENDDATE'),
  is_active: flag(a, 'ISACTIVE'),
})
const houseType = (kind: 'HOUSE' | 'ADDITION') => (a: Attributes) => ({
  kind,
  id: small(a, 'ID'),
  name: requiredText(a, 'NAME'),
  short_name: (text(a, 'SHORTNAME', 50) || requiredText(a, 'NAME', 50)).replace(/\.$/, ''),
  is_active: flag(a, 'ISACTIVE'),
})
const parameterType = (a: Attributes) => ({
  id: small(a, 'ID'),
  code: requiredText(a, 'CODE', 50),
  name: requiredText(a, 'NAME'),
})

function addressObject(a: Attributes) {
  const level = small(a, 'LEVEL')
  if (level < 1 || level > 17) refuse(`LEVEL: нет уровня ${level}`)
  return {
    id: whole(a, 'ID'),
    object_id: whole(a, 'OBJECTID'),
    object_guid: guid(a, 'OBJECTGUID'),
    name: requiredText(a, 'NAME'),
    type_name: text(a, 'TYPENAME', 50),
    level,
    operation_type: optionalSmall(a, 'OPERTYPEID'),
    previous_id: optionalWhole(a, 'PREVID'),
    next_id: optionalWhole(a, 'NEXTID'),
    ...dates(a),
    is_actual: flag(a, 'ISACTUAL'),
    is_active: flag(a, 'ISACTIVE'),
  }
}

function house(a: Attributes, { additions }: Reading) {
  const base = text(a, 'HOUSENUM', 50)
  const list = (['1', '2'] as const).map((which) => ({
    type: optionalSmall(a, `ADDTYPE${which}`),
    value: text(a, `ADDNUM${which}`, 50),
  }))
  const [first, second] = list
  const number = houseNumberOf(
    base,
    list
      .filter(({ value }) => value !== '')
      .map(({ type, value }) => ({ type: additions.get(type ?? 0) ?? 'корпус', value })),
  )
  if (number === '') refuse('HOUSENUM: нет номера дома')
  return {
    object_id: whole(a, 'OBJECTID'),
    id: whole(a, 'ID'),
    object_guid: guid(a, 'OBJECTGUID'),
    house_num: base,
    house_type: optionalSmall(a, 'HOUSETYPE'),
    add_num1: first?.value || null,
    add_type1: first?.type ?? null,
    add_num2: second?.value || null,
    add_type2: second?.type ?? null,
    number,
    ...dates(a),
    is_active: flag(a, 'ISACTIVE'),
  }
}

const hierarchy = (a: Attributes) => ({
  object_id: whole(a, 'OBJECTID'),
  id: whole(a, 'ID'),
  parent_object_id: optionalWhole(a, 'PARENTOBJID') ?? '0',
  ...dates(a),
  is_active: flag(a, 'ISACTIVE'),
})
const administrative = (a: Attributes) => ({
  ...hierarchy(a),
  region_code: text(a, 'REGIONCODE', 10) || null,
})
const municipal = (a: Attributes) => ({ ...hierarchy(a), oktmo: text(a, 'OKTMO', 11) || null })

function parameter(a: Attributes, { today }: Reading) {
  const days = dates(a)
  return {
    object_id: whole(a, 'OBJECTID'),
    type_id: small(a, 'TYPEID'),
    value: text(a, 'VALUE', 250),
    id: whole(a, 'ID'),
    ...days,
    is_active: days.end_date > today,
  }
}

/** Rows of a kind of file. */
export interface RowOf {
  ADDR_OBJ_TYPES: ReturnType<typeof objectType>
  HOUSE_TYPES: ReturnType<ReturnType<typeof houseType>>
  ADDHOUSE_TYPES: ReturnType<ReturnType<typeof houseType>>
  PARAM_TYPES: ReturnType<typeof parameterType>
  ADDR_OBJ: ReturnType<typeof addressObject>
  HOUSES: ReturnType<typeof house>
  ADM_HIERARCHY: ReturnType<typeof administrative>
  MUN_HIERARCHY: ReturnType<typeof municipal>
  ADDR_OBJ_PARAMS: ReturnType<typeof parameter>
  HOUSES_PARAMS: ReturnType<typeof parameter>
}
export type Row = RowOf[FileKind]

const readers: { readonly [Kind in FileKind]: (a: Attributes, reading: Reading) => RowOf[Kind] } = {
  ADDR_OBJ_TYPES: objectType,
  HOUSE_TYPES: houseType('HOUSE'),
  ADDHOUSE_TYPES: houseType('ADDITION'),
  PARAM_TYPES: parameterType,
  ADDR_OBJ: addressObject,
  HOUSES: house,
  ADM_HIERARCHY: administrative,
  MUN_HIERARCHY: municipal,
  ADDR_OBJ_PARAMS: parameter,
  HOUSES_PARAMS: parameter,
}

/** Former versions of houses and parameters that nobody asks for are not even checked. */
function isSkipped(kind: FileKind, a: Attributes, { parameters }: Reading): boolean {
  if (kind === 'HOUSES') return a.ISACTUAL === '0'
  if (kind === 'ADDR_OBJ_PARAMS' || kind === 'HOUSES_PARAMS') {
    const type = Number(a.TYPEID)
    return Number.isInteger(type) && !parameters.has(type)
  }
  return false
}

/** Reads one record of a file. */
export function readRecord(kind: FileKind, attributes: Attributes, reading: Reading): ReadRecord<Row> {
  try {
    if (isSkipped(kind, attributes, reading)) return { skipped: true }
    return { row: readers[kind](attributes, reading) }
  } catch (error) {
    if (error instanceof Wrong) return { reason: error.message }
    throw error
  }
}
