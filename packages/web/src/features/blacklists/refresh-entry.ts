import {
  individualEntryRequests,
  legalPersonEntryRequests,
} from '@ipoteka-office/contract/blacklists/blacklist-requests.ts'
import * as api from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { listEntryVersions } from '@ipoteka-office/contract/blacklists/entry-versions.ts'
import { keyOf, queryClient } from '#api/query.ts'

const shown = [
  api.getBlacklistEntry,
  api.searchBlacklist,
  api.countBlacklist,
  api.listEntryHistory,
  api.getEntryProcess,
  listEntryVersions,
  individualEntryRequests.get,
  legalPersonEntryRequests.get,
]

/** Reads again whatever is shown of entries. */
export async function refreshEntry(): Promise<void> {
  await Promise.all(shown.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })))
}
