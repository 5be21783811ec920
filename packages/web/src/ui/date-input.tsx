import { useMaskito } from '@maskito/react'
import type { Ref } from 'react'
import { dateMask, dayOfText, textOfDay } from './date-input-logic.ts'
import { mergeRefs } from './merge-refs.ts'
import { type ControlProps, TextInput } from './text-input.tsx'

/**
 * A day: shown as «20.11.2026», its value is `2026-11-20`; empty is «».
 * What is typed and is no day yet stays in the value as text: refusing it is the form's business.
 */
export function DateInput({
  ref,
  value,
  onChange,
  ...rest
}: ControlProps & {
  value: string | null
  onChange: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}) {
  const mask = useMaskito({ options: dateMask })
  const change = (text: string) => onChange(dayOfText(text))
  return (
    <TextInput
      placeholder="ДД.ММ.ГГГГ"
      inputMode="numeric"
      {...rest}
      value={textOfDay(value ?? '')}
      onChange={change}
      ref={mergeRefs<HTMLInputElement>(mask, ref)}
      // Maskito writes the element itself and React must hear of it by the input event.
      onInput={(event) => change(event.currentTarget.value)}
    />
  )
}
