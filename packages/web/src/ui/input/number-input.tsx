import { type ClipboardEvent, type KeyboardEvent, type Ref, useState } from 'react'
import { cx } from '../class-names.ts'
import { clamp, typeWhole, wholeHeld, wholeRefused } from './number-input-logic.ts'
import { textAfterPaste } from './paste-logic.ts'
import { tellRefusedPaste } from './refuse-paste.ts'
import styles from './text-input.module.css'
import type { ControlProps } from './text-input.tsx'

/** Props of {@link NumberInput}; null is empty. */
export type NumberInputProps = ControlProps & {
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  min?: number
  max?: number
  ref?: Ref<HTMLInputElement>
}

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/** A whole number within its bounds (0 and up by default); the arrows step it. */
export function NumberInput({
  value,
  onChange,
  onBlur,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  invalid = false,
  ...rest
}: NumberInputProps) {
  const bounds = { min, max }
  // A lone minus is not a number yet, and must stay in sight where negatives are allowed.
  const [minus, setMinus] = useState(false)
  const change = (text: string) => {
    setMinus(text === '-' && min < 0)
    const next = text === '-' ? null : typeWhole(value, text, bounds)
    if (next !== value) onChange(next)
  }
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined || rest.disabled || rest.readOnly) return
    event.preventDefault()
    onChange(clamp((value ?? Math.max(0, min)) + by, bounds))
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!wholeRefused(textAfterPaste(event.currentTarget, pasted.trim()), bounds)) return
    event.preventDefault()
    tellRefusedPaste(pasted, wholeHeld(bounds))
  }
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      role="spinbutton"
      aria-valuenow={value ?? undefined}
      aria-valuemin={min}
      aria-valuemax={max === Number.MAX_SAFE_INTEGER ? undefined : max}
      {...rest}
      className={cx(styles.input, invalid && styles.error)}
      aria-invalid={invalid || undefined}
      value={minus ? '-' : (value ?? '')}
      onChange={(event) => change(event.target.value)}
      onKeyDown={step}
      onPaste={paste}
      onBlur={() => {
        setMinus(false)
        if (value !== null && clamp(value, bounds) !== value) onChange(clamp(value, bounds))
        onBlur?.()
      }}
    />
  )
}
