import { type RejectionReason, rejectionReasons } from '@ipoteka-office/contract/applications.ts'

/** Why nobody was given an application: «не в смене — 6, лимит исчерпан — 5», the commonest first. */
export function reasonsText(counts: Partial<Record<RejectionReason, number>> | null): string {
  const found = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
  found.sort(([, a], [, b]) => b - a)
  return found
    .map(([reason, count]) => `${rejectionReasons[reason as RejectionReason]} — ${count}`)
    .join(', ')
}
