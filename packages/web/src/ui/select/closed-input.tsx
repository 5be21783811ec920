import type { ComponentPropsWithRef, KeyboardEvent } from 'react'
import { closedCombo } from './combo.ts'
import type { FirstUse } from './first-use.ts'

/** The plain input that stands in a field of a list until the list is needed. */
export function ClosedInput({
  first,
  value,
  onKeyDown,
  onBlur,
  ...rest
}: Omit<ComponentPropsWithRef<'input'>, 'value' | 'onBlur' | 'onKeyDown'> & {
  first: Pick<FirstUse, 'text' | 'listeners'>
  /** What stands there while nothing has been typed. */
  value: string
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onBlur: (() => void) | undefined
}) {
  return (
    <input
      {...closedCombo}
      {...rest}
      {...first.listeners}
      value={first.text ?? value}
      onKeyDown={(event) => {
        onKeyDown(event)
        first.listeners.onKeyDown(event)
      }}
      onBlur={() => {
        first.listeners.onBlur()
        onBlur?.()
      }}
    />
  )
}
