import { z } from 'zod'
import { PageQuery, pageOf } from '../common/page.ts'
import { Code, Id, keyOf } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { Lending } from '../products/product-kinds.ts'
import { LimitZone } from './limit-cases.ts'
import { Quarter } from './quarters.ts'
import { verdictStates } from './verdict.ts'

/** A cell of a released matrix beside the limit, with the services that the product obliges to. Percents are decimal texts. */
export const LimitCell = z.object({
  productId: Id,
  lending: Lending,
  code: Code,
  name: z.string(),
  number: z.int(),
  /** The parts of the axes in words; empty: the matrix has one rate. */
  place: z.string(),
  /** The smallest and shortest loan of the cell: of all of them it is the dearest. */
  amount: z.string(),
  months: z.int().nullable(),
  rate: z.string(),
  cost: z.string().nullable(),
  category: z.string().nullable(),
  limit: z.string().nullable(),
  margin: z.string().nullable(),
  state: keyOf(verdictStates),
})
export type LimitCell = z.output<typeof LimitCell>

export const LimitCellFilter = z.object({
  zone: LimitZone.default('near'),
  lendings: z.array(Lending).max(5).default([]),
})
export type LimitCellFilter = z.output<typeof LimitCellFilter>

const access = canInBank('Rule', 'MaxRateCalculationRead')

/** Cells of the versions in force by today's limits: the least margin first. */
export const searchLimitCells = endpoint({
  method: 'POST',
  path: '/maxRate/products/search',
  summary: 'Продукты у предела ПСК',
  access,
  query: PageQuery,
  body: LimitCellFilter,
  response: pageOf(LimitCell),
  reads: true,
})
/** How many cells each zone has, and of how many products. */
export const countLimitCells = endpoint({
  method: 'POST',
  path: '/maxRate/products/counts',
  summary: 'Продукты у предела ПСК: счёт',
  access,
  body: LimitCellFilter.omit({ zone: true }),
  response: z.object({
    quarter: Quarter,
    zones: z.record(LimitZone, z.object({ cells: z.int(), products: z.int() })),
  }),
  reads: true,
})

export const limitCellColumns = {
  name: 'Продукт',
  code: 'Код',
  place: 'Ячейка',
  rate: 'Ставка, %',
  cost: 'ПСК, %',
  limit: 'Предел, %',
  margin: 'Запас, п. п.',
  category: 'Категория',
  amount: 'Сумма',
  months: 'Срок, мес.',
} as const
