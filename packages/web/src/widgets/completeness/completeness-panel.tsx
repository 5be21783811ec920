import type { DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { type CompletenessReader, CompletenessView } from './completeness-view.tsx'
import type { RequirementActions } from './requirement-item.tsx'
import { useCompleteness } from './use-completeness.ts'

/** Completeness of any owner's documents, read again whenever one of them changes. */
export function CompletenessPanel({
  ownerType,
  ownerId,
  ...rest
}: DocumentOwner & { reader: CompletenessReader } & RequirementActions) {
  const answer = useCompleteness({ ownerType, ownerId })
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <DelayedLoader />
  return <CompletenessView completeness={answer.data} {...rest} />
}
