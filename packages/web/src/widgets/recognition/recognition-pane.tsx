import type { Document, DocumentFile } from '@ipoteka-office/contract/documents/documents.ts'
import type {
  PageBox,
  Recognition,
  RecognitionKind,
} from '@ipoteka-office/contract/recognition/recognition.ts'
import { recognitionKinds } from '@ipoteka-office/contract/recognition/recognition.ts'
import { type ReactNode, useState } from 'react'
import { describeFailure, statusOf } from '#api/failure.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { Icon } from '#ui/icon.tsx'
import type { Spot } from '#ui/viewer/page-layout.ts'
import { Beside } from '../documents/beside.tsx'
import { FileViewer } from '../documents/file-viewer.tsx'
import { FailureBlock } from '../failure-block.tsx'
import styles from './recognition.module.css'
import { IncomeTable, RecognitionChecks } from './recognition-checks.tsx'
import { RecognitionFields, sureFields, type Taking } from './recognition-fields.tsx'
import { RecognitionRunning, RecognitionUnavailable } from './recognition-waiting.tsx'
import { type RecognitionProgress, useRecognition, useRecognitionState } from './use-recognition.ts'

/** What a host does with all that was read; `rest` is the plain list of it. */
type Offer = (result: Recognition, onSpot: (box: PageBox | null) => void, rest: ReactNode) => ReactNode

const spotOf = (box: PageBox | null): Spot | null => box && { ...box, page: box.page - 1 }

function Result({
  result,
  taking,
  offer,
  children,
  onSpot,
  onAgain,
}: {
  result: Recognition
  taking: Taking | null
  offer: Offer | undefined
  children: ReactNode
  onSpot: (box: PageBox | null) => void
  onAgain: () => void
}) {
  const { found, message, documentFields, checks, incomes } = result
  const sure = taking ? sureFields(documentFields, taking) : []
  if (!found)
    return (
      <Empty title="Ничего не найдено" text={message}>
        <Button onClick={onAgain}>Распознать ещё раз</Button>
      </Empty>
    )
  const rest = (
    <>
      {children}
      <FormSection title="Поля" grid={false}>
        {taking && (
          <Button
            disabledReason={sure.length > 0 ? null : 'Уверенно прочитанных полей больше нет'}
            onClick={() => taking.onTake(sure)}
          >
            Взять все уверенные
          </Button>
        )}
        <RecognitionFields fields={documentFields} taking={taking} onSpot={({ box }) => onSpot(box)} />
      </FormSection>
      <FormSection title="Проверки" grid={false}>
        <RecognitionChecks checks={checks} />
      </FormSection>
      {incomes.length > 0 && (
        <FormSection title="Доходы по месяцам" grid={false}>
          <IncomeTable incomes={incomes} onSpot={({ box }) => onSpot(box)} />
        </FormSection>
      )}
    </>
  )
  return (
    <>
      {offer ? offer(result, onSpot, rest) : rest}
      <footer className={styles.foot}>
        <span className="muted small">
          {result.engine}, {(result.durationMs / 1_000).toFixed(1).replace('.', ',')} с ·{' '}
          {formatDateTime(result.recognisedAt)}, {result.recognisedBy}
        </span>
        <Button look="link" onClick={onAgain}>
          Распознать заново
        </Button>
      </footer>
    </>
  )
}

function Failed({ failure, retry }: { failure: unknown; retry: () => void }) {
  const state = useRecognitionState(false)
  if (state?.available === false && state.message !== null)
    return <RecognitionUnavailable message={state.message} onRetry={retry} />
  if (statusOf(failure) === 503)
    return (
      <Empty title="Распознать не удалось" text={describeFailure(failure).description}>
        <Button onClick={retry}>Повторить</Button>
      </Empty>
    )
  return <FailureBlock failure={failure} onRetry={retry} />
}

function Progress({
  progress,
  kind,
  cancel,
  retry,
  children,
}: {
  progress: RecognitionProgress
  kind: RecognitionKind
  cancel: () => void
  retry: () => void
  children: (result: Recognition) => ReactNode
}) {
  if (progress.kind === 'running')
    return <RecognitionRunning kind={kind} since={progress.since} onCancel={cancel} />
  if (progress.kind === 'failed') return <Failed failure={progress.failure} retry={retry} />
  if (progress.kind === 'cancelled')
    return (
      <Empty title="Распознавание отменено">
        <Button onClick={retry}>Распознать</Button>
      </Empty>
    )
  return children(progress.result)
}

/** A scan at the left and what was read from it at the right; fields go over to the host by a click or Enter. */
export function RecognitionPane({
  kind,
  document,
  file,
  taking = null,
  offer,
  lead,
  children,
  onClose,
}: {
  kind: RecognitionKind
  document: Pick<Document, 'id' | 'ownerType' | 'ownerId' | 'deletedAt'>
  file: DocumentFile
  /** Absent: values are only shown and copied. */
  taking?: Taking | null
  /** What can be done with all that was read: takes the place of the plain list. */
  offer?: Offer
  /** What is decided of the document: stands under its name. */
  lead?: ReactNode
  /** What the host does with the taken fields: stands above the fields. */
  children?: ReactNode
  onClose: () => void
}) {
  const { progress, cancel, again, retry } = useRecognition(kind, document.id, file.storageId)
  const [spot, setSpot] = useState<Spot | null>(null)
  return (
    <Beside
      label="просмотр файла"
      left={<FileViewer document={document} file={file} spot={spot} />}
      right={
        <div className={cx('card', styles.pane)}>
          <section className={styles.head}>
            <h2>{recognitionKinds[kind]}</h2>
            <Button look="quiet" aria-label="Закончить распознавание" onClick={onClose}>
              <Icon name="close" />
            </Button>
          </section>
          {lead !== undefined && <div className={styles.lead}>{lead}</div>}
          <div aria-live="polite">
            <Progress progress={progress} kind={kind} cancel={cancel} retry={retry}>
              {(result) => (
                <Result
                  result={result}
                  taking={taking}
                  offer={offer}
                  onSpot={(box) => setSpot(spotOf(box))}
                  onAgain={again}
                >
                  {children}
                </Result>
              )}
            </Progress>
          </div>
        </div>
      }
    />
  )
}
