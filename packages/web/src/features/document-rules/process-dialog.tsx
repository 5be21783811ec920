import { getRuleProcess } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { RecordProcessDialog } from '#widgets/process/record-process-dialog.tsx'

/** The way of a version of a rule. */
export function ProcessDialog({
  ruleId,
  number,
  onClose,
}: {
  ruleId: number
  /** Of a published version, or the one that the draft will have. */
  number: number
  onClose: () => void
}) {
  const params = { id: String(ruleId), number: String(number) }
  const answer = useQuery(query(getRuleProcess, { params }))
  return (
    <RecordProcessDialog
      title={`Процесс версии № ${number}`}
      ledBy="Кто вёл версию"
      answer={answer}
      onClose={onClose}
    />
  )
}
