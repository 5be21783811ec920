import * as api from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { searchUnderwriters } from '@ipoteka-office/contract/underwriting/underwriters-list.ts'
import {
  getUnderwritingGroup,
  searchUnderwritingGroups,
} from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { keyOf, queryClient } from '#api/query.ts'

const shown = [
  searchUnderwritingGroups,
  getUnderwritingGroup,
  searchUnderwriters,
  api.getUnderwriter,
  api.listAuthorityHistory,
  api.authorityRequests.list,
  api.authorityRequests.get,
]

/** Reads again whatever is shown of those who decide. */
export async function refreshUnderwriters(): Promise<void> {
  await Promise.all(shown.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })))
}
