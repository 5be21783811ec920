import { z } from 'zod'
import { PersonRef, PartnerRef, NamedRef } from '../common/refs.ts'
import { Money } from '../common/amounts.ts'
import { Day, SearchText } from '../common/items.ts'
import { type ExportOf, listExport } from '../exports/list-export.ts'
import { PageQuery, pageOf, sortOf } from '../common/page.ts'
import { Code, Id, Instant, Option } from '../common/scalars.ts'
import { OwnerTab } from './case-tasks.ts'
import { CaseClock } from './cases.ts'
import { can, endpoint, type ObjectByParam } from '../endpoint.ts'
import { CaseList, CaseTab, CaseType, caseLists, type ListObject } from './types/case-types.ts'

const listObject: ObjectByParam<ListObject> = {
  param: 'list',
  objects: Object.fromEntries(CaseList.options.map((list) => [list, caseLists[list].object])),
}

/** The filter of a list of cases; an absent or empty part does not restrict. */
export const CaseFilter = z.object({
  /** Of lists that have tabs; the others take `all` alone. */
  tab: CaseTab.default('all'),
  /** In the archive, or not. */
  archived: z.boolean().default(false),
  owner: OwnerTab.default('ALL'),
  /** Words of the number and the client's name, or digits of the phone. */
  search: SearchText.default(''),
  stages: z.array(Code).max(60).default([]),
  regions: z.array(Code).max(100).default([]),
  channels: z.array(Code).max(50).default([]),
  programmes: z.array(Code).max(50).default([]),
  partnerIds: z.array(Id).max(100).default([]),
  responsibleIds: z.array(Id).max(100).default([]),
  /** Priced by one of these products, options or promotions. */
  productIds: z.array(Id).max(50).default([]),
  /** Not closed yet. */
  inWork: z.boolean().default(false),
  /** Nobody is responsible. */
  unassigned: z.boolean().default(false),
  createdFrom: Day.optional(),
  createdTo: Day.optional(),
  amountFrom: Money.optional(),
  amountTo: Money.optional(),
  /** Not closed and due within so many hours from now, the overdue included. */
  dueInHours: z.int().min(0).max(10_000).optional(),
  /** Has come to one of these stages, between these days where they are given. */
  reached: z.array(Code).max(60).default([]),
  reachedFrom: Day.optional(),
  reachedTo: Day.optional(),
})
export type CaseFilter = z.output<typeof CaseFilter>

export const caseSortFields = ['createdAt', 'dueAt', 'amount', 'clientName'] as const
export const CaseSort = sortOf(caseSortFields).default({ field: 'createdAt', direction: 'desc' })
export type CaseSort = z.output<typeof CaseSort>

/** A case as lists show it. */
export const CaseRow = z.object({
  id: Id,
  type: CaseType,
  number: z.string(),
  createdAt: Instant,
  clientName: z.string(),
  /** Digits; masked without PersonalData.Unmask. */
  clientPhone: z.string().nullable(),
  programme: z.string().nullable(),
  amount: z.string().nullable(),
  region: Option.nullable(),
  channel: Option.nullable(),
  partner: PartnerRef,
  responsible: PersonRef.nullable(),
  workgroup: NamedRef.nullable(),
  stage: Code,
  stageName: z.string(),
  stageSince: Instant,
  /** The open task. */
  nextStep: z.string().nullable(),
  /** Leads alone: when the client is to be called. */
  nextContactAt: Instant.nullable(),
  clock: CaseClock.pick({ state: true, dueAt: true, share: true }),
  closed: z.boolean(),
  archived: z.boolean(),
  favourite: z.boolean(),
  version: z.int(),
})
export type CaseRow = z.output<typeof CaseRow>

/** Columns of the lists and of their export: key → heading. */
export const caseColumns = {
  number: '№',
  createdAt: 'Создана',
  clientName: 'Клиент',
  clientPhone: 'Телефон',
  programme: 'Программа',
  amount: 'Сумма',
  region: 'Регион',
  channel: 'Канал',
  partner: 'Партнёр',
  responsible: 'Менеджер',
  stage: 'Статус',
  nextStep: 'Следующий шаг',
  nextContactAt: 'Следующий контакт',
  dueAt: 'Срок',
} as const
export type CaseColumn = keyof typeof caseColumns

const ListParams = z.object({ list: CaseList })

/** A page of a list with the exact total of the filter. */
export const searchCases = endpoint({
  method: 'POST',
  path: '/case-list/:list',
  summary: 'Список дел с отбором',
  access: can(listObject, 'List'),
  params: ListParams,
  query: PageQuery.extend({ sort: CaseSort }),
  body: CaseFilter,
  response: pageOf(CaseRow),
  reads: true,
  asksByNumber: ['search'],
})

/** Counts of the tabs: each under the same filter but its own dimension. */
export const CaseCounts = z.object({
  /** By the codes of the list's tabs; null where it has none. */
  tabs: z.partialRecord(CaseTab, z.int()).nullable(),
  owners: z.record(OwnerTab, z.int()),
})
export type CaseCounts = z.output<typeof CaseCounts>
export const countCases = endpoint({
  method: 'POST',
  path: '/case-list/:list/counts',
  summary: 'Число дел по вкладкам',
  access: can(listObject, 'List'),
  params: ListParams,
  body: CaseFilter,
  response: CaseCounts,
  reads: true,
  asksByNumber: ['search'],
})

export const casesExport = listExport({
  path: '/case-list/:list/export',
  of: 'списка дел',
  access: can(listObject, 'Export'),
  params: ListParams,
  filter: CaseFilter,
  sort: CaseSort,
  columns: caseColumns,
  asksByNumber: ['filter.search'],
})
export type CaseExport = ExportOf<typeof casesExport>
