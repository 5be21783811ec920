import type { CaseListPageProps } from './case-list-page.tsx'

type Search = Readonly<Record<string, unknown>>

/** The archive of a list whose address says it in the search. */
export const archiveInSearch = (
  search: Search,
  go: (search: Search) => void,
): Pick<CaseListPageProps, 'place' | 'onArchive'> => ({
  place: { tab: 'all', archived: String(search.archived) === 'true' },
  onArchive: (archived) => go(archived ? { archived: true } : {}),
})
