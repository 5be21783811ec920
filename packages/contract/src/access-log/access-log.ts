import { z } from 'zod'
import { PartnerRef, PersonRef } from '../common/refs.ts'
import { Day, SearchText } from '../common/items.ts'
import { type ExportOf, inOneOrder, listExport } from '../exports/list-export.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Instant } from '../common/scalars.ts'
import { documentAccessActions } from '../documents/document-access.ts'
import { can, endpoint } from '../endpoint.ts'

/** What is written down of those who see clients' data or take data out. */
export const accessActions = {
  UNMASK: 'Показ персональных данных',
  EXPORT: 'Выгрузка',
  REASON: 'Чтение основания в чёрном списке',
  LISTS: 'Проверка по чёрному списку без заявки',
  CHAIN: 'Проверка цепочки истории',
  ...documentAccessActions,
} as const
export type AccessAction = keyof typeof accessActions
export const AccessAction = keyOf(accessActions)

export const AccessEvent = z.object({
  id: z.string(),
  at: Instant,
  action: AccessAction,
  employee: PersonRef,
  partner: PartnerRef,
  /** Type of the object in words, and which one it was. */
  object: z.string(),
  name: z.string().nullable(),
  /** Page of the object, when there is one. */
  link: z.string().nullable(),
  /** Rows, files or persons. */
  rowCount: z.int(),
  /** What was shown or taken out: «Клиент и участники», «XLSX, 9 столбцов». */
  what: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type AccessEvent = z.output<typeof AccessEvent>

/** The filter of the journal; an empty part does not restrict. */
export const AccessFilter = z.object({
  actions: z.array(AccessAction).max(20).default([]),
  /** Words of the employee's name, or the number of a case. */
  search: SearchText.default(''),
  from: Day.optional(),
  to: Day.optional(),
})
export type AccessFilter = z.output<typeof AccessFilter>

export const searchAccessLog = endpoint({
  method: 'POST',
  path: '/access-log/search',
  summary: 'Журнал доступа к персональным данным',
  access: can('PersonalData', 'ReadAccessLog'),
  query: PageQuery,
  body: AccessFilter,
  response: pageOf(AccessEvent),
  reads: true,
})

/** Columns of the journal and of its export: key → heading. */
export const accessColumns = {
  at: 'Время',
  employee: 'Сотрудник',
  partner: 'Партнёр',
  action: 'Действие',
  object: 'Объект',
  name: 'Какой',
  what: 'Что',
  rowCount: 'Записей',
  requestId: 'Номер запроса',
} as const
export type AccessColumn = keyof typeof accessColumns

export const accessLogExport = listExport({
  path: '/access-log/export',
  of: 'журнала доступа',
  access: can('PersonalData', 'ReadAccessLog'),
  filter: AccessFilter,
  sort: inOneOrder,
  columns: accessColumns,
})
export type AccessLogExport = ExportOf<typeof accessLogExport>
