import { z } from 'zod'
import { FieldError } from '../common/errors.ts'
import { Percent } from '../common/amounts.ts'
import { Day } from '../common/items.ts'
import { sortOf } from '../common/page.ts'
import { AllowedAction } from '../common/process.ts'
import { Availability, NamedRef, PersonRef } from '../common/refs.ts'
import { Code, Id, Instant, keyOf, text, Option } from '../common/scalars.ts'
import { Lending, ProductDepartment, ProductKind } from './product-kinds.ts'
import { productVersionMachine, type ProductVersionState } from './product-version-machine.ts'
import { VersionContent } from './version/version-content.ts'

export const VersionState = keyOf(productVersionMachine.states as Record<ProductVersionState, unknown>)

/** Tabs of the list: what each holds. */
export const productTabs = {
  PRODUCT: 'Продукты',
  OPTION: 'Опции',
  PROMOTION: 'Акции',
  APPROVAL: 'На согласовании',
  ARCHIVE: 'Архив',
} as const
export type ProductTab = keyof typeof productTabs

/** Which areas of the menu read which lending: `/products` mortgages, `/loan-products` the others. */
export const catalogues = { mortgage: ['MORTGAGE'], loan: ['CASH_LOAN', 'CREDIT_CARD'] } as const
export type Catalogue = keyof typeof catalogues

/** As an address writes it. */
const VersionNumber = z.string().regex(/^\d{1,6}$/, 'Номер выпуска — целое число')

/** The filter of the list; an absent or empty part does not restrict. */
export const ProductFilter = z.object({
  catalogue: keyOf(catalogues).default('mortgage'),
  tab: keyOf(productTabs).default('PRODUCT'),
  /** By code and names. */
  search: text(200).default(''),
  types: z.array(Code).max(50).default([]),
  states: z.array(VersionState).default([]),
  /** In force on this day. */
  onDay: Day.nullable().default(null),
  /** The version shown begins between these days. */
  beginsFrom: Day.nullable().default(null),
  beginsTo: Day.nullable().default(null),
  /** Some of its rates are between these; options and promotions have none. */
  rateMin: Percent.nullable().default(null),
  rateMax: Percent.nullable().default(null),
  /** Number of the version shown. */
  numberFrom: VersionNumber.nullable().default(null),
  numberTo: VersionNumber.nullable().default(null),
  /** Has applications in work. */
  withCases: z.boolean().default(false),
  regions: z.array(Code).max(100).default([]),
  partnerIds: z.array(Id).max(100).default([]),
  ownerIds: z.array(Id).max(100).default([]),
  changedFrom: Day.nullable().default(null),
  changedTo: Day.nullable().default(null),
})
export type ProductFilter = z.output<typeof ProductFilter>
/** What the list is sorted by. */
export const productSortFields = [
  'code',
  'name',
  'type',
  'state',
  'validFrom',
  'changedAt',
  'openCases',
  'rateFrom',
] as const
export const ProductSort = sortOf(productSortFields)
export type ProductSort = z.output<typeof ProductSort>

/** A row of the list: what is in force today, or the nearest version when nothing is. */
export const ProductRow = z.object({
  id: Id,
  kind: ProductKind,
  lending: Lending,
  code: Code,
  name: z.string(),
  /** Of `product/type`; a loan’s of `cashLoan/productType` or `creditCard/productType`. */
  type: Option,
  state: VersionState,
  /** Number of the version shown. */
  number: z.int(),
  /** Number of a version that waits for somebody; null: none. */
  waiting: z.int().nullable(),
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
  /** Lowest and highest rate without rebates; null: an option or a promotion, which changes the rate. */
  rateFrom: z.string().nullable(),
  rateTo: z.string().nullable(),
  /** Points that an option or a promotion adds. */
  points: z.string().nullable(),
  partners: z.int(),
  /** Profiles of partners that it is for. */
  partnerProfiles: z.int(),
  regions: z.int(),
  openCases: z.int(),
  owner: PersonRef,
  changedAt: Instant,
  version: z.int(),
  actions: z.array(AllowedAction),
})
export type ProductRow = z.output<typeof ProductRow>

/** Columns of the list and of its export. */
export const productColumns = {
  code: 'Код',
  name: 'Название',
  type: 'Тип',
  state: 'Состояние',
  number: 'Выпуск',
  validFrom: 'Действует с',
  validTo: 'Действует по',
  rateFrom: 'Ставка от, %',
  rateTo: 'Ставка до, %',
  partners: 'Партнёров',
  partnerProfiles: 'Профилей партнёров',
  regions: 'Регионов',
  openCases: 'Заявок в работе',
  owner: 'Ответственный',
  changedAt: 'Изменён',
} as const

/** A version in short, as the rail of versions shows it. */
export const VersionRow = z.object({
  number: z.int(),
  state: VersionState,
  validFrom: Day.nullable(),
  /** As it was released; null: until the next one. */
  validTo: Day.nullable(),
  /** Last day in fact: the next version or a withdrawal may have come before. */
  inForceTo: Day.nullable(),
  inForce: z.boolean(),
  author: PersonRef,
  createdAt: Instant,
  sentBy: PersonRef.nullable(),
  approvedBy: PersonRef.nullable(),
  releasedBy: PersonRef.nullable(),
  releasedAt: Instant.nullable(),
  openCases: z.int(),
})
export type VersionRow = z.output<typeof VersionRow>

export const ProductVersion = VersionRow.extend({
  content: VersionContent,
  /** Of the draft, for saving; a released one never changes. */
  version: z.int(),
  actions: z.array(AllowedAction),
  editable: Availability,
  /** Beside the shape: what has to be mended before it is sent on. */
  issues: z.array(FieldError),
  /** What keeps nobody from a release and is to be looked at before it: a quarter without limits of the full cost. */
  warnings: z.array(z.string()),
})
export type ProductVersion = z.output<typeof ProductVersion>

/** A product, an option or a promotion with the version asked for: the draft where one is, else the one in force. */
export const Product = z.object({
  id: Id,
  kind: ProductKind,
  lending: Lending,
  code: Code,
  type: Option,
  department: ProductDepartment,
  owner: PersonRef,
  shown: ProductVersion,
  /** The newest first. */
  versions: z.array(VersionRow),
  options: z.array(NamedRef),
  promotions: z.array(NamedRef),
  /** Of an option or a promotion: the products that it goes with. */
  products: z.array(NamedRef),
})
export type Product = z.output<typeof Product>

/** A cap of a promotion: how much of it is gone. Sums are roubles. */
export const PromotionUse = z.object({
  used: z.object({ count: z.int(), amount: z.string() }),
  reserved: z.object({ count: z.int(), amount: z.string() }),
  /** Null: it has no such cap. */
  left: z.object({ count: z.int().nullable(), amount: z.string().nullable() }),
  cases: z.array(
    z.object({
      id: Id,
      type: z.string(),
      number: z.string(),
      clientName: z.string(),
      amount: z.string(),
      place: z.enum(['USED', 'RESERVED', 'GIVEN_BACK']),
      at: Instant,
    }),
  ),
})
export type PromotionUse = z.output<typeof PromotionUse>
