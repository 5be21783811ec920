import { getCompleteness } from '@ipoteka-office/contract/document-completeness.ts'
import type { DocumentOwner } from '@ipoteka-office/contract/documents.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import type { SectionMark } from '../case/section-list.tsx'

/** The set of documents of a case: how much of it is there, and the mark of its topic. */
export function useDocumentSet({ ownerType, ownerId }: DocumentOwner) {
  const allowed = useRights().mayCall(getCompleteness, { ownerType })
  const { data } = useQuery({
    ...query(getCompleteness, { params: { ownerType, ownerId: String(ownerId) } }),
    enabled: allowed,
    refetchOnMount: 'always',
  })
  const mark: SectionMark | null = data
    ? data.percent === 100
      ? { kind: 'done' }
      : { kind: 'text', text: `${data.percent}\u00a0%`, words: `комплект собран на ${data.percent} %` }
    : null
  return { data, mark }
}
