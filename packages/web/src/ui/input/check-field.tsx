import { useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useFieldGuard } from '../form/field-guard.ts'
import styles from '../form/form.module.css'

/** A yes or no of a form: a box with its words beside it. */
export function CheckField<T extends FieldValues, N extends FieldPath<T>>({
  control,
  name,
  label,
  hint: words,
  disabled = false,
}: {
  control: Control<T>
  name: N
  label: string
  hint?: string
  disabled?: boolean
}) {
  const id = useId()
  const { field } = useController({ control, name })
  const { isHidden, refusal } = useFieldGuard(name)
  const hint = disabled ? words : (refusal ?? words)
  if (isHidden) return null
  return (
    <div className={styles.full}>
      <label htmlFor={id} className={styles.checkLine}>
        <input
          id={id}
          type="checkbox"
          ref={field.ref}
          checked={Boolean(field.value)}
          disabled={disabled || refusal !== null}
          onChange={(event) => field.onChange(event.target.checked)}
          onBlur={field.onBlur}
          {...(hint ? { 'aria-describedby': `${id}-note` } : {})}
        />
        {label}
      </label>
      {hint && (
        <p id={`${id}-note`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}
