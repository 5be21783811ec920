import type { ComponentPropsWithRef } from 'react'
import { cx } from '../class-names.ts'
import { refuseLongPaste } from './refuse-paste.ts'
import styles from './text-input.module.css'

/** What every field of a form accepts, and what `<Field>` gives it. */
export type ControlProps = {
  id?: string
  name?: string
  disabled?: boolean
  readOnly?: boolean
  placeholder?: string
  /** Red edge. */
  invalid?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-required'?: boolean
}

type Native = Omit<ComponentPropsWithRef<'input'>, 'value' | 'onChange'>

/** A line of text. */
export function TextInput({
  value,
  onChange,
  onPaste,
  invalid = false,
  className,
  ...rest
}: Native & ControlProps & { value: string; onChange: (value: string) => void }) {
  return (
    <input
      type="text"
      autoComplete="off"
      {...rest}
      className={cx(styles.input, invalid && styles.error, className)}
      aria-invalid={invalid || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onPaste={onPaste ?? ((event) => refuseLongPaste(event, rest))}
    />
  )
}

/** Several lines of text. */
export function TextArea({
  value,
  onChange,
  onPaste,
  invalid = false,
  ...rest
}: Omit<ComponentPropsWithRef<'textarea'>, 'value' | 'onChange'> &
  ControlProps & { value: string; onChange: (value: string) => void }) {
  return (
    <textarea
      rows={3}
      {...rest}
      className={cx(styles.input, invalid && styles.error)}
      aria-invalid={invalid || undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onPaste={onPaste ?? ((event) => refuseLongPaste(event, rest))}
    />
  )
}
