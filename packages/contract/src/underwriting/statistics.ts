import { z } from 'zod'
import { Day } from '../common/items.ts'
import { PersonRef } from '../common/refs.ts'
import { Code, Id, keyOf } from '../common/scalars.ts'
import { type CaseType } from '../cases/types/case-types.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { inOneOrder, listExport, type ExportOf } from '../exports/list-export.ts'
import { decidedTypes } from './journal.ts'

/** By what the decisions are told apart. */
export const statisticsCuts = {
  MONTH: 'По месяцам',
  PRODUCT: 'По продуктам',
  PROGRAMME: 'По программам',
  PARTNER: 'По партнёрам',
  REGION: 'По регионам',
  AUTHOR: 'По тем, кто решил',
} as const
export type StatisticsCut = keyof typeof statisticsCuts

/** Which decisions are counted: those of the days, both ends included; an empty part does not restrict. */
export const StatisticsFilter = z
  .object({
    from: Day,
    to: Day,
    types: z.array(z.enum(decidedTypes as [CaseType, ...CaseType[]])).default([]),
    programmes: z.array(Code).max(50).default([]),
    partnerIds: z.array(Id).max(100).default([]),
    regions: z.array(Code).max(100).default([]),
    authorIds: z.array(Id).max(100).default([]),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Последний день раньше первого' })
export type StatisticsFilter = z.output<typeof StatisticsFilter>

/** Numbers of some decisions. Minutes are of the calendar, from the receipt by the bank to the decision. */
export const DecisionNumbers = z.object({
  decided: z.int(),
  approved: z.int(),
  rejected: z.int(),
  /** Without a person. */
  automatic: z.int(),
  /** Sent back for rework at least once. */
  returned: z.int(),
  /** By a person and otherwise than the engine or the scorecard of the bank advised. */
  againstEngine: z.int(),
  againstScore: z.int(),
  medianMinutes: z.int().nullable(),
  p90Minutes: z.int().nullable(),
})
export type DecisionNumbers = z.output<typeof DecisionNumbers>

/** Numbers of a month, a product, a partner and so on; `key` null: not named in the application, or no person. */
export const StatisticsRow = DecisionNumbers.extend({ key: z.string().nullable(), name: z.string() })
export type StatisticsRow = z.output<typeof StatisticsRow>

export const DecisionStatistics = z.object({
  total: DecisionNumbers,
  /** In the order of time. */
  months: z.array(StatisticsRow),
  /** By the cut; the most decisions first. Months in their order. */
  rows: z.array(StatisticsRow),
  /** Reasons of refusals; a refusal may have several. */
  reasons: z.array(z.object({ code: z.string(), name: z.string(), count: z.int() })),
})
export type DecisionStatistics = z.output<typeof DecisionStatistics>

/** How long the bank held the applications on each stage on the way to their decisions. */
export const StageTimes = z.array(
  z.object({
    stage: z.string(),
    name: z.string(),
    decisions: z.int(),
    medianMinutes: z.int(),
    p90Minutes: z.int(),
  }),
)
export type StageTimes = z.output<typeof StageTimes>

const access = canInBank('Underwriting', 'ReadStatistics')

export const getStatistics = endpoint({
  method: 'POST',
  path: '/underwriting/statistics',
  summary: 'Статистика решений',
  access,
  body: z.object({ filter: StatisticsFilter, cut: keyOf(statisticsCuts) }),
  response: DecisionStatistics,
  reads: true,
})

export const getStageTimes = endpoint({
  method: 'POST',
  path: '/underwriting/statistics/stages',
  summary: 'Время решений по этапам',
  access,
  body: z.object({ filter: StatisticsFilter }),
  response: StageTimes,
  reads: true,
})

/** People of the bank who have ever decided. */
export const listDeciders = endpoint({
  method: 'GET',
  path: '/underwriting/deciders',
  summary: 'Сотрудники, которые принимали решения',
  access: canInBank('Underwriting', 'UndMenuJournal'),
  response: z.array(PersonRef),
})

/** Columns of the table and of its export: key → heading. */
export const statisticsColumns = {
  name: 'Разрез',
  decided: 'Решено',
  approved: 'Одобрено',
  approvalShare: 'Одобрено, %',
  rejected: 'Отказано',
  automatic: 'Без человека',
  medianMinutes: 'Медиана, мин',
  p90Minutes: '90-й процентиль, мин',
  returned: 'С возвратом',
  againstEngine: 'Вопреки СПР',
  againstScore: 'Вопреки карте',
} as const
export type StatisticsColumn = keyof typeof statisticsColumns

export const statisticsExport = listExport({
  path: '/underwriting/statistics/:cut/export',
  of: 'статистики решений',
  access: canInBank('Underwriting', 'ReadStatistics', 'Export'),
  params: z.object({ cut: keyOf(statisticsCuts) }),
  filter: StatisticsFilter,
  sort: inOneOrder,
  columns: statisticsColumns,
})
export type StatisticsExport = ExportOf<typeof statisticsExport>
