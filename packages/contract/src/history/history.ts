import { z } from 'zod'
import { Id, Instant } from '../common/scalars.ts'

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

/** A moment at which something of a record changed, or at which it came into a stage. */
export const RecordVersion = z.object({
  /** To the microsecond, so that two versions of one second stay apart. */
  at: Instant,
  kind: z.enum(['CHANGE', 'STAGE']),
  /** Null: a stage, or nobody is known. */
  actor: z.string().nullable(),
  /** Names of the parts that changed; of a stage: its own name. */
  names: z.array(z.string()),
})
export type RecordVersion = z.output<typeof RecordVersion>

/** Two versions of a record by their moments; `to` absent: what is now. With `all`, what did not change is told too. */
export const TwoMoments = z.object({
  from: Instant,
  to: Instant.optional(),
  all: z.boolean().default(false),
})

/** One field of a record at two moments. */
export const ComparedField = z.object({
  section: z.string(),
  sectionName: z.string(),
  /** Whose section it is; null: of the record itself. */
  participantId: Id.nullable(),
  field: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
  /** A number that is masked for the reader may have changed and look the same. */
  changed: z.boolean(),
})
export type ComparedField = z.output<typeof ComparedField>
