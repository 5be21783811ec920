import { isOfCase } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { getCompleteness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import type { DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { useWholeCaseRefresh } from '../case/case-data.ts'
import { useLiveRefresh } from '../live-refresh.ts'

/** The completeness of an owner's documents, where the person may read it; read again when a document or what decides changes. */
export function useCompleteness({ ownerType, ownerId }: DocumentOwner) {
  const answer = useQuery({
    ...query(getCompleteness, { params: { ownerType, ownerId: String(ownerId) } }),
    enabled: useRights().mayCall(getCompleteness, { ownerType }),
  })
  const refresh = () => void answer.refetch()
  const isCase = isOfCase(ownerType)
  // Nobody listens to an owner who has turned out not to be theirs to see.
  const isShown = answer.data !== undefined
  // What a case needs follows from its questionnaire and its people as well; its topic tells of documents too.
  useWholeCaseRefresh(isShown && isCase ? ownerId : null, refresh)
  useLiveRefresh(isShown && !isCase ? topics.documents(ownerType, ownerId) : null, refresh)
  return answer
}
