import { z } from 'zod'
import { ValueChange } from '../common/refs.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { Id, IdParam, Instant } from '../common/scalars.ts'
import { canInBank, endpoint } from '../endpoint.ts'
import { BackgroundTask } from '../notifications/notifications.ts'

const access = canInBank('Dictionary', 'List', 'Import')
const ById = z.object({ id: IdParam })

/** What an import would do with a row. */
export const importRowKinds = {
  new: 'Новый',
  changed: 'Изменён',
  deactivated: 'Отключается',
  same: 'Без изменений',
  error: 'Ошибка',
} as const
export type ImportRowKind = keyof typeof importRowKinds
const RowKind = z.enum(['new', 'changed', 'deactivated', 'same', 'error'])

/** Largest file in bytes and in rows. */
export const maxImportBytes = 30 * 1_048_576
export const maxImportRows = 200_000

/** States: the file is being compared; it may be applied; it is being applied; it is over. */
export const importStates = {
  CHECKING: 'Проверяется',
  READY: 'Проверен',
  APPLYING: 'Применяется',
  APPLIED: 'Применён',
  FAILED: 'Не выполнен',
} as const

/** An uploaded file and what it would change. */
export const ReferenceImport = z.object({
  id: Id,
  dictionaryId: Id,
  fileName: z.string(),
  state: z.enum(['CHECKING', 'READY', 'APPLYING', 'APPLIED', 'FAILED']),
  /** Items absent from the file: left as they are, or switched off. */
  missing: z.enum(['keep', 'deactivate']),
  counts: z.record(RowKind, z.int()),
  /** Why it failed or cannot be applied. */
  reason: z.string().nullable(),
  createdAt: Instant,
  appliedAt: Instant.nullable(),
  /** The task that checks or applies it: `getTask` tells the progress. */
  taskId: Id,
})
export type ReferenceImport = z.output<typeof ReferenceImport>

/** XLSX or CSV (semicolon or comma, UTF-8), the first row names the columns. Nothing changes yet. */
export const startReferenceImport = endpoint({
  method: 'POST',
  path: '/reference-admin/dictionaries/:id/import',
  summary: 'Загрузка файла справочника: проверка и сравнение',
  access,
  params: ById,
  query: z.object({ missing: z.enum(['keep', 'deactivate']).default('keep') }),
  upload: { maxBytes: maxImportBytes },
  response: ReferenceImport,
})
export const getReferenceImport = endpoint({
  method: 'GET',
  path: '/reference-admin/imports/:id',
  summary: 'Загрузка справочника: состояние и итоги сравнения',
  access,
  params: ById,
  response: ReferenceImport,
})

export const ImportRow = z.object({
  /** Row of the file, the heading is the first; null for an item that is not in the file. */
  row: z.int().nullable(),
  kind: RowKind,
  code: z.string(),
  name: z.string(),
  errors: z.array(z.string()),
  /** Of a changed item: what becomes of what. */
  changes: z.array(ValueChange),
})
export type ImportRow = z.output<typeof ImportRow>

export const listReferenceImportRows = endpoint({
  method: 'GET',
  path: '/reference-admin/imports/:id/rows',
  summary: 'Загрузка справочника: строки',
  access,
  params: ById,
  query: PageQuery.extend({ kind: RowKind.optional() }),
  response: pageOf(ImportRow),
})
/** All or nothing; 409 when the file has errors or the dictionary has changed since the comparison. */
export const applyReferenceImport = endpoint({
  method: 'POST',
  path: '/reference-admin/imports/:id/apply',
  summary: 'Загрузка справочника: применение',
  access,
  params: ById,
  idempotent: true,
  body: z.object({}).optional(),
  response: BackgroundTask,
})
