import { z } from 'zod'
import { CaseType } from '../cases/types/case-types.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { PartnerRef } from '../common/refs.ts'
import { Code, Id, keyOf } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { listExport, inOneOrder } from '../exports/list-export.ts'
import { capFields } from './caps.ts'
import { Quarter } from './quarters.ts'
import { verdictStates } from './verdict.ts'

/** Where deals stand to their limits; a tab of the list each. */
export const limitZones = {
  near: 'У предела',
  above: 'Выше предела',
  none: 'Предел не внесён',
  all: 'Все одобренные',
} as const
export const LimitZone = keyOf(limitZones)
export type LimitZone = z.output<typeof LimitZone>

/** By which limits deals are measured, and which of them. */
export const LimitCaseFilter = z.object({
  /** The quarter that the contracts would be signed in; absent: what is signed, by its own day, all other by today. */
  quarter: Quarter.optional(),
  /** Points by which the limits are moved, up or down: what if. */
  shift: z
    .string()
    .regex(/^-?\d{1,2}(\.\d{1,3})?$/, 'Укажите число: -0,5')
    .optional(),
  types: z.array(CaseType).max(10).default([]),
  categories: z.array(Code).max(100).default([]),
  partnerIds: z.array(Id).max(50).default([]),
  regions: z.array(Code).max(100).default([]),
})
export type LimitCaseFilter = z.output<typeof LimitCaseFilter>

/** An approved deal beside its limit; percent and points as decimal texts. */
export const LimitCase = z.object({
  id: Id,
  type: CaseType,
  number: z.string(),
  clientName: z.string(),
  stage: Code,
  stageName: z.string(),
  closed: z.boolean(),
  partner: PartnerRef,
  amount: z.string(),
  termMonths: z.int(),
  rate: z.string(),
  cost: z.string().nullable(),
  category: z.string().nullable(),
  quarter: Quarter,
  limit: z.string().nullable(),
  margin: z.string().nullable(),
  state: keyOf(verdictStates),
})
export type LimitCase = z.output<typeof LimitCase>

const access = canInBank('Rule', 'MaxRateCalculationRead')

export const searchLimitCases = endpoint({
  method: 'POST',
  path: '/maxRate/cases/search',
  summary: 'Одобренные заявки у предела ПСК',
  access,
  query: PageQuery,
  body: LimitCaseFilter.extend({ zone: LimitZone.default('near') }),
  response: pageOf(LimitCase),
  reads: true,
})

const Share = z.object({ cases: z.int(), amount: z.string() })

/** How many deals each zone has and what they come to, in all and by category. */
export const countLimitCases = endpoint({
  method: 'POST',
  path: '/maxRate/cases/counts',
  summary: 'Одобренные заявки у предела ПСК: счёт',
  access,
  body: LimitCaseFilter,
  response: z.object({
    zones: z.record(LimitZone, Share),
    categories: z.array(
      z.object({ name: z.string(), limit: z.string().nullable(), all: Share, above: Share }),
    ),
  }),
  reads: true,
})

export const limitCaseColumns = {
  number: '№',
  clientName: 'Заёмщик',
  partner: capFields.partnerId.label,
  amount: 'Сумма',
  cost: 'ПСК, %',
  limit: 'Предел, %',
  margin: 'Запас, п. п.',
  category: 'Категория',
  termMonths: 'Срок, мес.',
  rate: 'Ставка, %',
  stage: 'Этап',
} as const
export type LimitCaseColumn = keyof typeof limitCaseColumns

export const limitCasesExport = listExport({
  path: '/maxRate/cases/export',
  of: 'заявок у предела ПСК',
  access: canInBank('Rule', 'MaxRateCalculationRead', 'MaxRateCalculationExport'),
  filter: LimitCaseFilter.extend({ zone: LimitZone.default('near') }),
  sort: inOneOrder,
  columns: limitCaseColumns,
})
