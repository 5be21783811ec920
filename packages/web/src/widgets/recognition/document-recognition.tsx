import { documentFields as fields } from '@ipoteka-office/contract/documents/document-fields.ts'
import {
  type Document,
  type DocumentFile,
  type DocumentInput,
  updateDocument,
} from '@ipoteka-office/contract/documents/documents.ts'
import {
  type Recognition,
  type RecognisedField,
  type RecognitionKind,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import { type ReactNode, useState } from 'react'
import { call } from '#api/call.ts'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { inputOf } from '../documents/document-values.ts'
import { changeDocuments } from '../documents/use-documents.ts'
import { IntoQuestionnaire } from './into-questionnaire.tsx'
import styles from './recognition.module.css'
import { RecognitionPane } from './recognition-pane.tsx'
import { type Requisites, requisitesOf } from './requisites.ts'
import { isOfQuestionnaire } from './use-read-paper.ts'

const names: readonly (keyof Requisites)[] = ['number', 'issuedOn', 'issuer']

const shown = (name: keyof Requisites, value: string) => (name === 'issuedOn' ? formatDate(value) : value)

function Draft({
  document,
  requisites,
  reason,
  onSaved,
}: {
  document: Document
  requisites: Requisites
  reason: string | null
  onSaved: () => void
}) {
  const [busy, setBusy] = useState(false)
  const isEmpty = names.every((name) => requisites[name] === undefined)
  const save = async () => {
    setBusy(true)
    const body: DocumentInput = { ...inputOf(document), ...requisites }
    const done = await changeDocuments(
      () =>
        call(updateDocument, {
          params: { id: String(document.id) },
          body: { ...body, version: document.version },
        }),
      'Реквизиты документа записаны',
    )
    setBusy(false)
    if (done) onSaved()
  }
  return (
    <FormSection title="В документ" grid={false}>
      <dl className={styles.draft}>
        {names.map((name) => {
          const [before, after] = [document[name] ?? '', requisites[name]]
          return (
            <div key={name}>
              <dt>{fields[name].label}</dt>
              <dd>
                {after === undefined ? (
                  before === '' ? (
                    emptyValue
                  ) : (
                    shown(name, before)
                  )
                ) : (
                  <b>{shown(name, after)}</b>
                )}
                {after !== undefined && before !== '' && before !== after && (
                  <s className="muted"> {shown(name, before)}</s>
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      <Button
        look="primary"
        loading={busy}
        disabledReason={reason ?? (isEmpty ? 'Сначала возьмите поля ниже' : null)}
        onClick={() => void save()}
      >
        Записать в документ
      </Button>
    </FormSection>
  )
}

/** Recognition of a document's file, whose number, date and issuer are written into the document. */
export function DocumentRecognition({
  kind,
  document,
  file,
  reason,
  lead,
  onClose,
}: {
  kind: RecognitionKind
  document: Document
  file: DocumentFile
  /** Why the document may not be changed. */
  reason: string | null
  /** What is decided of the document. */
  lead: ReactNode
  onClose: () => void
}) {
  const [taken, setTaken] = useState<ReadonlyMap<string, RecognisedField>>(new Map())
  const taking = {
    wants: (name: string) => requisitesOf(kind, new Map([[name, { value: name }]])) !== null,
    isTaken: (field: RecognisedField) => taken.get(field.name)?.value === field.value,
    onTake: (fields: readonly RecognisedField[]) =>
      setTaken(new Map([...taken, ...fields.map((field) => [field.name, field] as const)])),
  }
  return (
    <RecognitionPane
      kind={kind}
      document={document}
      file={file}
      taking={taking}
      lead={lead}
      {...(isOfQuestionnaire(document) && {
        offer: ({ recognisedAt, documentFields }: Recognition, onSpot, rest) => (
          <IntoQuestionnaire
            key={recognisedAt}
            fields={documentFields}
            onSpot={onSpot}
            rest={rest}
            place={{
              id: String(document.ownerId),
              documentId: String(document.id),
              storageId: file.storageId,
            }}
          />
        ),
      })}
      onClose={onClose}
    >
      <Draft
        document={document}
        requisites={requisitesOf(kind, taken) ?? {}}
        reason={reason}
        onSaved={() => setTaken(new Map())}
      />
    </RecognitionPane>
  )
}
