import type { Ref } from 'react'
import { dateMask, dayOfText, textOfDay } from './date-input-logic.ts'
import { MaskedInput } from './masked-input.tsx'
import type { ControlProps } from './text-input.tsx'

/**
 * A day: shown as «20.11.2026», its value is `2026-11-20`; empty is «».
 * What is typed and is no day yet stays in the value as text: refusing it is the form's business.
 */
export function DateInput({
  value,
  onChange,
  ...rest
}: ControlProps & {
  value: string | null
  onChange: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}) {
  return (
    <MaskedInput
      placeholder="ДД.ММ.ГГГГ"
      {...rest}
      value={textOfDay(value ?? '')}
      onChange={(text) => onChange(dayOfText(text))}
      mask={dateMask}
      holds="сюда помещается дата ДД.ММ.ГГГГ"
    />
  )
}
