import { type Ref, useMemo } from 'react'
import { MaskedInput } from './masked-input.tsx'
import type { DigitsMask } from './masked-input-logic.ts'
import { digitsHeld } from './paste-logic.ts'
import type { ControlProps } from './text-input.tsx'

/** Digits laid out by a pattern of zeros: «000-000-000 00» shows 11 digits as «112-233-445 95». */
export function digitsText(pattern: string, digits: string): string {
  let at = 0
  let text = ''
  for (const sign of pattern) {
    if (at >= digits.length) return text
    text += sign === '0' ? digits[at++] : sign
  }
  return text
}

/** A number of digits alone, shown by a pattern of zeros and separators; its value has the digits only. */
export function DigitsInput({
  pattern,
  value,
  onChange,
  ...rest
}: ControlProps & {
  pattern: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}) {
  const mask = useMemo<DigitsMask>(
    () => ({ mask: Array.from(pattern, (sign) => (sign === '0' ? /\d/ : sign)) }),
    [pattern],
  )
  return (
    <MaskedInput
      placeholder={pattern}
      {...rest}
      value={digitsText(pattern, value)}
      onChange={(text) => onChange(text.replace(/\D/g, ''))}
      mask={mask}
      holds={digitsHeld(pattern.replace(/[^0]/g, '').length)}
    />
  )
}
