import { issuesOfErrorTarget } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import {
  setErrorTarget,
  type WholeRuleSet,
} from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { call } from '#api/call.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { EntryDialog, type EntryIssue, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ErrorTargetFields, type WithErrorTarget } from './error-target-fields.tsx'
import { ofErrorTarget, toErrorTarget } from './error-target-values.ts'
import { reachedWords } from './reached-words.ts'
import { refreshRules } from './use-board.ts'

/** The server speaks of the target as a whole: said where people are named. */
const issuesOf = ({ error }: WithErrorTarget): EntryIssue[] =>
  issuesOfErrorTarget(toErrorTarget(error)).map(({ message }) => ({ path: ['error', 'alertIds'], message }))

/** Names of those who are chosen already. */
const knownOf = ({ reached: { people, queue, escalation } }: WholeRuleSet) => ({
  people: [...people, ...(escalation === null ? [] : [escalation])].map(({ id, fullName }) => ({
    code: String(id),
    name: fullName,
  })),
  queue: queue === null ? null : { code: String(queue.id), name: queue.name },
})

function Form({ set, onClose }: { set: WholeRuleSet; onClose: () => void }) {
  const entry = useEntryForm<WithErrorTarget>({
    values: { error: ofErrorTarget(set.errorTarget) },
    issues: issuesOf,
    save: async ({ error }) => {
      const reached = await call(setErrorTarget, {
        body: { scope: set.scope, errorTarget: toErrorTarget(error) },
      })
      toast.success(reachedWords(reached))
    },
    saved: null,
    onDone: () => {
      refreshRules()
      onClose()
    },
  })
  return (
    <EntryDialog title="Когда отдать некому" entry={entry} onClose={onClose}>
      <ErrorTargetFields control={entry.form.control} scope={set.scope} known={knownOf(set)} />
    </EntryDialog>
  )
}

/** Where a case without takers waits, who is told at once and who when it still waits. */
export function ErrorTargetDialog({ set, onClose }: { set: WholeRuleSet; onClose: () => void }) {
  if (set.editable.enabled) return <Form set={set} onClose={onClose} />
  const { people } = set.reached
  return (
    <Dialog open title="Когда отдать некому" onClose={onClose}>
      <p>{reachedWords(set.reached)}</p>
      <ul>
        {people.map(({ id, fullName, role, problem }) => (
          <li key={id}>
            {fullName} — {role}
            {problem !== null && `, ${problem}`}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
