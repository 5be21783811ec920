import { listRemarks } from '@ipoteka-office/contract/cases/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { query, queryClient } from '#api/query.ts'
import { refreshHead, useCaseRefresh } from '../case-data.ts'

const remarksQuery = (caseId: number) => query(listRemarks, { params: { id: String(caseId) } })

/** Remarks of a case, those that wait first; kept fresh. */
export function useRemarks(caseId: number) {
  const answer = useQuery(remarksQuery(caseId))
  useCaseRefresh(caseId, ['remarks'], () => void answer.refetch())
  return answer
}

/** Reads the remarks and the head, whose actions follow them, again. */
export async function refreshRemarks(caseId: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: remarksQuery(caseId).queryKey }),
    refreshHead(caseId),
  ])
}
