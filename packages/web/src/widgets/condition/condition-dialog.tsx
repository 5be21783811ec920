import { factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import { useState } from 'react'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ConditionBuilder } from './condition-builder.tsx'
import { factsOfTree, toCondition, toTree, treeIssues } from './condition-values.ts'
import { ConditionWords } from './condition-words.tsx'
import { factGroups, useFactBook } from './fact-book.ts'

const groups = factGroups((code) => factOf(code).scope !== 'REQUEST')

/** A condition put together in a window: taken once every question of it is finished. */
export function ConditionDialog({
  title,
  value,
  onApply,
  onClose,
}: {
  title: string
  value: Condition | null
  onApply: (condition: Condition | null) => void
  onClose: () => void
}) {
  const [tree, setTree] = useState(() => toTree(value))
  const [isTried, setTried] = useState(false)
  const book = useFactBook(factsOfTree(tree))
  const issues = treeIssues(tree)
  const open = Object.keys(issues).length
  const apply = () => {
    setTried(true)
    if (open === 0) onApply(toCondition(tree))
  }
  return (
    <Dialog
      open
      title={title}
      size="wide"
      outside="ask"
      onClose={onClose}
      approval={{
        text: 'Готово',
        onApprove: apply,
        disabledReason: isTried && open > 0 ? `Допишите условия: ${open}` : null,
      }}
    >
      <ConditionWords tree={tree} book={book} />
      <ConditionBuilder
        tree={tree}
        onChange={setTree}
        groups={groups}
        book={book}
        issues={isTried ? issues : {}}
        readOnly={false}
      />
    </Dialog>
  )
}
