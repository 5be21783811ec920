import * as api from '@ipoteka-office/contract/parameters/parameters.ts'
import { keyOf, queryClient } from '#api/query.ts'

const shown = [
  api.listParameters,
  api.getParameter,
  api.compareParameters,
  api.listParameterHistory,
  api.parameterRequests.list,
  api.parameterRequests.get,
]

/** Reads again whatever is shown of parameters. */
export async function refreshParameters(): Promise<void> {
  await Promise.all(shown.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })))
}
