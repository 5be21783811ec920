import {
  conditionOwners,
  conditionPoints,
} from '@ipoteka-office/contract/underwriting/conditions/condition-kinds.ts'
import {
  type ConditionTemplate,
  type ConditionTerms,
} from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import { useState } from 'react'
import type { Control } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import formStyles from '#ui/form/form.module.css'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { Tag } from '#ui/tag.tsx'
import type { DecisionValues } from '../decision-values.ts'
import styles from './conditions.module.css'

const ConditionDialog = onDemand(async () => (await import('./condition-dialog.tsx')).ConditionDialog)

/** «До сделки, клиент» and whether the client reads it. */
export function ConditionMarks({
  condition: { point, owner, printed, dueOn, shortens },
}: {
  condition: ConditionTerms
}) {
  return (
    <>
      <span className="muted small">
        {conditionPoints[point]}, {conditionOwners[owner].toLocaleLowerCase('ru')}
      </span>
      {shortens && dueOn !== null && <Tag tone="amber">Решение по {formatDate(dueOn)}</Tag>}
      {!printed && <Tag>Внутреннее</Tag>}
    </>
  )
}

/** Conditions of the decision that is being written. */
export function ConditionsEditor({
  control,
  templates,
}: {
  control: Control<DecisionValues>
  templates: readonly ConditionTemplate[]
}) {
  const { field, fieldState } = useController({ control, name: 'conditions' })
  const [adds, setAdds] = useState(false)
  const { value: conditions } = field
  return (
    <fieldset className={styles.editor}>
      <legend className={formStyles.label}>Условия решения</legend>
      {conditions.length > 0 && (
        <ul className={styles.list}>
          {conditions.map((condition, at) => (
            // Two conditions may say the same.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${at} ${condition.text}`} className={styles.line}>
              <span className={styles.words}>{condition.text}</span>
              <ConditionMarks condition={condition} />
              <Button
                look="link"
                aria-label={`Убрать условие: ${condition.text}`}
                onClick={() => field.onChange(conditions.filter((_, place) => place !== at))}
              >
                Убрать
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.line}>
        <Button onClick={() => setAdds(true)}>Добавить условие</Button>
        {conditions.length === 0 && (
          <span className="muted small">Что выполнить до сделки или выдачи: без условий — сразу дальше</span>
        )}
      </p>
      {fieldState.error && (
        <span className={formStyles.message} role="alert">
          {fieldState.error.message ?? 'Проверьте условия'}
        </span>
      )}
      {adds && (
        <ConditionDialog
          templates={templates}
          onAdd={(condition) => field.onChange([...conditions, condition])}
          onClose={() => setAdds(false)}
        />
      )}
    </fieldset>
  )
}
