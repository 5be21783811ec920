import { z } from 'zod'
import { MedianPrice, PartnerRef, Availability } from '../common/refs.ts'
import { Address } from '../common/address.ts'
import { DateText, Money } from '../common/amounts.ts'
import { isCadastralNumber } from '../common/cadastral.ts'
import { SearchText, Version } from '../common/items.ts'
import { PageQuery, pageOf, sortOf } from '../common/page.ts'
import { keyOf, Code, Id, IdParam, Instant, Option, requiredText, text } from '../common/scalars.ts'
import { Share } from '../common/share.ts'
import { can, endpoint } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import { type Issue, ownerIssues, ownerships } from './realty-rules.ts'
import { buildingFields } from '../cases/sections/building.ts'
import { isGiven, valuesSchema } from '../common/fields.ts'

/** What an object is to the loan (specification 2 «Realty object role»). */
export const realtyRoles = {
  MORTGAGESUBJECT: 'Предмет ипотеки',
  PURCHASEOBJECT: 'Объект приобретения',
} as const
export type RealtyRole = keyof typeof realtyRoles
/** Kinds of number by which an object is known (specification 2 «Registration number type»). */
export const realtyNumberTypes = {
  CADASTRAL: 'Кадастровый',
  CONDITIONAL: 'Условный',
  INVENTORY: 'Инвентарный',
} as const
/** Rights that may be entered in the register (specification 2 «Right kind»). */
export const rightKinds = {
  PROPERTY: 'Собственность',
  COMMON_JOINT_OWNERSHIP: 'Общая совместная собственность',
  COMMON_OWNERSHIP: 'Общая долевая собственность',
  HOUSEHOLD_LEADING: 'Хозяйственное ведение',
  OPERATION_LEADING: 'Оперативное управление',
  LIFELONG_OWNERSHIP: 'Пожизненное наследуемое владение',
  UNLIMITED_OWNERSHIP: 'Постоянное (бессрочное) пользование',
  EASEMENT: 'Сервитут',
  BANK_PROPERTY_OWNERSHIP: 'Собственность банка',
} as const
export const holderKinds = {
  PERSON: 'Физлицо',
  COMPANY: 'Организация',
  STATE: 'Государство, муниципалитет',
} as const
export const encumbranceKinds = {
  MORTGAGE: 'Ипотека',
  ARREST: 'Арест',
  BAN: 'Запрет регистрационных действий',
  RENT: 'Аренда',
  ANNUITY: 'Рента',
  EASEMENT: 'Сервитут',
  TRUST: 'Доверительное управление',
  LIVING_RIGHT: 'Право проживания',
  OTHER: 'Иное',
} as const
/** What is to become of an encumbrance before the deal. */
export const encumbrancePlans = {
  REMAINS: 'Остаётся',
  LIFTED_BEFORE: 'Снимается до сделки',
  LIFTED_WITH: 'Снимается в сделке',
  LIFTED: 'Снято',
} as const

const Holder = z.object({ kind: keyOf(holderKinds), name: requiredText(300) })
/** A share and who holds it; several holders hold it jointly. */
export const RealtyOwner = z.object({
  holders: z.array(Holder).min(1, 'Укажите правообладателя').max(20, 'Не более 20 правообладателей в доле'),
  share: Share,
  /** Number of the record in the register. */
  record: text(100).default(''),
})
export type RealtyOwner = z.output<typeof RealtyOwner>

export const RealtyEncumbrance = z.object({
  kind: keyOf(encumbranceKinds),
  record: text(100).default(''),
  registeredOn: DateText.nullable(),
  beneficiary: text(300).default(''),
  plan: keyOf(encumbrancePlans),
  comment: text(500).default(''),
})
export type RealtyEncumbrance = z.output<typeof RealtyEncumbrance>

export const RealtyAppraisal = z.object({
  appraiser: requiredText(300),
  reportNumber: requiredText(64),
  reportDate: DateText,
  marketValue: Money.refine((value) => /[1-9]/.test(value), 'Стоимость больше нуля'),
  liquidationValue: Money.nullable(),
})
export type RealtyAppraisal = z.output<typeof RealtyAppraisal>

const AreaText = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,2})?$/, 'Площадь: метры и не более двух знаков после точки')
const Building = valuesSchema(buildingFields)
export type RealtyBuilding = z.output<typeof Building>

const fields = {
  role: keyOf(realtyRoles),
  /** `mortgageObjectType`. */
  type: Code,
  numberType: keyOf(realtyNumberTypes),
  number: text(40),
  address: Address.nullable(),
  area: AreaText.nullable(),
  price: Money.nullable(),
  rightKind: keyOf(rightKinds).nullable(),
  ownership: keyOf(ownerships).nullable(),
  owners: z.array(RealtyOwner).max(200, 'Не более 200 долей'),
  extractDate: DateText.nullable(),
  encumbrances: z.array(RealtyEncumbrance).max(50),
  appraisals: z.array(RealtyAppraisal).max(50),
  building: Building,
  comment: text(2_000),
}

/** An object as the form sends it. */
export const RealtyObjectInput = z.object(fields)
export type RealtyObjectInput = z.output<typeof RealtyObjectInput>

const extentIssues = ({ area, building }: Pick<RealtyObjectInput, 'area' | 'building'>): Issue[] => {
  const total = Number(area ?? Number.NaN)
  const inside = (['livingArea', 'kitchenArea'] as const).filter((name) => Number(building[name]) > total)
  const tooHigh = Number(building.floor) > Number(building.floors)
  return [
    ...inside.map((name) => ({ path: `building.${name}`, message: 'Больше общей площади' })),
    ...(tooHigh ? [{ path: 'building.floor', message: 'Выше, чем этажей в доме' }] : []),
  ]
}

const dateIssues = (object: RealtyObjectInput, today: string): Issue[] => {
  const dates = [
    { path: 'extractDate', day: object.extractDate },
    ...object.appraisals.map(({ reportDate }, at) => ({
      path: `appraisals.${at}.reportDate`,
      day: reportDate,
    })),
    ...object.encumbrances.map((one, at) => ({
      path: `encumbrances.${at}.registeredOn`,
      day: one.registeredOn,
    })),
  ]
  return dates.flatMap(({ path, day }) =>
    day !== null && day > today ? [{ path, message: 'Дата ещё не наступила' }] : [],
  )
}

/** What is wrong with the number alone. */
export const numberIssues = ({ numberType, number }: { numberType: string; number: string }): Issue[] =>
  numberType === 'CADASTRAL' && number !== '' && !isCadastralNumber(number)
    ? [{ path: 'number', message: 'Кадастровый номер: 00:00:0000000:0000, например 78:12:0007021:2016' }]
    : []

/** What cannot be: the form and the server both call it. `today` is the bank's day. */
export function realtyIssues(object: RealtyObjectInput, today: string): Issue[] {
  return [
    ...numberIssues(object),
    ...ownerIssues(object.ownership, object.owners),
    ...extentIssues(object),
    ...dateIssues(object, today),
  ]
}

/** What an object still lacks before it can be examined. */
export function realtyGaps(object: RealtyObjectInput): { field: string; label: string }[] {
  const needed: [string, string, unknown][] = [
    ['number', 'Кадастровый номер', object.type === 'DDU_RIGHT' ? 'not yet given' : object.number],
    ['address', 'Адрес', object.address?.value],
    ['area', 'Общая площадь', object.area],
    ['price', 'Цена', object.price],
    ['ownership', 'Вид собственности', object.type === 'DDU_RIGHT' ? 'of the developer' : object.ownership],
    ['owners', 'Правообладатели', object.type === 'DDU_RIGHT' ? 'of the developer' : object.owners],
    ['appraisals', 'Оценка', object.type === 'DDU_RIGHT' ? 'by the contract' : object.appraisals],
  ]
  return needed.flatMap(([field, label, value]) => (isGiven(value) ? [] : [{ field, label }]))
}
/** How many of the object's parts are asked in all. */
export const realtyNeeded = 7

const RealtyCase = z.object({
  id: Id,
  number: z.string(),
  clientName: z.string(),
  programme: z.string().nullable(),
  amount: z.string().nullable(),
  stageName: z.string(),
  partner: PartnerRef,
})

/** An object as the server answers it. */
export const RealtyObject = z.object({
  id: Id,
  case: RealtyCase,
  ...fields,
  building: z.record(z.string(), z.unknown()),
  typeName: z.string(),
  pricePerMetre: z.string().nullable(),
  /** Half of the bank's objects of this type in this region cost less a metre; null while there are fewer than five. */
  median: MedianPrice.nullable(),
  /** Other applications that the person sees and that have an object with this number. */
  duplicates: z.int(),
  editable: Availability,
  removed: z.boolean(),
  savedAt: Instant,
  savedBy: z.string().nullable(),
  version: z.int(),
})
export type RealtyObject = z.output<typeof RealtyObject>

/** Tabs of the list. */
export const realtyTabs = {
  all: 'Все',
  duplicates: 'Дубли',
  appraisal: 'Оценка истекла или истекает',
  encumbered: 'С обременениями',
  removed: 'Снятые',
} as const
export type RealtyTab = keyof typeof realtyTabs
export const RealtyTab = keyOf(realtyTabs)

/** The filter of the list; an absent or empty part does not restrict. */
export const RealtyFilter = z.object({
  tab: RealtyTab.default('all'),
  /** Words of the address, the client and the number of the application, or a part of the cadastral number. */
  search: SearchText.default(''),
  types: z.array(Code).max(50).default([]),
  regions: z.array(Code).max(100).default([]),
  roles: z.array(keyOf(realtyRoles)).max(2).default([]),
  priceFrom: Money.optional(),
  priceTo: Money.optional(),
})
export type RealtyFilter = z.output<typeof RealtyFilter>

export const realtySortFields = [
  'createdAt',
  'address',
  'price',
  'pricePerMetre',
  'area',
  'appraisedOn',
] as const
export const RealtySort = sortOf(realtySortFields).default({ field: 'createdAt', direction: 'desc' })
export type RealtySort = z.output<typeof RealtySort>

/** An object as the list shows it. */
export const RealtyRow = z.object({
  id: Id,
  case: RealtyCase,
  role: keyOf(realtyRoles),
  type: Option,
  number: z.string(),
  address: z.string().nullable(),
  region: Option.nullable(),
  area: z.string().nullable(),
  price: z.string().nullable(),
  pricePerMetre: z.string().nullable(),
  marketValue: z.string().nullable(),
  appraisedOn: DateText.nullable(),
  owners: z.int(),
  /** That are not lifted. */
  encumbrances: z.int(),
  duplicates: z.int(),
  removed: z.boolean(),
  createdAt: Instant,
  version: z.int(),
})
export type RealtyRow = z.output<typeof RealtyRow>

export const searchRealtyObjects = endpoint({
  method: 'POST',
  path: '/realtyObject/search',
  summary: 'Реестр предметов ипотеки',
  access: can('RealtyObject', 'List'),
  query: PageQuery.extend({ sort: RealtySort }),
  body: RealtyFilter,
  response: pageOf(RealtyRow),
  reads: true,
})
/** Counts of the tabs under the same filter. */
export const countRealtyObjects = endpoint({
  method: 'POST',
  path: '/realtyObject/counts',
  summary: 'Число предметов ипотеки по вкладкам',
  access: can('RealtyObject', 'List'),
  body: RealtyFilter.omit({ tab: true }),
  response: z.record(RealtyTab, z.int()),
  reads: true,
})

const CaseParams = z.object({ id: IdParam })
/** The objects of a full application, those taken off last. */
export const listCaseRealty = endpoint({
  method: 'GET',
  path: '/fullApp/:id/realtyObjects',
  summary: 'Предметы ипотеки заявки',
  access: can('RealtyObject', 'Read'),
  params: CaseParams,
  response: z.object({
    case: RealtyCase,
    editable: Availability,
    objects: z.array(RealtyObject),
    /** What the questionnaire knows of the object: a new one starts from it. */
    draft: z.object({
      type: Code.nullable(),
      number: z.string(),
      address: Address.nullable(),
      area: z.string().nullable(),
      price: z.string().nullable(),
    }),
  }),
})
export const createRealtyObject = endpoint({
  method: 'POST',
  path: '/fullApp/:id/realtyObjects',
  summary: 'Новый предмет ипотеки',
  access: can('RealtyObject', 'Read', 'Create'),
  params: CaseParams,
  body: RealtyObjectInput,
  response: RealtyObject,
  idempotent: true,
})

const Params = z.object({ id: IdParam })
export const getRealtyObject = endpoint({
  method: 'GET',
  path: '/realtyObject/:id',
  summary: 'Предмет ипотеки',
  access: can('RealtyObject', 'Read'),
  params: Params,
  response: RealtyObject,
})
/** An old version answers 409 with the object as it is. */
export const saveRealtyObject = endpoint({
  method: 'PUT',
  path: '/realtyObject/:id',
  summary: 'Сохранение предмета ипотеки',
  access: can('RealtyObject', 'Read', 'Update'),
  params: Params,
  body: RealtyObjectInput.extend({ version: Version }),
  response: RealtyObject,
})
/** Takes the object off the application, or puts it back. */
export const markRealtyObject = endpoint({
  method: 'POST',
  path: '/realtyObject/:id/removed',
  summary: 'Снятие предмета ипотеки с заявки и возврат',
  access: can('RealtyObject', 'Read', 'Update'),
  params: Params,
  body: z.object({ removed: z.boolean(), version: Version }),
  response: RealtyObject,
  idempotent: true,
})

/** An application that has an object with the same number. */
export const RealtyApplication = RealtyCase.extend({
  objectId: Id,
  role: keyOf(realtyRoles),
  price: z.string().nullable(),
  closed: z.boolean(),
  createdAt: Instant,
})
export type RealtyApplication = z.output<typeof RealtyApplication>

/** Applications on the object by its cadastral number, of those that the person sees; newest first. */
export const listRealtyApplications = endpoint({
  method: 'GET',
  path: '/realtyObject/:id/applications',
  summary: 'Все заявки на объект',
  access: can('RealtyObject', 'Read'),
  params: Params,
  query: PageQuery,
  response: pageOf(RealtyApplication),
})
/** The same while a number is typed. */
export const findRealtyDuplicates = endpoint({
  method: 'POST',
  path: '/realtyObject/duplicates',
  summary: 'Заявки с объектом под этим кадастровым номером',
  access: can('RealtyObject', 'Read'),
  body: z.object({ number: text(40), exceptCaseId: Id.optional() }),
  response: z.array(RealtyApplication),
  reads: true,
})
export const listRealtyHistory = endpoint({
  method: 'GET',
  path: '/realtyObject/:id/history',
  summary: 'История предмета ипотеки',
  access: can('RealtyObject', 'Read'),
  params: Params,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
