import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { getUnassignedSummary } from '@ipoteka-office/contract/queue/unassigned.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'

/** How many applications nobody has, and what keeps them from being given out. */
export function useUnassignedSummary(type: ApproverType) {
  return useQuery(query(getUnassignedSummary, { params: { type } }))
}
