import { lowered } from '#lib/words.ts'
import {
  type CaseChangeEntry,
  type ChangeColumn,
  type ChangePlace,
  changeColumns,
  changeSources,
} from '@ipoteka-office/contract/cases/case-changes.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import type { TimelineEntry } from '#ui/timeline.tsx'

/** A field of a change as a row of its own. */
export interface ChangeRow extends Omit<CaseChangeEntry, 'changes'> {
  readonly key: string
  readonly field: string | null
  readonly before: string | null
  readonly after: string | null
}

/** Rows of the table: one for each field that changed. */
export const rowsOf = (entries: readonly CaseChangeEntry[]): ChangeRow[] =>
  entries.flatMap(({ changes, ...entry }): ChangeRow[] =>
    changes.length === 0
      ? [{ ...entry, key: entry.id, field: entry.text, before: null, after: null }]
      : changes.map(({ field, label, oldValue, newValue }, at) => ({
          ...entry,
          key: `${entry.id} ${field} ${at}`,
          field: label,
          before: oldValue,
          after: newValue,
        })),
  )

export const changesColumns = columnsOf<ChangeRow, ChangeColumn>(changeColumns, {
  at: text(160, ({ at }) => formatDateTime(at), { always: true }),
  actor: text(130, ({ actor }) => shortName(actor)),
  source: text(96, ({ source }) => changeSources[source]),
  section: text(130, ({ sectionName }) => sectionName),
  field: text(140, ({ field }) => field, { always: true }),
  before: text(260, ({ before }) => before),
  after: text(200, ({ after }) => after, { always: true, grows: true }),
})

const began = { INSERT: 'заполнено впервые', UPDATE: 'изменено', DELETE: 'удалено' } as const
/** What appears at once and is read at once: a section of the questionnaire is told in a word instead. */
const toldWhole: readonly string[] = ['DECISIONS', 'REMARKS', 'DOCUMENTS'] satisfies ChangePlace[]

const whose = ({ actor, source }: CaseChangeEntry): string =>
  source === 'PERSON' || source === 'SYSTEM'
    ? shortName(actor)
    : `${shortName(actor)}, ${lowered(changeSources[source])}`

/** Changes as the timeline shows them: what began is told in a word, what changed field by field. */
export function toTimeline(entries: readonly CaseChangeEntry[]): TimelineEntry[] {
  return entries.map((entry) => {
    const { id, at, action, text: happened, section, sectionName, changes } = entry
    const isWhole = action === 'INSERT' && toldWhole.includes(section)
    const isWord = happened === null && !isWhole && (action !== 'UPDATE' || changes.length === 0)
    return {
      id,
      by: whose(entry),
      at: formatDateTime(at),
      text: (
        <>
          <b>{sectionName}</b>
          {happened !== null && `: ${happened}`}
          {isWord && `: ${began[action]}`}
          {isWhole &&
            changes
              .filter(({ newValue }) => newValue !== happened)
              .map(({ field, label, newValue }) => (
                <div key={field}>
                  {label}: <b>{newValue}</b>
                </div>
              ))}
        </>
      ),
      ...(action === 'UPDATE' && {
        changes: changes.map(({ label, oldValue, newValue }) => ({
          label,
          before: oldValue,
          after: newValue,
        })),
      }),
    }
  })
}
