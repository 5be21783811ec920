import { z } from 'zod'
import { changeRequestCalls } from '../change-requests/change-requests.ts'
import { Day } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { PersonRef } from '../common/refs.ts'
import { Id, IdParam, Instant, keyOf, requiredText } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'

/** What a file is loaded into: one of the bank's lists, or the authority's list of 115-ФЗ. */
export const loadTargets = {
  authority: 'Перечень 115-ФЗ',
  individuals: 'Чёрный список: физлица',
  legalPersons: 'Чёрный список: юрлица',
  phones: 'Чёрный список: телефоны',
} as const
export type LoadTarget = keyof typeof loadTargets

/** The object whose rights guard the loads of a target. */
export const loadObject = {
  param: 'target',
  objects: {
    authority: 'IndividualBlacklist',
    individuals: 'IndividualBlacklist',
    legalPersons: 'LegalPersonBlacklist',
    phones: 'IndividualBlacklist',
  },
} as const

/** What becomes of a row. */
export const loadRowKinds = {
  error: 'Ошибки',
  new: 'Новые',
  changed: 'Изменились',
  gone: 'Исключены',
  duplicate: 'Повторы',
  same: 'Без изменений',
} as const
export type LoadRowKind = keyof typeof loadRowKinds

export const loadStates = {
  CHECKING: 'Проверяется',
  READY: 'Проверен',
  REQUESTED: 'Ждёт подтверждения',
  APPLYING: 'Применяется',
  ACTIVE: 'Действует',
  REPLACED: 'Заменён',
  FAILED: 'Не принят',
} as const
export type LoadState = keyof typeof loadStates

/** Largest file in bytes and in rows. */
export const maxLoadBytes = 60 * 1_048_576
export const maxLoadRows = 100_000

export const ListLoad = z.object({
  id: Id,
  target: keyOf(loadTargets),
  fileName: z.string(),
  state: keyOf(loadStates),
  /** The day that the authority's list is of. */
  listDate: Day.nullable(),
  counts: z.partialRecord(keyOf(loadRowKinds), z.int()),
  /** Why it was not taken. */
  reason: z.string().nullable(),
  by: PersonRef,
  at: Instant,
  approver: PersonRef.nullable(),
  approvedAt: Instant.nullable(),
  /** The request that waits for a second person. */
  requestId: Id.nullable(),
  /** The task that works on it: `getTask` tells the progress. */
  taskId: Id,
})
export type ListLoad = z.output<typeof ListLoad>

export const LoadRow = z.object({
  id: Id,
  /** Null: of the list before, absent from the file. */
  line: z.int().nullable(),
  kind: keyOf(loadRowKinds),
  title: z.string(),
  notes: z.array(z.string()),
})
export type LoadRow = z.output<typeof LoadRow>

const Target = z.object({ target: keyOf(loadTargets) })
const One = Target.extend({ id: IdParam })

/** XLSX or CSV for the bank's own lists, XML for the authority's; nothing changes until another person has approved. */
export const startListLoad = endpoint({
  method: 'POST',
  path: '/blacklist/loads/:target',
  summary: 'Загрузка списка из файла: проверка и сравнение',
  access: canInBank(loadObject, 'Import'),
  params: Target,
  upload: { maxBytes: maxLoadBytes },
  response: ListLoad,
})
export const listLoads = endpoint({
  method: 'GET',
  path: '/blacklist/loads/:target',
  summary: 'Загрузки списка и версии перечня',
  access: canInBank(loadObject, 'Read'),
  params: Target,
  query: PageQuery,
  response: pageOf(ListLoad),
})
export const getListLoad = endpoint({
  method: 'GET',
  path: '/blacklist/loads/:target/:id',
  summary: 'Загрузка списка: состояние и итоги сравнения',
  access: canInBank(loadObject, 'Read'),
  params: One,
  response: ListLoad,
})
export const listLoadRows = endpoint({
  method: 'GET',
  path: '/blacklist/loads/:target/:id/rows',
  summary: 'Загрузка списка: строки',
  access: canInBank(loadObject, 'Read'),
  params: One,
  query: PageQuery.extend({ kind: keyOf(loadRowKinds).optional() }),
  response: pageOf(LoadRow),
})
/** Puts the whole file before a second person: all of it or nothing. */
export const requestListLoad = endpoint({
  method: 'POST',
  path: '/blacklist/loads/:target/:id/request',
  summary: 'Загрузка списка: отправить на подтверждение',
  access: canInBank(loadObject, 'Import'),
  params: One,
  body: z.object({ comment: requiredText(1_000) }),
  response: ListLoad,
  idempotent: true,
})

/** Loads of individuals, phones and of the authority's list, decided on by another person. */
export const loadRequests = changeRequestCalls('/blacklist/requests/loads', 'загрузка списка из файла', {
  see: canInBank('IndividualBlacklist', 'Read'),
  decide: canInBank('IndividualBlacklist', 'Read', 'Approve'),
  make: canInBank('IndividualBlacklist', 'Import'),
})
/** The same of legal persons. */
export const firmLoadRequests = changeRequestCalls(
  '/blacklist/requests/firm-loads',
  'загрузка юрлиц из файла',
  {
    see: canInBank('LegalPersonBlacklist', 'Read'),
    decide: canInBank('LegalPersonBlacklist', 'Read', 'Approve'),
    make: canInBank('LegalPersonBlacklist', 'Import'),
  },
)
