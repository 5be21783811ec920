import { z } from 'zod'
import type { CaseType } from '../../cases/types/case-types.ts'
import { Code, Id } from '../../common/scalars.ts'
import { canInBank, endpoint } from '../../endpoint.ts'
import { type ExportOf, inOneOrder, listExport } from '../../exports/list-export.ts'
import { decidedTypes } from '../journal.ts'
import { Month } from './payment-loads.ts'
import type { PastDue } from './vintage-filter.ts'

/** Which loans are counted; an empty part does not restrict. */
export const VintageFilter = z.object({
  types: z.array(z.enum(decidedTypes as [CaseType, ...CaseType[]])).default([]),
  programmes: z.array(Code).max(50).default([]),
  partnerIds: z.array(Id).max(100).default([]),
  regions: z.array(Code).max(100).default([]),
})
export type VintageFilter = z.output<typeof VintageFilter>

/** Loans past due at an age. Shares are percent as decimal texts: of the number, and what is owed of the sum issued. */
const LateLoans = z.object({ loans: z.int(), balance: z.string(), share: z.string(), sumShare: z.string() })
export const VintageCell = z.object({
  /** Whether the file of that month is loaded: without it nothing is known. */
  known: z.boolean(),
  late30: LateLoans,
  late90: LateLoans,
})
export type VintageCell = z.output<typeof VintageCell>

/** Loans of a month of issue at each age, from 0. */
export const Vintage = z.object({
  month: Month,
  name: z.string(),
  loans: z.int(),
  /** Roubles. */
  issued: z.string(),
  ages: z.array(VintageCell),
})
export type Vintage = z.output<typeof Vintage>

export const Vintages = z.object({
  /** The last month loaded; null: no file has been loaded. */
  lastMonth: Month.nullable(),
  /** Months between the first and the last one that no file has. */
  missing: z.array(Month),
  vintages: z.array(Vintage),
})
export type Vintages = z.output<typeof Vintages>

export const getVintages = endpoint({
  method: 'POST',
  path: '/underwriting/vintages',
  summary: 'Винтажи: просрочка по месяцу выдачи и возрасту кредита',
  access: canInBank('Underwriting', 'ReadStatistics'),
  body: z.object({ filter: VintageFilter }),
  response: Vintages,
  reads: true,
})

/** A row of the export: a month of issue at an age. */
export const vintageColumns = {
  month: 'Месяц выдачи',
  loans: 'Выдано кредитов',
  issued: 'Выдано, ₽',
  age: 'Месяцев с выдачи',
  late30: '30+ дней, кредитов',
  late30Share: '30+ дней, % кредитов',
  late30Balance: '30+ дней, долг ₽',
  late30SumShare: '30+ дней, % суммы',
  late90: '90+ дней, кредитов',
  late90Share: '90+ дней, % кредитов',
  late90Balance: '90+ дней, долг ₽',
  late90SumShare: '90+ дней, % суммы',
} as const
export type VintageColumn = keyof typeof vintageColumns

export const vintagesExport = listExport({
  path: '/underwriting/vintages/export',
  of: 'винтажей',
  access: canInBank('Underwriting', 'ReadStatistics', 'Export'),
  filter: VintageFilter,
  sort: inOneOrder,
  columns: vintageColumns,
})
export type VintagesExport = ExportOf<typeof vintagesExport>

/** The part of a cell by its level. */
export const lateOf = (cell: VintageCell, level: PastDue) => (level === '30' ? cell.late30 : cell.late90)
