import { type ReactNode, useId } from 'react'
import {
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  useController,
  useFormState,
} from 'react-hook-form'
import { cx } from '../class-names.ts'
import { useFieldGuard } from './field-guard.ts'
import styles from './form.module.css'

/** What a field gives its control: value and events of the form, and the words that belong to it. */
export type FieldInput<T extends FieldValues, N extends FieldPath<T>> = Omit<
  ControllerRenderProps<T, N>,
  'disabled'
> & {
  id: string
  invalid: boolean
  disabled: boolean
  'aria-describedby'?: string
  'aria-required'?: boolean
}

type FieldProps<T extends FieldValues, N extends FieldPath<T>> = {
  control: Control<T>
  name: N
  label: string
  /** Part of the row it takes; half by default. */
  span?: 'quarter' | 'half' | 'full'
  /** Words under the control while there is no error. */
  hint?: ReactNode
  required?: boolean
  disabled?: boolean
  children: (input: FieldInput<T, N>) => ReactNode
}

/** A field of a form: label above, control, message below, tied together for screen readers. */
export function Field<T extends FieldValues, N extends FieldPath<T>>({
  control,
  name,
  label,
  span = 'half',
  hint: words,
  required = false,
  disabled = false,
  children,
}: FieldProps<T, N>) {
  const id = useId()
  const { isHidden, refusal } = useFieldGuard(name)
  const { field, fieldState } = useController({ control, name })
  const { isSubmitted } = useFormState({ control })
  // Whatever has checked the form: what the person has not come to yet is not reproached, unless by the server.
  const isKnown = isSubmitted || fieldState.isTouched || fieldState.isDirty
  const message = isKnown || isOfServer(fieldState.error) ? errorText(fieldState.error) : null
  const noteId = `${id}-note`
  // A form that cannot be changed at all says why by itself.
  const hint = disabled ? words : (refusal ?? words)
  if (isHidden) return null
  return (
    <div className={cx(styles[span])}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        ...field,
        disabled: disabled || refusal !== null || field.disabled || false,
        id,
        invalid: message !== null,
        ...(message || hint ? { 'aria-describedby': noteId } : {}),
        ...(required ? { 'aria-required': true } : {}),
      })}
      {message ? (
        <p id={noteId} className={styles.message} role="alert">
          {message}
        </p>
      ) : (
        hint && (
          <p id={noteId} className={styles.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

/** Something shown in a form that cannot be changed there. */
export function ReadOnlyField({
  label,
  span = 'half',
  children,
}: {
  label: string
  span?: 'quarter' | 'half' | 'full'
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={cx(styles[span])} role="group" aria-labelledby={id}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <div className={styles.readonly}>{children || '−'}</div>
    </div>
  )
}

function isOfServer(error: unknown): boolean {
  if (!error || typeof error !== 'object') return false
  if ('type' in error && error.type === 'server') return true
  return Object.entries(error).some(([key, part]) => key !== 'ref' && isOfServer(part))
}

// A field that holds an object may have its message on the object itself or deeper.
function errorText(error: unknown): string | null {
  if (!error || typeof error !== 'object') return null
  if ('message' in error && typeof error.message === 'string' && error.message) return error.message
  for (const [key, part] of Object.entries(error)) {
    const text = key === 'ref' ? null : errorText(part)
    if (text) return text
  }
  return null
}
