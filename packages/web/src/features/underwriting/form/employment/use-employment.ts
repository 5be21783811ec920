import {
  addCall,
  type CallInput,
  correctCall,
  type EmploymentSheet,
  getEmployment,
  type LoggedCall,
} from '@ipoteka-office/contract/underwriting/form/employment/employment.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { keyOf, query } from '#api/query.ts'
import { useWholeCaseRefresh } from '#widgets/case/case-data.ts'

/** Whose work is on the screen. */
export interface WorkPlace {
  readonly caseId: number
  readonly participantId: number
}

const paramsOf = ({ caseId, participantId }: WorkPlace) => ({
  id: String(caseId),
  participantId: String(participantId),
})

/** Where a debtor works; what anybody changes in the case may change it. */
export function useEmployment(place: WorkPlace): UseQueryResult<EmploymentSheet> {
  const answer = useQuery(query(getEmployment, { params: paramsOf(place) }))
  useWholeCaseRefresh(place.caseId, () => void answer.refetch())
  return answer
}

/** Writes a call down, or anew in the place of one; the log is read again, failed or not. */
export function useCallSave(
  place: WorkPlace,
  wrong: LoggedCall | null,
): (input: CallInput, reason: string) => Promise<void> {
  const client = useQueryClient()
  const params = paramsOf(place)
  return async (input, reason) => {
    try {
      const sheet = await (wrong === null
        ? call(addCall, { params, body: input })
        : call(correctCall, { params: { ...params, callId: String(wrong.id) }, body: { ...input, reason } }))
      client.setQueryData(query(getEmployment, { params }).queryKey, sheet)
    } finally {
      await client.invalidateQueries({ queryKey: keyOf(getEmployment) })
    }
  }
}
