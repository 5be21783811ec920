import { searchUnderwritingGroups } from '@ipoteka-office/contract/underwriting/underwriting-groups.ts'
import { call } from '#api/call.ts'
import type { Option } from '#ui/select/option-search.ts'

/** Finds groups of the bank by their names; `id` is not among them. */
export const searchOtherGroups =
  (id: number) =>
  async (text: string, signal: AbortSignal): Promise<Option[]> => {
    const { content } = await call(
      searchUnderwritingGroups,
      { query: { page: 0, size: 50, sort: 'name,asc' }, body: { text } },
      { signal },
    )
    return content
      .filter((group) => group.id !== id)
      .map((group) => ({ code: String(group.id), name: group.name }))
  }

export const chosenId = (code: string | null): number => (code === null ? 0 : Number(code))

/** Said at a choice that is still open; an empty list where it is made. */
export const lackOfChoice = (path: string, code: string | null, message: string) =>
  code === null ? [{ path: [path], message }] : []
