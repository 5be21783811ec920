import { addRemark, type CaseRemark, changeRemark } from '@ipoteka-office/contract/cases/cases.ts'
import { listOf } from '@ipoteka-office/contract/references/reference-options.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { queryOnce } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from '../case.module.css'
import { refreshRemarks } from './remarks-data.ts'

const remarkTypes = listOf('remarksType', 'Замечание')

/** A new remark to a section. */
export function RemarkDialog({
  caseId,
  sections,
  initialSection = null,
  onClose,
}: {
  caseId: number
  sections: readonly { readonly key: string; readonly label: string }[]
  initialSection?: string | null
  onClose: () => void
}) {
  const id = useId()
  const { data: types } = useQuery(queryOnce(remarkTypes))
  const [section, setSection] = useState(initialSection)
  const [type, setType] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const lack =
    section === null || type === null || text.trim() === ''
      ? 'Укажите раздел, вид замечания и что исправить'
      : null
  const save = async () => {
    if (section === null || type === null || text.trim() === '' || busy) return
    setBusy(true)
    try {
      await call(addRemark, {
        params: { id: String(caseId) },
        body: { section, type, text: text.trim() },
      })
      toast.success('Замечание добавлено')
      onClose()
      await refreshRemarks(caseId)
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title="Новое замечание"
      outside={text === '' ? 'close' : 'ask'}
      onClose={onClose}
      approval={{
        text: 'Добавить',
        onApprove: () => void save(),
        busy,
        disabledReason: lack,
      }}
    >
      <div className={styles.field}>
        <label htmlFor={`${id}-section`}>Раздел</label>
        <SingleSelect
          id={`${id}-section`}
          options={sections.map(({ key, label }) => ({ code: key, name: label }))}
          value={section}
          onChange={setSection}
          aria-required
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-type`}>Вид замечания</label>
        <SingleSelect id={`${id}-type`} options={types} value={type} onChange={setType} aria-required />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-text`}>Что исправить</label>
        <TextArea id={`${id}-text`} value={text} onChange={setText} maxLength={2_000} aria-required />
      </div>
    </Dialog>
  )
}

/** The answer to a remark, or another one in its place. */
export function AnswerDialog({
  caseId,
  remark,
  onClose,
}: {
  caseId: number
  remark: CaseRemark
  onClose: () => void
}) {
  const id = useId()
  const [text, setText] = useState(remark.answer ?? '')
  const [busy, setBusy] = useState(false)
  const empty = text.trim() === ''
  const save = async () => {
    if (empty || busy) return
    setBusy(true)
    try {
      await call(changeRemark, {
        params: { id: String(caseId), remarkId: String(remark.id) },
        body: { change: 'ANSWER', answer: text.trim(), version: remark.version },
      })
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      await refreshRemarks(caseId)
    }
  }
  return (
    <Dialog
      open
      title="Ответ на замечание"
      outside={text === (remark.answer ?? '') ? 'close' : 'ask'}
      onClose={onClose}
      approval={{
        text: 'Ответить',
        onApprove: () => void save(),
        busy,
        disabledReason: empty ? 'Напишите, что исправлено' : null,
      }}
    >
      <p>
        <b>{remark.type.name}.</b> {remark.text}
      </p>
      <div className={styles.field}>
        <label htmlFor={id}>Что исправлено</label>
        <TextArea id={id} value={text} onChange={setText} maxLength={2_000} aria-required />
      </div>
    </Dialog>
  )
}
