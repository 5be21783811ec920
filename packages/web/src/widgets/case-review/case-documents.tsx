import type { DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { SkeletonRows } from '#ui/loader.tsx'
import { CompletenessPanel } from '#widgets/completeness/completeness-panel.tsx'
import type { UploadWanted } from '#widgets/completeness/requirement-item.tsx'
import { useDocumentAccess } from '#widgets/documents/document-access.ts'
import type { Opened } from '#widgets/documents/document-open.tsx'
import { DocumentsPanel } from '#widgets/documents/documents-panel.tsx'
import { useForeignPapers } from '#widgets/documents/foreign-papers.ts'
import { useDocuments } from '#widgets/documents/use-documents.ts'
import { useWantedUpload } from '#widgets/documents/upload/wanted-upload.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'

interface DocumentsProps {
  readonly owner: DocumentOwner
  readonly opened: Opened | null
  readonly onOpen: (opened: Opened | null) => void
}

/** Documents of an application: what the set asks for, and what has been brought. */
export function CaseDocuments(props: DocumentsProps) {
  return useDocumentAccess(props.owner.ownerType).read === null ? <Allowed {...props} /> : <Forbidden />
}

function Allowed({ owner, opened, onOpen }: DocumentsProps) {
  const answer = useDocuments(owner)
  const access = useDocumentAccess(owner.ownerType)
  const wanted = useWantedUpload(owner)
  const foreign = useForeignPapers(owner)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonRows />
  return (
    <>
      <DocumentsPanel
        owner={owner}
        opened={opened}
        onOpen={onOpen}
        wanted={
          <CompletenessPanel
            {...owner}
            reader={access.review === null ? 'reviewer' : 'applicant'}
            foreign={foreign}
            onOpenDocument={(documentId) => onOpen({ documentId })}
            uploadsOf={wanted.uploadsOf}
            {...(access.create === null && { onUpload: (need: UploadWanted) => void wanted.upload(need) })}
          />
        }
      />
      {wanted.dialog}
    </>
  )
}
