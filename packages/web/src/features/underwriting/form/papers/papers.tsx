import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import {
  type Document,
  type DocumentOwner,
  documentTitle,
} from '@ipoteka-office/contract/documents/documents.ts'
import {
  recognisedDocumentTypes,
  recognisePassport,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { useState } from 'react'
import { useRights } from '#api/rights.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { Beside } from '#widgets/documents/beside.tsx'
import { useDocumentAccess } from '#widgets/documents/document-access.ts'
import { DocumentForm } from '#widgets/documents/document-form.tsx'
import type { Opened } from '#widgets/documents/document-open.tsx'
import { DocumentsPanel } from '#widgets/documents/documents-panel.tsx'
import { filesText } from '#widgets/documents/document-words.ts'
import { FileViewer } from '#widgets/documents/file-viewer.tsx'
import { useForeignPapers } from '#widgets/documents/foreign-papers.ts'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { DocumentRecognition } from '#widgets/recognition/document-recognition.tsx'
import { PaperDecision } from './paper-decision.tsx'
import { PaperList } from './paper-list.tsx'
import styles from './papers.module.css'
import { ownerOf, usePapers } from './use-papers.ts'

/** The files of a paper that has several. */
function Files({
  document,
  current,
  onFile,
}: {
  document: Document
  current: string
  onFile: (id: string) => void
}) {
  if (document.files.length < 2) return null
  return (
    <span className={styles.files} role="group" aria-label="Файлы документа">
      {document.files.map(({ storageId, name }, at) => (
        <button
          key={storageId}
          type="button"
          className={styles.file}
          aria-pressed={storageId === current}
          title={name}
          onClick={() => onFile(storageId)}
        >
          Файл {at + 1}
        </button>
      ))}
    </span>
  )
}

/** The scan with what was read from it, or with what is known of it, and the word about it. */
function Paper({ head, document }: { head: CaseHead; document: Document }) {
  const access = useDocumentAccess(document.ownerType)
  const rights = useRights()
  const [wanted, setWanted] = useState<string | null>(null)
  const [isClosed, setIsClosed] = useState(false)
  const file = document.files.find(({ storageId }) => storageId === wanted) ?? document.files[0]
  const kind = recognisedDocumentTypes[document.type?.code ?? '']
  const mayRead = rights.mayCall(recognisePassport)
  const reason =
    document.status === 'ACCEPTED' ? 'Документ принят: реквизиты больше не меняют' : access.update
  const lead = (
    <>
      {file && <Files document={document} current={file.storageId} onFile={setWanted} />}
      <PaperDecision head={head} document={document} />
    </>
  )
  if (kind && file && mayRead && !isClosed)
    return (
      <DocumentRecognition
        key={file.storageId}
        kind={kind}
        document={document}
        file={file}
        reason={reason}
        lead={lead}
        onClose={() => setIsClosed(true)}
      />
    )
  return (
    <Beside
      label="просмотр файла"
      left={
        file ? (
          <FileViewer document={document} file={file} />
        ) : (
          <Empty title="Файла ещё нет" text="Скан загружает агент: напишите ему замечание." />
        )
      }
      right={
        <section className="card" aria-label={documentTitle(document)}>
          <div className={styles.about}>
            <h2>{documentTitle(document)}</h2>
            <span className="muted small">{filesText(document.files)}</span>
            {lead}
            {kind && file && mayRead && (
              <Button look="link" onClick={() => setIsClosed(false)}>
                Показать прочитанное
              </Button>
            )}
          </div>
          <FormSection title="Реквизиты" grid={false}>
            <DocumentForm
              key={document.id}
              document={document}
              owner={document}
              reason={reason}
              onDirty={ignore}
            />
          </FormSection>
        </section>
      }
    />
  )
}
const ignore = () => undefined

/** «Документы»: papers of the participant, read, compared with the questionnaire, accepted or refused. */
export function Papers({ head, room }: { head: CaseHead; room: FormRoom }) {
  return useDocumentAccess(ownerOf(room).ownerType).read === null ? (
    <Allowed head={head} room={room} />
  ) : (
    <Forbidden />
  )
}

function Allowed({ head, room }: { head: CaseHead; room: FormRoom }) {
  const [isWhole, setIsWhole] = useState(false)
  const owner = ownerOf(room)
  const { failed, isReady, papers, others, open, choose } = usePapers(room)
  const foreign = useForeignPapers(owner)
  if (failed) return <FailureBlock failure={failed.error} onRetry={() => void failed.refetch()} />
  if (!isReady) return <PageSkeleton kind="form" />
  return (
    <div className={styles.tab}>
      <header className={cx('card', styles.head)}>
        <h2>{isWhole ? 'Документы заявки' : 'Документы'}</h2>
        <Button look="link" onClick={() => setIsWhole(!isWhole)}>
          {isWhole
            ? 'Только этого участника'
            : others === 0
              ? 'Все документы заявки'
              : `Ещё ${countOf(others, 'документ', 'документа', 'документов')} в заявке`}
        </Button>
        {!isWhole && open && <PaperList papers={papers} current={open} foreign={foreign} onOpen={choose} />}
      </header>
      {isWhole && <WholeCase owner={owner} />}
      {!isWhole && open && <Paper key={open.id} head={head} document={open} />}
      {!isWhole && !open && (
        <section className="card" aria-label="Документы участника">
          <Empty title="Документов этого участника нет" text="Их загружает агент в документах заявки." />
        </section>
      )}
    </div>
  )
}

/** The same list that the page of the case has: papers of the object, of the seller, of everybody. */
function WholeCase({ owner }: { owner: DocumentOwner }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  return <DocumentsPanel owner={owner} opened={opened} onOpen={setOpened} />
}
