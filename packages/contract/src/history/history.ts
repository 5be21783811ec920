import { z } from 'zod'
import { Instant } from '../common/scalars.ts'

/** One changed field of one change. Values are plain texts, ready to show. */
export const FieldChange = z.object({
  field: z.string(),
  label: z.string(),
  oldValue: z.string(),
  newValue: z.string(),
})

/** The number of an entry in a path: it is never computed with, and may outgrow a number of the browser. */
export const HistoryEntryId = z.string().regex(/^[1-9]\d{0,17}$/, 'Укажите номер записи истории')

/** One entry of an object's history, newest first in lists. */
export const HistoryEntry = z.object({
  id: z.string(),
  at: Instant,
  actor: z.string(),
  action: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  version: z.int().nullable(),
  requestId: z.string().nullable(),
  /** «распознавание»: not typed by the person; absent: by hand. */
  source: z.string().nullish(),
  changes: z.array(FieldChange),
})
export type HistoryEntry = z.output<typeof HistoryEntry>
