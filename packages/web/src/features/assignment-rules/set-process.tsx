import {
  getRuleSetProcess,
  type RuleSet,
} from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { RecordProcessDialog } from '#widgets/process/record-process-dialog.tsx'

/** The way of a version of the rules. */
export function ProcessDialog({
  set,
  onClose,
}: {
  set: Pick<RuleSet, 'id' | 'number'>
  onClose: () => void
}) {
  const answer = useQuery(query(getRuleSetProcess, { params: { id: String(set.id) } }))
  return (
    <RecordProcessDialog
      title={`Путь версии ${set.number}`}
      ledBy="Кто вёл версию"
      answer={answer}
      onClose={onClose}
    />
  )
}
