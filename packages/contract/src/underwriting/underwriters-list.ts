import { z } from 'zod'
import { PageQuery, pageOf, sortOf } from '#common/page.ts'
import { NamedRef } from '#common/refs.ts'
import { Id, keyOf, text } from '#common/scalars.ts'
import { listExport } from '#exports/list-export.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { AuthorityProduct } from './authority.ts'
import { HelpsNow } from './underwriting-groups.ts'

/** Which of those who decide a tab shows. */
export const underwriterTabs = {
  all: 'Все',
  onShift: 'В смене',
  none: 'Без полномочий',
  boundless: 'Без пределов',
  off: 'Отключены',
} as const
export const UnderwriterTab = keyOf(underwriterTabs)

/** Days for which work is counted in the list. */
export const countedDays = 30

/** A row of the list; shares are whole percent, null where there is nothing to divide. */
export const UnderwriterRow = z.object({
  id: Id,
  fullName: z.string(),
  login: z.string().nullable(),
  jobTitle: z.string(),
  notActive: z.boolean(),
  groups: z.array(NamedRef),
  helps: HelpsNow,
  /** The widest bound of each product today; null: nothing bounds it. A product that is absent may not be approved. */
  authorities: z.array(z.object({ product: AuthorityProduct, maxExposure: z.string().nullable() })),
  onShift: z.boolean(),
  open: z.int(),
  decidedToday: z.int(),
  decided: z.int(),
  /** Minutes by the calendar from coming to the stage to the decision. */
  medianMinutes: z.int().nullable(),
  /** Of approvals and refusals. */
  approvalShare: z.int().nullable(),
  /** Cases sent back for rework, of all that the person has dealt with. */
  returnShare: z.int().nullable(),
})
export type UnderwriterRow = z.output<typeof UnderwriterRow>

/** An absent part does not restrict. */
export const UnderwriterFilter = z.object({
  tab: UnderwriterTab.default('all'),
  /** Part of the name or of the login. */
  text: text(200).default(''),
  /** Who is in one of them, or helps it now. */
  groupIds: z.array(Id).max(100).default([]),
  product: AuthorityProduct.optional(),
})
export type UnderwriterFilter = z.output<typeof UnderwriterFilter>

export const underwriterSortFields = [
  'fullName',
  'login',
  'mortgage',
  'loan',
  'open',
  'decidedToday',
  'decided',
  'medianMinutes',
  'approvalShare',
  'returnShare',
] as const
export const UnderwriterSort = sortOf(underwriterSortFields).default({ field: 'fullName', direction: 'asc' })
export type UnderwriterSort = z.output<typeof UnderwriterSort>

/** Columns of the list and of its export: key → heading. */
export const underwriterColumns = {
  fullName: 'Сотрудник',
  login: 'Логин',
  groups: 'Группы',
  mortgage: 'Ипотека, до',
  loan: 'Кредит, до',
  onShift: 'Смена',
  open: 'В работе',
  decidedToday: 'Сегодня',
  decided: '30 дней',
  medianMinutes: 'Медиана',
  approvalShare: 'Одобрено',
  returnShare: 'Возвраты',
} as const
export type UnderwriterColumn = keyof typeof underwriterColumns

const access = canInBank('Underwriting', 'UndMenuManagingEmployees')

export const searchUnderwriters = endpoint({
  method: 'POST',
  path: '/underwriting/employees/search',
  summary: 'Сотрудники андеррайтинга',
  access,
  query: PageQuery.extend({ sort: UnderwriterSort }),
  body: UnderwriterFilter,
  response: pageOf(UnderwriterRow),
  reads: true,
})
/** Groups of those who decide, for the filter. */
export const listUnderwriterGroups = endpoint({
  method: 'GET',
  path: '/underwriting/groups/names',
  summary: 'Группы андеррайтинга для выбора',
  access,
  response: z.array(NamedRef),
})
export const underwritersExport = listExport({
  path: '/underwriting/employees/export',
  of: 'сотрудников андеррайтинга',
  access: canInBank('Underwriting', 'UndMenuManagingEmployees', 'Export'),
  filter: UnderwriterFilter,
  sort: UnderwriterSort,
  columns: underwriterColumns,
})
