import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import type { DocumentOwner } from '@ipoteka-office/contract/documents/documents.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { usePagePlace } from '#lib/page-place.ts'
import { FormHead } from '#ui/form/form-section.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { CompletenessPanel } from '#widgets/completeness/completeness-panel.tsx'
import type { UploadWanted } from '#widgets/completeness/requirement-item.tsx'
import { useCompleteness } from '#widgets/completeness/use-completeness.ts'
import { useDocumentAccess } from '#widgets/documents/document-access.ts'
import { DocumentsPanel } from '#widgets/documents/documents-panel.tsx'
import { type OpenedSearch, openedOf, openedSearch, searchOf } from '#widgets/documents/opened-search.ts'
import { useForeignPapers } from '#widgets/documents/foreign-papers.ts'
import { uploaderOf } from '#widgets/documents/upload/uploader.ts'
import { UploadsTray } from '#widgets/documents/upload/uploads-tray.tsx'
import { useDocuments } from '#widgets/documents/use-documents.ts'
import { useWantedUpload } from '#widgets/documents/upload/wanted-upload.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'

export const Route = createFileRoute('/application-documents/$applicationId')({
  validateSearch: (search: Record<string, unknown>): { tab?: 'completeness' } & OpenedSearch =>
    search.tab === 'completeness' ? { tab: search.tab } : openedSearch(search),
  component: ApplicationDocumentsPage,
})

function ApplicationDocumentsPage() {
  const { applicationId } = Route.useParams()
  const { read } = useDocumentAccess('APPLICATION')
  const id = IdParam.safeParse(applicationId).data
  if (id === undefined) return <NotFound />
  if (read !== null) return <Forbidden />
  return <Page key={id} owner={{ ownerType: 'APPLICATION', ownerId: id }} />
}

const headFacts: readonly string[] = ['programme', 'product', 'partner', 'amount']
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What is known of the application, as the completeness of its documents tells it. */
function useHeadFacts(owner: DocumentOwner) {
  const { data } = useCompleteness(owner)
  const known = data?.facts.filter(({ scope, fact }) => scope === 'CASE' && headFacts.includes(fact)) ?? []
  const facts = known
    .toSorted((a, b) => headFacts.indexOf(a.fact) - headFacts.indexOf(b.fact))
    .map(({ label, text }) => ({ label: capital(label), value: capital(text) }))
  return data ? [...facts, { label: 'Комплект', value: `${data.percent}\u00a0%` }] : facts
}

function Page({ owner }: { owner: DocumentOwner }) {
  const answer = useDocuments(owner)
  const facts = useHeadFacts(owner)
  const access = useDocumentAccess(owner.ownerType)
  const search = Route.useSearch()
  const { tab = 'documents' } = search
  const opened = openedOf(search)
  const go = useNavigate({ from: Route.fullPath })
  const wanted = useWantedUpload(owner)
  const foreign = useForeignPapers(owner)
  const [number, ...client] = (answer.data?.owner.title ?? 'Заявка').split(', ')
  usePagePlace('Заявки', number ?? '', 'Документы')
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <PageSkeleton kind="form" />
  const tabs = [
    { key: 'documents' as const, label: 'Документы', count: answer.data.documents.length },
    { key: 'completeness' as const, label: 'Комплектность' },
  ]
  return (
    <>
      <FormHead
        title={client.join(', ') || (number ?? '')}
        subtitle={`${number} · документы`}
        facts={facts}
      />
      {!opened && (
        <TabsWithCounts
          label="Документы заявки"
          tabs={tabs}
          value={tab}
          onChange={(key) => void go({ search: key === 'completeness' ? { tab: key } : {} })}
        />
      )}
      {tab === 'documents' ? (
        <DocumentsPanel
          owner={owner}
          opened={opened}
          onOpen={(next) => void go({ search: searchOf(next) })}
        />
      ) : (
        <>
          <UploadsTray uploader={uploaderOf(owner)} documents={answer.data.documents} />
          <div className="card">
            <CompletenessPanel
              {...owner}
              reader={access.review === null ? 'reviewer' : 'applicant'}
              foreign={foreign}
              onOpenDocument={(documentId) => void go({ search: { document: documentId } })}
              uploadsOf={wanted.uploadsOf}
              {...(access.create === null && {
                onUpload: (need: UploadWanted) => void wanted.upload(need),
              })}
            />
          </div>
        </>
      )}
      {wanted.dialog}
    </>
  )
}
