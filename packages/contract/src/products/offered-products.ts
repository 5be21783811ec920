import { z } from 'zod'
import { Money, Months, Percent } from '../common/amounts.ts'
import { Day } from '../common/items.ts'
import { NamedRef } from '../common/refs.ts'
import { Code, Id, IdParam, Option } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { WorkedStep } from '../calculator/calculators.ts'
import { Lending, ProductKind } from './product-kinds.ts'
import { VersionState } from './product-rows.ts'

/** What is offered: a version in short, by the names that staff and clients know. */
export const OfferedProduct = z.object({
  id: Id,
  kind: ProductKind,
  lending: Lending,
  code: Code,
  name: z.string(),
  clientName: z.string(),
  about: z.string(),
  type: Option,
  versionId: Id,
  number: z.int(),
  state: VersionState,
  validFrom: Day.nullable(),
  validTo: Day.nullable(),
  rateFrom: z.string().nullable(),
  rateTo: z.string().nullable(),
  /** Points that an option or a promotion adds. */
  points: z.string().nullable(),
})
export type OfferedProduct = z.output<typeof OfferedProduct>

/** Which revisions a list has. */
export const revisions = { LAST: 'Последний выпуск', ALL: 'Все выпуски' } as const
const Wanted = z.object({
  /** Those that wait for approval or release too; for the bank’s people who may approve, release or write them. */
  review: z.boolean().default(false),
  revisions: z.enum(['LAST', 'ALL']).default('LAST'),
})
export type WantedRevisions = z.output<typeof Wanted>

const Key = z.object({ id: IdParam })
const ids = z
  .string()
  .regex(/^(?:[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,19})?$/, 'Укажите опции через запятую, не более 20')
  .default('')
  .transform((list) => [...new Set(list.split(',').filter(Boolean).map(Number))])
  .pipe(z.array(Id))

/** What is in force today and offered to the caller: to a partner’s people what their partner may offer. */
export const listActiveProducts = endpoint({
  method: 'GET',
  path: '/product/active',
  summary: 'Действующие продукты, которые предлагают вызывающему',
  access: signedIn,
  response: z.array(OfferedProduct),
})
/** The same of all partners: for the operator’s people; for others it is {@link listActiveProducts}. */
export const listAllActiveProducts = endpoint({
  method: 'GET',
  path: '/product/all-active',
  summary: 'Все действующие продукты',
  access: signedIn,
  response: z.array(OfferedProduct),
})
export const findActiveProducts = endpoint({
  method: 'POST',
  path: '/product/listActiveProducts',
  summary: 'Действующие продукты и их выпуски',
  access: signedIn,
  body: Wanted,
  response: z.array(OfferedProduct),
  reads: true,
})
/** Options that may be taken with the product. */
export const listProductOptions = endpoint({
  method: 'GET',
  path: '/product/:id/options',
  summary: 'Опции продукта',
  access: signedIn,
  params: Key,
  response: z.array(OfferedProduct),
})
export const findActiveOptions = endpoint({
  method: 'POST',
  path: '/product/:id/activeOptions',
  summary: 'Действующие опции продукта и их выпуски',
  access: signedIn,
  params: Key,
  body: Wanted,
  response: z.array(OfferedProduct),
  reads: true,
})

const ProductPaper = z.object({
  code: Code,
  name: z.string(),
  required: z.boolean(),
  /** The condition in words; null: always. */
  condition: z.string().nullable(),
  products: z.array(NamedRef),
})
/** Papers of the credit file that the terms in force ask for. */
export const listCreditDocuments = endpoint({
  method: 'GET',
  path: '/product/:id/creditDoc',
  summary: 'Документы кредитного дела по продукту',
  access: signedIn,
  params: Key,
  response: z.array(ProductPaper),
})
export const listCreditDocumentsOfType = endpoint({
  method: 'GET',
  path: '/product/creditDoc/getForType',
  summary: 'Документы кредитного дела по типу продукта',
  access: signedIn,
  query: z.object({ type: Code, optionIds: ids }),
  response: z.array(ProductPaper),
})

/** Parameters of the terms in a flat list, each with where it comes from. */
export const productParameters = {
  minAmount: { label: 'Наименьшая сумма', unit: '₽' },
  maxAmount: { label: 'Наибольшая сумма', unit: '₽' },
  subsidizedAmount: { label: 'Сумма по субсидируемой ставке', unit: '₽' },
  minMonths: { label: 'Наименьший срок', unit: 'мес.' },
  maxMonths: { label: 'Наибольший срок', unit: 'мес.' },
  monthsStep: { label: 'Шаг срока', unit: 'мес.' },
  minDownPayment: { label: 'Наименьший первоначальный взнос', unit: '%' },
  maxLoanToValue: { label: 'К/З не больше', unit: '%' },
  minAge: { label: 'Возраст при выдаче не меньше', unit: 'лет' },
  maxAgeAtEnd: { label: 'Возраст на конец срока не больше', unit: 'лет' },
  maxDebtLoad: { label: 'ПДН не больше', unit: '%' },
  maxDebtors: { label: 'Заёмщиков не больше', unit: '' },
  rateFrom: { label: 'Ставка от', unit: '%' },
  rateTo: { label: 'Ставка до', unit: '%' },
  floor: { label: 'Ставка не ниже', unit: '%' },
} as const
export type ProductParameter = keyof typeof productParameters

const Parameter = z.object({
  code: Code,
  label: z.string(),
  unit: z.string(),
  value: z.string(),
  source: z.object({
    kind: ProductKind,
    id: Id,
    name: z.string(),
    /** Of the version, and which of its limits: «Москва и область». */
    number: z.int(),
    part: z.string().nullable(),
  }),
})
export type ShownParameter = z.output<typeof Parameter>
const ofRegion = { regionCode: Code.optional() }

export const listProductParameters = endpoint({
  method: 'GET',
  path: '/product/:id/parameter',
  summary: 'Параметры продукта',
  access: signedIn,
  params: Key,
  query: z.object(ofRegion),
  response: z.array(Parameter),
})
const Combined = z.object({ productId: IdParam, optionIds: ids, ...ofRegion })
/** Parameters of the product as the options change them. */
export const listCombinedParameters = endpoint({
  method: 'GET',
  path: '/product/combinedParameters',
  summary: 'Параметры продукта с опциями и источником каждого значения',
  access: signedIn,
  query: Combined,
  response: z.array(Parameter),
})

const Largest = z.object({
  /** Whole roubles down to a thousand; null: nothing limits it. */
  amount: z.string().nullable(),
  steps: z.array(WorkedStep),
})
/** The most that is lent by the terms and by what is known of the object and of the client. */
export const getMaxCreditAmount = endpoint({
  method: 'GET',
  path: '/product/combinedParameters/maxCreditAmount',
  summary: 'Наибольшая сумма кредита',
  access: signedIn,
  query: Combined.extend({
    price: Money.optional(),
    appraised: Money.optional(),
    downPayment: Money.optional(),
    income: Money.optional(),
    otherPayments: Money.optional(),
    rate: Percent.optional(),
    months: z.coerce.number().pipe(Months).optional(),
  }),
  response: Largest,
})
/** What of a loan may be lent at the subsidised rate. */
export const getMaxSubsidizedAmount = endpoint({
  method: 'GET',
  path: '/product/:id/maxSubsidizedCreditAmount',
  summary: 'Наибольшая сумма по субсидируемой ставке',
  access: signedIn,
  params: Key,
  query: z.object({ optionIds: ids, ...ofRegion }),
  response: Largest,
})
