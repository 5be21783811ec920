import { useMaskito } from '@maskito/react'
import { type Ref, useMemo } from 'react'
import { mergeRefs } from './merge-refs.ts'
import { type ControlProps, TextInput } from './text-input.tsx'

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
  ref,
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
  const mask = useMaskito({
    options: useMemo(
      () => ({ mask: Array.from(pattern, (sign) => (sign === '0' ? /\d/ : sign)) }),
      [pattern],
    ),
  })
  const change = (text: string) => onChange(text.replace(/\D/g, ''))
  return (
    <TextInput
      placeholder={pattern}
      inputMode="numeric"
      {...rest}
      value={digitsText(pattern, value)}
      onChange={change}
      ref={mergeRefs<HTMLInputElement>(mask, ref)}
      // Maskito writes the element itself and React must hear of it by the input event.
      onInput={(event) => change(event.currentTarget.value)}
    />
  )
}
