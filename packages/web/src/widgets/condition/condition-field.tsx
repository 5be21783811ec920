import { conditionText } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import type { Condition } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { factsOfCondition } from './condition-values.ts'
import { capital, useFactBook } from './fact-book.ts'
import styles from './condition-words.module.css'

const ConditionDialog = onDemand(async () => (await import('./condition-dialog.tsx')).ConditionDialog)

/** A condition in words, put together in a window; null: it always holds. */
export function ConditionField({
  label,
  value,
  onChange,
  disabled,
  none,
}: {
  /** Accessible name, and the title of the window: «Условие скидки». */
  label: string
  value: Condition | null
  onChange: (condition: Condition | null) => void
  disabled: boolean
  /** What no condition means: «Всегда». */
  none: string
}) {
  const [isOpen, setOpen] = useState(false)
  const book = useFactBook(factsOfCondition(value))
  const words = value === null ? none : capital(conditionText(value, book.nameOf))
  return (
    <div className={styles.field} role="group" aria-label={label}>
      <p>{words}</p>
      {!disabled && (
        <span>
          <Button look="link" onClick={() => setOpen(true)}>
            {value === null ? 'Задать условие' : 'Изменить условие'}
          </Button>
          {value !== null && (
            <Button look="link" onClick={() => onChange(null)}>
              Убрать условие
            </Button>
          )}
        </span>
      )}
      {isOpen && (
        <ConditionDialog
          title={label}
          value={value}
          onApply={(condition) => {
            onChange(condition)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
