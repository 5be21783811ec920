import { type Document, documentTitle } from '@ipoteka-office/contract/documents/documents.ts'
import { listOf } from '@ipoteka-office/contract/references/reference-options.ts'
import { refusePaper } from '@ipoteka-office/contract/underwriting/papers/papers.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { queryOnce } from '#api/query.ts'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { refreshRemarks } from '#widgets/case/talk/remarks-data.ts'
import { changeDocuments } from '#widgets/documents/use-documents.ts'
import styles from './papers.module.css'

const remarkTypes = listOf('remarksType', 'Замечание')

/** Asks what is wrong with a paper: it is rejected, and the agent gets the remark to answer. */
export function RefuseWindow({
  caseId,
  document,
  onClose,
}: {
  caseId: number
  document: Document
  onClose: () => void
}) {
  const id = useId()
  const { data: types } = useQuery(queryOnce(remarkTypes))
  const [type, setType] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const refuse = async () => {
    if (type === null || busy) return
    setBusy(true)
    const isRefused = await changeDocuments(
      () =>
        call(refusePaper, {
          params: { id: String(caseId), documentId: String(document.id) },
          body: { version: document.version, type, text: text.trim() },
        }),
      'Документ отклонён, агент увидит замечание',
    )
    setBusy(false)
    if (!isRefused) return
    onClose()
    await refreshRemarks(caseId)
  }
  return (
    <Dialog
      open
      title="Отклонить с замечанием"
      outside={text === '' ? 'close' : 'ask'}
      onClose={onClose}
      approval={{
        text: 'Отклонить',
        onApprove: () => void refuse(),
        busy,
        disabledReason: type === null ? 'Выберите вид замечания' : null,
      }}
    >
      <p>«{documentTitle(document)}» будет отклонён. Замечание прочтёт агент и ответит на него.</p>
      <div className={styles.field}>
        <label htmlFor={`${id}-type`}>Вид замечания</label>
        <SingleSelect id={`${id}-type`} options={types} value={type} onChange={setType} aria-required />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-text`}>Что исправить</label>
        <TextArea id={`${id}-text`} value={text} onChange={setText} maxLength={1_000} />
      </div>
    </Dialog>
  )
}
