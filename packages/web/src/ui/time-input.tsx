import { useMaskito } from '@maskito/react'
import type { Ref } from 'react'
import { mergeRefs } from './merge-refs.ts'
import { type ControlProps, TextInput } from './text-input.tsx'
import { timeMask } from './time-input-logic.ts'

/** A time `HH:MM`; empty is «». Whether it is a valid time is the form's business. */
export function TimeInput({
  ref,
  value,
  ...rest
}: ControlProps & {
  value: string | null
  onChange: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}) {
  const mask = useMaskito({ options: timeMask })
  return (
    <TextInput
      placeholder="__:__"
      inputMode="numeric"
      {...rest}
      value={value ?? ''}
      ref={mergeRefs<HTMLInputElement>(mask, ref)}
      // Maskito writes the element itself and React must hear of it by the input event.
      onInput={(event) => rest.onChange(event.currentTarget.value)}
    />
  )
}
