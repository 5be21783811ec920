import { z } from 'zod'
import { ChangeRequest, changeRequestCalls } from '../change-requests/change-requests.ts'
import { Day, DayRange, FlagParam, SearchText, Version } from '../common/items.ts'
import { inOneOrder, listExport } from '../exports/list-export.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Id, requiredText } from '../common/scalars.ts'
import { can, canInBank, endpoint } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import { declaredParameters, type ParameterCode } from './declared.ts'
import { parameterGroups, parameterKinds, type ParameterGroup, type ParameterKind } from './parameter-spec.ts'
import { AnyValue } from './any-value.ts'
import { parameterValueFields } from './value-fields.ts'

const codes = <T extends string>(names: Readonly<Record<T, unknown>>) => keyOf(names)
export const ParameterCodeParam = codes<ParameterCode>(declaredParameters)
const Group = codes<ParameterGroup>(parameterGroups)

/** A value with the days on which it holds and where it comes from. */
export const ParameterValueRow = z.object({
  id: Id,
  validFrom: Day,
  /** The last day; null: without an end. */
  validTo: Day.nullable(),
  value: AnyValue,
  /** The value in words. */
  text: z.string(),
  source: z.string(),
  reason: z.string(),
  state: z.enum(['PAST', 'CURRENT', 'FUTURE', 'WITHDRAWN']),
  /** Who asked for it and who agreed; null: it came with the product. */
  request: z.object({ id: Id, maker: z.string(), checker: z.string() }).nullable(),
})
export type ParameterValueRow = z.output<typeof ParameterValueRow>

const Shown = z.object({ validFrom: Day, text: z.string(), source: z.string() })

/** A line of the list. */
export const ParameterRow = z.object({
  code: ParameterCodeParam,
  title: z.string(),
  group: Group,
  kind: codes<ParameterKind>(parameterKinds),
  unit: z.string(),
  current: Shown,
  /** The value that comes next; null: none is planned. */
  next: Shown.nullable(),
  /** The change that waits for a second person. */
  pendingRequestId: Id.nullable(),
})
export type ParameterRow = z.output<typeof ParameterRow>

/** The card of a parameter. */
export const Parameter = ParameterRow.extend({
  id: Id,
  about: z.string(),
  /** Of a table whose cells are codes, and of a list of codes. */
  dictionary: z.string().nullable(),
  /** Newest first, the withdrawn ones included. */
  values: z.array(ParameterValueRow),
  canRequest: z.boolean(),
  version: Version,
})
export type Parameter = z.output<typeof Parameter>

const read = can('Parameter', 'Read')
const change = canInBank('Parameter', 'Read', 'Update')
const Key = z.object({ code: ParameterCodeParam })

export const ParameterFilter = z.object({
  search: SearchText.optional(),
  group: Group.optional(),
  /** Only those with a change that waits for a second person. */
  waiting: FlagParam.optional(),
  /** Only those with a value that comes later. */
  planned: FlagParam.optional(),
})

export const listParameters = endpoint({
  method: 'GET',
  path: '/parameters',
  summary: 'Параметры: значение на сегодня и следующее',
  access: read,
  query: PageQuery.extend(ParameterFilter.shape),
  response: pageOf(ParameterRow),
})
/** A parameter on two days, its values as they read. */
const ComparedParameter = z.object({
  code: ParameterCodeParam,
  title: z.string(),
  group: Group,
  before: z.string(),
  after: z.string(),
  differs: z.boolean(),
})
export type ComparedParameter = z.output<typeof ComparedParameter>

/** Every parameter on both days, those that differ marked. */
export const compareParameters = endpoint({
  method: 'GET',
  path: '/parameters/compare',
  summary: 'Сравнение всех параметров на две даты',
  access: read,
  query: DayRange,
  response: z.array(ComparedParameter),
})
/** Columns of the export: key → heading. */
export const parameterColumns = {
  code: 'Код',
  title: 'Параметр',
  group: 'Раздел',
  value: 'Значение сегодня',
  validFrom: parameterValueFields.validFrom.label,
  source: parameterValueFields.source.label,
  next: 'Следующее значение',
  nextFrom: 'С даты',
} as const
export type ParameterColumn = keyof typeof parameterColumns

export const parametersExport = listExport({
  path: '/parameters/export',
  of: 'параметров',
  access: can('Parameter', 'Read', 'Export'),
  filter: ParameterFilter.pick({ search: true, group: true }),
  sort: inOneOrder,
  columns: parameterColumns,
})
export const parameterRequests = changeRequestCalls('/parameters/request', 'значение параметра', {
  see: read,
  decide: canInBank('Parameter', 'Approve'),
  make: change,
})
export const getParameter = endpoint({
  method: 'GET',
  path: '/parameters/:code',
  summary: 'Параметр и его значения по датам',
  access: read,
  params: Key,
  response: Parameter,
})
export const listParameterHistory = endpoint({
  method: 'GET',
  path: '/parameters/:code/history',
  summary: 'История параметра',
  access: read,
  params: Key,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

export const NewValue = z.object({
  validFrom: Day,
  value: AnyValue,
  source: requiredText(300),
  reason: requiredText(1_000),
  version: Version,
})
export type NewValue = z.output<typeof NewValue>
/** 400 for a day that has passed; 409 while another change waits or the card is old. A second person decides. */
export const requestParameterValue = endpoint({
  method: 'POST',
  path: '/parameters/:code/values',
  summary: 'Запрос нового значения параметра с даты',
  access: change,
  params: Key,
  idempotent: true,
  body: NewValue,
  response: ChangeRequest,
})
/** Of a value whose day has not come; a second person decides. */
export const requestValueWithdrawal = endpoint({
  method: 'POST',
  path: '/parameters/:code/values/:valueId/withdraw',
  summary: 'Запрос отзыва будущего значения параметра',
  access: change,
  params: Key.extend({ valueId: z.coerce.number().pipe(Id) }),
  idempotent: true,
  body: z.object({ reason: requiredText(1_000), version: Version }),
  response: ChangeRequest,
})
