import { useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { cx } from '../class-names.ts'
import form from '../form/form.module.css'
import styles from './yes-no.module.css'

const answers = [
  { value: true, text: 'Да' },
  { value: false, text: 'Нет' },
] as const

/** A question of a form: yes, no, or not answered yet; a second click or Delete takes the answer back. */
export function YesNoField<T extends FieldValues, N extends FieldPath<T>>({
  control,
  name,
  label,
  span = 'half',
  hint,
  disabled = false,
  required = false,
  keepsNone = false,
  onAnswer,
}: {
  control: Control<T>
  name: N
  label: string
  span?: 'quarter' | 'half' | 'full'
  hint?: string | undefined
  disabled?: boolean
  required?: boolean
  /** The form keeps the denial: «Да» is false. */
  keepsNone?: boolean | undefined
  /** After «Да» (true) or «Нет», whichever of them the form keeps; not when the answer is taken back. */
  onAnswer?: ((isYes: boolean) => void) | undefined
}) {
  const id = useId()
  const { field, fieldState } = useController({ control, name })
  const message = fieldState.error?.message
  const note = message ?? hint
  const kept: boolean | null = field.value
  const current = typeof kept === 'boolean' ? kept !== keepsNone : null
  return (
    <div
      className={form[span]}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required={required || undefined}
      aria-invalid={message !== undefined || undefined}
      {...(note ? { 'aria-describedby': `${id}-note` } : {})}
    >
      <span id={`${id}-label`} className={form.label} data-label>
        {label}
      </span>
      <div className={styles.answers}>
        {answers.map(({ value, text }, at) => (
          <label key={text} className={cx(styles.answer, current === value && styles.chosen)}>
            <input
              type="radio"
              name={id}
              ref={at === 0 ? field.ref : undefined}
              checked={current === value}
              disabled={disabled}
              onChange={() => {
                field.onChange(value !== keepsNone)
                onAnswer?.(value)
              }}
              onClick={() => {
                if (current === value) field.onChange(null)
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Delete' && event.key !== 'Backspace') return
                event.preventDefault()
                field.onChange(null)
              }}
              onBlur={field.onBlur}
            />
            {text}
          </label>
        ))}
      </div>
      {note && (
        <p
          id={`${id}-note`}
          className={message ? form.message : form.hint}
          role={message ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
    </div>
  )
}
