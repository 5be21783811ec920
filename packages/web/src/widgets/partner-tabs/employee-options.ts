import { filterPartnerEmployees } from '@ipoteka-office/contract/employees/employees.ts'
import { call } from '#api/call.ts'
import type { Option } from '#ui/select/option-search.ts'

/** Finds active employees of the partner and of what is under it, as the person types: their ids are the codes. */
export const searchEmployees =
  (partnerId: string) =>
  async (text: string, signal: AbortSignal): Promise<Option[]> => {
    const found = await call(
      filterPartnerEmployees,
      {
        params: { partnerId },
        query: { page: 0, size: 50 },
        body: { text, notActive: false, includeBranches: true },
      },
      { signal },
    )
    return found.content.map(({ id, fullName, jobTitle }) => ({
      code: String(id),
      name: jobTitle ? `${fullName}, ${jobTitle}` : fullName,
    }))
  }
