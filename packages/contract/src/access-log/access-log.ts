import { z } from 'zod'
import { PartnerRef, PersonRef } from '../common/refs.ts'
import { Day, SearchText } from '../common/items.ts'
import { type ExportOf, inOneOrder, listExport } from '../exports/list-export.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { keyOf, Id, IdParam, Instant } from '../common/scalars.ts'
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

/** A client's or a participant's numbers, whole. */
export const UnmaskedPerson = z.object({
  /** Null: known by the case alone, as the client of a lead. */
  personId: Id.nullable(),
  name: z.string(),
  /** Code of `borrowerType`; null: the client of the case. */
  role: z.string().nullable(),
  passport: z.string().nullable(),
  phone: z.string().nullable(),
  inn: z.string().nullable(),
  snils: z.string().nullable(),
})
export type UnmaskedPerson = z.output<typeof UnmaskedPerson>

/** «Показать»: every call is written to the journal. */
export const unmaskCase = endpoint({
  method: 'POST',
  path: '/case/:id/unmask',
  summary: 'Показ персональных данных участников дела',
  access: can('PersonalData', 'Unmask'),
  params: z.object({ id: IdParam }),
  body: z.object({}).optional(),
  response: z.array(UnmaskedPerson),
})

/** «Показать» in a row of a list: the client's phone alone; every call is written to the journal. */
export const unmaskPhone = endpoint({
  method: 'POST',
  path: '/case/:id/unmask/phone',
  summary: 'Показ телефона клиента дела',
  access: can('PersonalData', 'Unmask'),
  params: z.object({ id: IdParam }),
  body: z.object({}).optional(),
  response: z.object({
    /** Digits with the country; null: the case has none. */
    phone: z.string().nullable(),
  }),
})
