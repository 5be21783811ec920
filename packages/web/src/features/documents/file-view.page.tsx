import { type CaseOwner, isOfCase } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { caseDocumentPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { listDocumentFiles } from '@ipoteka-office/contract/documents/document-files.ts'
import {
  type Document,
  type DocumentFile,
  type DocumentOwnerType,
  documentTitle,
  getDocument,
  listDocuments,
} from '@ipoteka-office/contract/documents/documents.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { FormHead } from '#ui/form/form-section.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { WithSidePanel } from '#ui/overlay/side-panel.tsx'
import { DocumentTags } from '#widgets/documents/document-row.tsx'
import { filesText } from '#widgets/documents/document-words.ts'
import { FileViewer } from '#widgets/documents/file-viewer.tsx'
import { refreshDocuments } from '#widgets/documents/use-documents.ts'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import styles from './documents-pages.module.css'
import { FileSide } from './file-side.tsx'
import { type FilePlace, neighbours } from './neighbours.ts'

export const Route = createFileRoute('/fileView/$documentId/$storageId')({ component: FileViewPage })

function FileViewPage() {
  const { documentId, storageId } = Route.useParams()
  const rights = useRights()
  if (!IdParam.safeParse(documentId).success) return <NotFound />
  if (!rights.mayCall(getDocument)) return <Forbidden />
  return <Loaded key={documentId} documentId={documentId} storageId={storageId} />
}

function Loaded({ documentId, storageId }: { documentId: string; storageId: string }) {
  const document = useQuery(query(getDocument, { params: { id: documentId } }))
  // Older versions and files that were taken out can be looked at too.
  const files = useQuery(query(listDocumentFiles, { params: { id: documentId }, query: { all: 'true' } }))
  const failed = document.isError ? document : files.isError ? files : null
  if (failed) return <FailureBlock failure={failed.error} onRetry={() => void failed.refetch()} />
  if (!document.data || !files.data) return <PageSkeleton kind="form" />
  const file =
    document.data.files.find((one) => one.storageId === storageId) ??
    files.data.find((one) => one.storageId === storageId)
  if (!file) return <NotFound text="Такого файла у документа нет. Возможно, ссылка устарела." homeHref="/" />
  return <View document={document.data} file={file} />
}

function stateNotice(document: Document, file: DocumentFile): string | null {
  if (document.deletedAt !== null) return 'Документ помечен на удаление.'
  if (file.replacedAt !== null)
    return `Это прежняя версия: ${formatDateTime(file.replacedAt)} её заменили новой.`
  return file.deletedAt === null ? null : `Файл убран из документа ${formatDateTime(file.deletedAt)}.`
}

/** Where the documents of an owner that is no case are shown. */
const pages: Readonly<
  Record<Exclude<DocumentOwnerType, CaseOwner>, (ownerId: number, documentId: number) => string>
> = {
  PARTNER: (id, document) => `/partner-edit/${id}?tab=documents&document=${document}`,
  REALTY_OBJECT: () => '/realty-objects',
  BLACKLIST_INDIVIDUAL: (id) => `/blacklist/individuals/view/${id}`,
  BLACKLIST_LEGAL_PERSON: (id) => `/blacklist/legalPersons/view/${id}`,
  BLACKLIST_PHONE: (id) => `/blacklist/phones/view/${id}`,
}
const hrefOf = ({ ownerType, ownerId }: Document, documentId: number): string =>
  isOfCase(ownerType)
    ? caseDocumentPath(ownerType, ownerId, documentId)
    : pages[ownerType](ownerId, documentId)

function Step({ place, label, icon }: { place: FilePlace | null; label: string; icon: 'left' | 'right' }) {
  const go = useNavigate()
  return (
    <Button
      aria-label={label}
      disabledReason={place ? null : icon === 'left' ? 'Это первый файл' : 'Это последний файл'}
      onClick={() =>
        place &&
        void go({
          to: '/fileView/$documentId/$storageId',
          params: { documentId: String(place.documentId), storageId: place.storageId },
        })
      }
    >
      <Icon name={icon} />
    </Button>
  )
}

function View({ document, file }: { document: Document; file: DocumentFile }) {
  const { id, ownerType, ownerId } = document
  const owner = useQuery(query(listDocuments, { query: { ownerType, ownerId: String(ownerId) } }))
  useLiveRefresh(topics.documents(ownerType, ownerId), refreshDocuments)
  const title = documentTitle(document)
  usePagePlace({ text: owner.data?.owner.title ?? 'Документы', href: hrefOf(document, id) }, title)
  const around = neighbours(owner.data?.documents ?? [document], {
    documentId: id,
    storageId: file.storageId,
  })
  const notice = stateNotice(document, file)
  return (
    <>
      <FormHead
        title={title}
        subtitle={[file.name === title ? '' : file.name, owner.data?.owner.title].filter(Boolean).join(' · ')}
        facts={[
          { label: 'Состояние', value: <DocumentTags document={document} /> },
          { label: 'Файл', value: filesText([file]) },
        ]}
      >
        {around.text && <span className="muted nowrap">{around.text}</span>}
        <Step place={around.previous} label="Предыдущий файл" icon="left" />
        <Step place={around.next} label="Следующий файл" icon="right" />
        <LinkButton href={hrefOf(document, id)}>К документам</LinkButton>
      </FormHead>
      {notice && (
        <p className="notice" role="note">
          {notice}
        </p>
      )}
      <WithSidePanel panel={<FileSide document={document} file={file} />}>
        <div className={`card ${styles.viewer}`}>
          <FileViewer document={document} file={file} autoFocus />
        </div>
      </WithSidePanel>
    </>
  )
}
