import type { Ref } from 'react'
import { MaskedInput } from './masked-input.tsx'
import type { ControlProps } from './text-input.tsx'
import { timeMask } from './time-input-logic.ts'

/** A time `HH:MM`; empty is «». Whether it is a valid time is the form's business. */
export function TimeInput({
  value,
  ...rest
}: ControlProps & {
  value: string | null
  onChange: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}) {
  return (
    <MaskedInput
      placeholder="__:__"
      {...rest}
      value={value ?? ''}
      mask={timeMask}
      holds="сюда помещается время ЧЧ:ММ"
    />
  )
}
