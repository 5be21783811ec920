import {
  type Document,
  type DocumentOwner,
  documentTitle,
  downloadArchive,
  generatePdf,
} from '@ipoteka-office/contract/documents/documents.ts'
import { useState } from 'react'
import { describeFailure } from '#api/failure.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { BulkAction } from '#ui/table/data-table.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import type { DocumentAccess } from './document-access.ts'
import { documentCalls } from './document-actions.ts'
import styles from './documents.module.css'
import { RejectDialog } from './reject-dialog.tsx'
import { saveFile } from './save-file.ts'
import { TypeDialog } from './upload/type-dialog.tsx'
import { refreshDocuments } from './use-documents.ts'

const wordsOf = (count: number) => countOf(count, 'документ', 'документа', 'документов')

/** One thing done to several documents. */
interface Task {
  readonly title: string
  readonly act: (document: Document) => Promise<unknown>
}
interface Result {
  readonly document: Document
  readonly refused: string | null
}

async function runTask({ act }: Task, documents: readonly Document[]): Promise<Result[]> {
  const results: Result[] = []
  for (const document of documents)
    try {
      await act(document)
      results.push({ document, refused: null })
    } catch (failure) {
      results.push({ document, refused: describeFailure(failure).description })
    }
  return results
}

function AnswerDialog({
  results,
  busy,
  onClose,
  onRepeat,
}: {
  results: readonly Result[]
  busy: boolean
  onClose: () => void
  onRepeat: () => void
}) {
  const refused = results.filter((one) => one.refused !== null).length
  return (
    <Dialog
      open
      title="Не всё удалось"
      onClose={onClose}
      approval={{
        text: 'Повторить неудачные',
        onApprove: onRepeat,
        busy,
        cancelText: 'Закрыть',
      }}
    >
      <p>
        Сделано: {results.length - refused}, отклонено: {refused}.
      </p>
      <ul className={styles.answers}>
        {results
          .toSorted((a, b) => Number(a.refused === null) - Number(b.refused === null))
          .map((one) => (
            <li key={one.document.id}>
              <span>{documentTitle(one.document)}</span>
              <span className={one.refused === null ? 'muted' : styles.refused}>
                {one.refused ?? 'готово'}
              </span>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}

/** What can be done with the chosen documents; each of them is answered for. */
export function DocumentsBulk({
  owner,
  documents,
  chosen,
  access,
  onChosen,
}: {
  owner: DocumentOwner
  /** All that are shown: a repeat takes them as they are now. */
  documents: readonly Document[]
  chosen: readonly Document[]
  access: DocumentAccess
  onChosen: (ids: number[]) => void
}) {
  const [asked, setAsked] = useState<'type' | 'reject' | null>(null)
  const [failed, setFailed] = useState<{ task: Task; results: readonly Result[] } | null>(null)
  const [busy, setBusy] = useState(false)
  const live = chosen.filter(({ deletedAt }) => deletedAt === null)
  const marked = chosen.filter(({ deletedAt }) => deletedAt !== null)

  const run = async (task: Task, over: readonly Document[]) => {
    setBusy(true)
    const results = await runTask(task, over)
    setBusy(false)
    refreshDocuments()
    const refused = results.filter((one) => one.refused !== null)
    setFailed(refused.length > 0 ? { task, results } : null)
    if (refused.length === 0) toast.success(`${task.title}: ${wordsOf(results.length)}`)
    onChosen(refused.map(({ document }) => document.id))
  }
  const remove = async () => {
    const yes = await confirm({
      text: `Пометить на удаление ${wordsOf(live.length)}? Пометку можно снять.`,
      okText: 'Пометить',
      danger: true,
    })
    if (yes) await run({ title: 'Помечено на удаление', act: documentCalls.remove }, live)
  }
  const query = {
    ownerType: owner.ownerType,
    ownerId: String(owner.ownerId),
    ids: live.map(({ id }) => id).join(','),
  }
  return (
    <div className={styles.bulk} role="group" aria-label="Действия с выбранными">
      <span aria-live="polite">Выбрано: {chosen.length}</span>
      {live.length > 0 && (
        <>
          <BulkAction disabledReason={access.update} onClick={() => setAsked('type')}>
            Назначить тип
          </BulkAction>
          <BulkAction
            disabledReason={access.review}
            onClick={() =>
              void run({ title: 'Принято', act: (one) => documentCalls.review(one, 'ACCEPTED') }, live)
            }
          >
            Принять
          </BulkAction>
          <BulkAction disabledReason={access.review} onClick={() => setAsked('reject')}>
            Отклонить
          </BulkAction>
          <BulkAction
            disabledReason={access.archive}
            onClick={() => void saveFile('Архив', downloadArchive, { query })}
          >
            Скачать архив
          </BulkAction>
          <BulkAction
            disabledReason={access.read}
            onClick={() => void saveFile('Сборка PDF', generatePdf, { query })}
          >
            Одним PDF
          </BulkAction>
          <BulkAction disabledReason={access.remove} onClick={() => void remove()}>
            Пометить на удаление
          </BulkAction>
        </>
      )}
      {marked.length > 0 && (
        <BulkAction
          disabledReason={access.remove}
          onClick={() => void run({ title: 'Восстановлено', act: documentCalls.restore }, marked)}
        >
          Восстановить
        </BulkAction>
      )}
      <Button look="link" onClick={() => onChosen([])}>
        Снять выделение
      </Button>
      {asked === 'type' && (
        <TypeDialog
          title="Назначить тип"
          text={`Тип получат ${wordsOf(live.length)}.`}
          owner={owner}
          onChoose={(code) =>
            run({ title: 'Тип назначен', act: (one) => documentCalls.assign(one, code) }, live)
          }
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'reject' && (
        <RejectDialog
          text={`Будут отклонены ${wordsOf(live.length)}.`}
          onReject={(reason) =>
            run({ title: 'Отклонено', act: (one) => documentCalls.review(one, 'REJECTED', reason) }, live)
          }
          onClose={() => setAsked(null)}
        />
      )}
      {failed && (
        <AnswerDialog
          results={failed.results}
          busy={busy}
          onClose={() => setFailed(null)}
          onRepeat={() => {
            const ids = failed.results.filter((one) => one.refused !== null).map((one) => one.document.id)
            void run(
              failed.task,
              documents.filter(({ id }) => ids.includes(id)),
            )
          }}
        />
      )}
    </div>
  )
}
