import { useMaskito } from '@maskito/react'
import { type Ref, useMemo } from 'react'
import { type DigitsMask, wholeMask } from './masked-input-logic.ts'
import { mergeRefs } from './merge-refs.ts'
import { tellRefusedPaste } from './refuse-paste.ts'
import styles from './text-input.module.css'
import { type ControlProps, TextInput } from './text-input.tsx'
import { useFlash } from '../use-flash.ts'

/** A line laid out by a mask: what does not fit whole is refused, with a flash for a key and in words for a paste. */
export function MaskedInput({
  ref,
  mask,
  holds,
  onChange,
  ...rest
}: ControlProps & {
  mask: DigitsMask
  /** What the field holds, to be told of a paste that it does not take. */
  holds: string
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}) {
  const [flash, setFlash] = useFlash()
  const options = useMemo(
    () =>
      wholeMask(mask, (data) => {
        setFlash(true)
        if (data.length > 1) tellRefusedPaste(data, holds)
      }),
    [mask, holds, setFlash],
  )
  const maskRef = useMaskito({ options })
  return (
    <TextInput
      inputMode="numeric"
      {...rest}
      className={flash ? styles.flash : undefined}
      onChange={onChange}
      ref={mergeRefs<HTMLInputElement>(maskRef, ref)}
      // Maskito writes the element itself and React must hear of it by the input event.
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  )
}
