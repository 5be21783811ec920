import type { Document, DocumentFile } from '@ipoteka-office/contract/documents/documents.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { getRecognisedPaper } from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import { ownersWithPapers, paperKinds } from '@ipoteka-office/contract/recognition/recognition.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { useLiveRefresh } from '../live-refresh.ts'

/** Whether the owner has a questionnaire that the paper of a participant can fill. */
export const isOfQuestionnaire = ({ ownerType, type }: Pick<Document, 'ownerType' | 'type'>): boolean =>
  ownersWithPapers.includes(ownerType) && Object.hasOwn(paperKinds, type?.code ?? '')

/** What has become of a paper of a questionnaire: it is read by itself as it comes, and that is heard of here at once. */
export function useReadPaper(document: Document, file: DocumentFile | undefined) {
  const isAsked = useRights().mayCall(getRecognisedPaper) && file !== undefined && isOfQuestionnaire(document)
  const params = {
    id: String(document.ownerId),
    documentId: String(document.id),
    storageId: file?.storageId ?? '',
  }
  const answer = useQuery({ ...query(getRecognisedPaper, { params }), enabled: isAsked })
  useLiveRefresh(isAsked ? topics.case(document.ownerId) : null, () => void answer.refetch())
  const isRead = isAsked && answer.data?.isRead === true
  return {
    isRead,
    /** It is known whose it is: there is something to take or to answer. */
    isOffered: isRead && (answer.data?.participantId ?? null) !== null,
  }
}
