import { getCompleteness } from '@ipoteka-office/contract/document-completeness.ts'
import type { DocumentOwner } from '@ipoteka-office/contract/documents.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { CompletenessView } from './completeness-view.tsx'
import type { RequirementActions } from './requirement-item.tsx'

/** Completeness of any owner's documents, read again whenever one of them changes. */
export function CompletenessPanel({ ownerType, ownerId, ...actions }: DocumentOwner & RequirementActions) {
  const answer = useQuery({
    ...query(getCompleteness, { params: { ownerType, ownerId: String(ownerId) } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  useLiveRefresh(topics.documents(ownerType, ownerId), () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <DelayedLoader />
  return <CompletenessView completeness={answer.data} {...actions} />
}
