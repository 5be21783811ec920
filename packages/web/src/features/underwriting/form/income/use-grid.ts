import {
  type ExclusionInput,
  getIncomeGrid,
  type IncomeGrid,
  type IncomeGridInput,
  saveIncomeGrid,
} from '@ipoteka-office/contract/underwriting/form/income/income.ts'
import { getUnderwritingForm } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { keyOf, query } from '#api/query.ts'
import { refreshHead, useWholeCaseRefresh } from '#widgets/case/case-data.ts'

/** Whose income is on the screen. */
export interface GridPlace {
  readonly caseId: number
  readonly participantId: number
}

const paramsOf = ({ caseId, participantId }: GridPlace) => ({
  id: String(caseId),
  participantId: String(participantId),
})

/** The grid of a participant; what anybody changes in the case may change it. */
export function useGrid(place: GridPlace): UseQueryResult<IncomeGrid> {
  const answer = useQuery(query(getIncomeGrid, { params: paramsOf(place) }))
  useWholeCaseRefresh(place.caseId, () => void answer.refetch())
  return answer
}

/** An exclusion as it travels: without what the server tells of it beside. */
export const plainOf = ({
  source,
  month,
  code,
  amount,
  reason,
  words,
}: IncomeGrid['exclusions'][number]): ExclusionInput => ({ source, month, code, amount, reason, words })

/** Writes the grid over the version on the screen; everything that hangs on it is read again, failed or not. */
export function useGridSave(
  place: GridPlace,
): (grid: IncomeGrid, change: Partial<IncomeGridInput>) => Promise<void> {
  const client = useQueryClient()
  const params = paramsOf(place)
  return async (grid, change) => {
    const { account, exclusions, version } = grid
    const body = { account, exclusions: exclusions.map(plainOf), ...change, version }
    try {
      const saved = await call(saveIncomeGrid, { params, body })
      client.setQueryData(query(getIncomeGrid, { params }).queryKey, saved)
    } finally {
      await Promise.all([
        client.invalidateQueries({ queryKey: keyOf(getIncomeGrid) }),
        client.invalidateQueries({ queryKey: keyOf(getUnderwritingForm) }),
        refreshHead(place.caseId),
      ])
    }
  }
}
