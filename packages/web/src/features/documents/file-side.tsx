import {
  documentAccessActions,
  listDocumentAccess,
} from '@ipoteka-office/contract/documents/document-access.ts'
import { documentSources } from '@ipoteka-office/contract/document-rules/document-sources.ts'
import {
  type Document,
  type DocumentFile,
  listDocumentHistory,
} from '@ipoteka-office/contract/documents/documents.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { FormSection } from '#ui/form/form-section.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { SidePanel } from '#ui/overlay/side-panel.tsx'
import { extentText, participantText, sizeText } from '#widgets/documents/document-words.ts'
import { FileVersionsList } from '#widgets/documents/file-versions-dialog.tsx'
import { LastChanges } from '#widgets/history/last-changes.tsx'
import styles from './documents-pages.module.css'

const accessPage = 10

function Facts({ document, file }: { document: Document; file: DocumentFile }) {
  const { splitFrom } = file
  const rows: [label: string, value: string | ReactElement | null][] = [
    ['Тип', document.type?.name ?? 'не назначен'],
    [
      'Номер и дата',
      [document.number, document.issuedOn && formatDate(document.issuedOn)].filter(Boolean).join(' от '),
    ],
    ['Кем выдан', document.issuer],
    ['Чей', participantText(document.participant)],
    ['Действует по', document.validUntil && formatDate(document.validUntil)],
    ['Источник', documentSources[document.source]],
    ['Комментарий', document.comment],
    ['Файл', [file.name, extentText(file), sizeText(file.size)].filter(Boolean).join(' · ')],
    ['Загрузил', [file.uploadedBy, formatDateTime(file.uploadedAt)].filter(Boolean).join(', ')],
    ['Вырезан из', splitFrom && `стр. ${splitFrom.from}–${splitFrom.to} прежнего файла`],
    ['Контрольная сумма', <code key="sum">{file.sha256.slice(0, 16)}…</code>],
  ]
  return (
    <dl className={styles.facts}>
      {rows
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || emptyValue}</dd>
          </div>
        ))}
    </dl>
  )
}

function Readers({ documentId }: { documentId: string }) {
  const [page, setPage] = useState(1)
  const answer = useQuery(
    query(listDocumentAccess, {
      params: { id: documentId },
      query: { page: page - 1, size: accessPage },
    }),
  )
  if (answer.isError) return <p className="muted">Не удалось прочитать</p>
  if (!answer.data) return <SkeletonLine width={70} />
  const { content, totalElements } = answer.data
  if (totalElements === 0) return <p className="muted">Документ ещё никто не открывал</p>
  return (
    <>
      <ul className={styles.accesses}>
        {content.map((entry) => (
          <li key={entry.id}>
            {entry.employee}
            <div className="muted small">
              {[documentAccessActions[entry.action], entry.fileName, entry.partner, formatDateTime(entry.at)]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ul>
      {totalElements > accessPage && (
        <div className={styles.pager}>
          <Pager total={totalElements} page={page} size={accessPage} onPage={setPage} />
        </div>
      )}
    </>
  )
}

/** What is known of a file: its document, versions, history, and by right who opened it. */
export function FileSide({ document, file }: { document: Document; file: DocumentFile }) {
  const rights = useRights()
  const documentId = String(document.id)
  return (
    <SidePanel label="Сведения о файле">
      <FormSection title="Сведения" grid={false}>
        <Facts document={document} file={file} />
      </FormSection>
      <FormSection title="Файлы и версии" grid={false}>
        <FileVersionsList document={document} />
      </FormSection>
      <FormSection title="История" grid={false}>
        <LastChanges
          title="История документа"
          pages={(page) => query(listDocumentHistory, { params: { id: documentId }, query: page })}
        />
      </FormSection>
      {rights.mayCall(listDocumentAccess) && (
        <FormSection title="Кто открывал" grid={false}>
          <Readers documentId={documentId} />
        </FormSection>
      )}
    </SidePanel>
  )
}
