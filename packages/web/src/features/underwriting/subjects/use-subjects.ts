import { getUnderwritingForm } from '@ipoteka-office/contract/underwriting/form/room.ts'
import {
  getSubjectDecisions,
  type SubjectSheet,
} from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '#api/query.ts'
import { refreshHead, useWholeCaseRefresh } from '#widgets/case/case-data.ts'

const of = (caseId: number) => query(getSubjectDecisions, { params: { id: String(caseId) } })

/** Who and what is decided on before the whole; what anybody changes in the case may change it. */
export function useSubjects(caseId: number): UseQueryResult<SubjectSheet> {
  const answer = useQuery(of(caseId))
  useWholeCaseRefresh(caseId, () => void answer.refetch())
  return answer
}

/** Puts the sheet that a command has answered in place of the one on the screen; what hangs on it is read again. */
export function useSubjectAccept(caseId: number): (sheet: SubjectSheet) => Promise<void> {
  const client = useQueryClient()
  return async (sheet) => {
    client.setQueryData(of(caseId).queryKey, sheet)
    await Promise.all([
      client.invalidateQueries({ queryKey: keyOf(getDecisions) }),
      client.invalidateQueries({ queryKey: keyOf(getUnderwritingForm) }),
      refreshHead(caseId),
    ])
  }
}
