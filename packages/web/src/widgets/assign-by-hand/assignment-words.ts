import { type RejectionReason, rejectionReasons } from '@ipoteka-office/contract/queue/queue.ts'
import type { Weighed } from '@ipoteka-office/contract/queue/unassigned.ts'

/** Why nobody was given an application: «не в смене — 6, лимит исчерпан — 5», the commonest first. */
export function reasonsText(counts: Partial<Record<RejectionReason, number>> | null): string {
  const found = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
  found.sort(([, a], [, b]) => b - a)
  return found
    .map(([reason, count]) => `${rejectionReasons[reason as RejectionReason]} — ${count}`)
    .join(', ')
}

/** «45 %» of all; less than a half of one per cent is said so. */
export function shareText(count: number, of: number): string {
  if (of === 0) return ''
  const percent = Math.round((count / of) * 100)
  return percent === 0 && count > 0 ? 'меньше 1 %' : `${percent} %`
}

/** What keeps one person from the application: «не в смене (22:00–06:00), лимит исчерпан (7 из 7)». */
export function weighedText({
  reasons,
  open,
  limit,
  shiftFrom,
  shiftBy,
}: Omit<Weighed, 'id' | 'fullName'>): string {
  if (reasons.length === 0) return `подходит, в работе ${open} из ${limit}`
  const details: Partial<Record<RejectionReason, string>> = {
    ...(shiftFrom !== null && shiftBy !== null && { shift: ` (${shiftFrom}–${shiftBy})` }),
    limit: ` (${open} из ${limit})`,
  }
  return reasons.map((reason) => `${rejectionReasons[reason]}${details[reason] ?? ''}`).join(', ')
}
