import {
  getCalculation,
  listCalculationHistory,
  listCalculations,
} from '@ipoteka-office/contract/calculator/calculations.ts'
import { keyOf, queryClient } from '#api/query.ts'

/** Kept calculations have changed: what is shown of them is read again. */
export function refreshCalculations(): void {
  for (const endpoint of [listCalculations, getCalculation, listCalculationHistory])
    void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
}
