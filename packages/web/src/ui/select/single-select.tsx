import type { ReactNode, Ref } from 'react'
import { useState } from 'react'
import type { ControlProps } from '../input/text-input.tsx'
import { Choice, type ChoiceRef } from './choice.tsx'
import { filterOptions, type Option } from './option-search.ts'

/** Props of {@link SingleSelect}. */
export type SingleSelectProps = Omit<ControlProps, 'readOnly'> & {
  /** Undefined while they are on their way. */
  options: readonly Option[] | undefined
  value: string | null
  onChange: (code: string) => void
  onBlur?: () => void
  /** How an option looks, e.g. with a status dot; its name when absent. */
  render?: (option: Option) => ReactNode
  ref?: Ref<ChoiceRef>
}

/** A choice of one; it cannot be cleared. */
export function SingleSelect({ options, value, onChange, name: _, ...rest }: SingleSelectProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isComing = options === undefined
  const chosen = value === null || value === '' ? null : options?.find(({ code }) => code === value)
  return (
    <Choice
      {...rest}
      found={filterOptions(options ?? [], typed ?? '')}
      // A code that the options lack stays in sight: it is what will be saved.
      chosen={
        chosen === undefined && value !== null
          ? { code: value, name: isComing ? '…' : value }
          : (chosen ?? null)
      }
      onChoose={(code) => code !== null && onChange(code)}
      typed={typed}
      onType={setTyped}
      note={isComing ? 'Загружается…' : 'Ничего не найдено'}
      isComing={isComing}
    />
  )
}
