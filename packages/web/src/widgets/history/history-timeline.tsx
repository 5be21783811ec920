import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import type { ReactNode } from 'react'
import { serverNow } from '#api/server-time.ts'
import { formatMoment, formatTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { Timeline, type TimelineEntry } from '#ui/timeline.tsx'

const actionWords: Record<HistoryEntry['action'], string> = {
  INSERT: 'Запись создана',
  UPDATE: 'Запись изменена',
  DELETE: 'Запись удалена',
}

/** «сегодня 10:14», «вчера 21:55», «12 нояб. 08:30». */
function whenText(at: string, now: Date): string {
  const moment = formatMoment(at, now)
  const time = formatTime(at)
  if (moment === time) return `сегодня ${time}`
  return moment.includes(time) ? moment.replace(', ', ' ') : `${moment} ${time}`
}

/** «Контакт +7 495 …» where every changed field belongs to that part of the record; null where they are its own. */
function partOf(changes: HistoryEntry['changes']): string | null {
  const parts = changes.map(({ label }) => label.slice(0, Math.max(0, label.lastIndexOf(': '))))
  const [first] = parts
  return first && parts.every((part) => part === first) ? first : null
}

/** Of a case's history: the section that the change belongs to. */
type Placed = HistoryEntry & { readonly section?: string; readonly sectionName?: string }

function actionText({ action, changes, section, sectionName }: Placed): string {
  const part = partOf(changes)
  if (action === 'INSERT' && part === null && sectionName !== undefined && section !== 'CASE')
    return `Раздел заполнен: ${sectionName}`
  return part === null ? actionWords[action] : `${actionWords[action]}: ${part}`
}

/** Entries of a history as the timeline shows them: a creation is told in a word, a change field by field. */
export function toTimelineEntries(entries: readonly Placed[], now: Date): TimelineEntry[] {
  return entries.map((entry) => {
    const { id, at, actor, action, changes, source } = entry
    return {
      id,
      by: source ? `${shortName(actor)}, ${source}` : shortName(actor),
      at: whenText(at, now),
      ...(action === 'UPDATE' && changes.length > 0
        ? {
            changes: changes.map(({ label, oldValue, newValue }) => ({
              label,
              before: oldValue,
              after: newValue,
            })),
          }
        : { text: actionText(entry) }),
    }
  })
}

/** The history of any record, newest first as the server gives it; `more` stands under an entry. */
export function HistoryTimeline<E extends HistoryEntry>({
  entries,
  more,
}: {
  entries: readonly E[]
  more?: (entry: E) => ReactNode
}) {
  const shown = toTimelineEntries(entries, serverNow())
  const extra = new Map(entries.map((entry) => [entry.id, more?.(entry)]))
  return <Timeline entries={shown.map((entry) => ({ ...entry, more: extra.get(entry.id) }))} />
}
