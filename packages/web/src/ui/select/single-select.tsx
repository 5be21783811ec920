import type { ReactNode, Ref } from 'react'
import { useState } from 'react'
import type { ControlProps } from '../input/text-input.tsx'
import { Choice, type ChoiceRef } from './choice.tsx'
import { filterOptions, type Option } from './option-search.ts'

/** Props of {@link SingleSelect}. */
export type SingleSelectProps = Omit<ControlProps, 'readOnly'> & {
  options: readonly Option[]
  value: string | null
  onChange: (code: string) => void
  onBlur?: () => void
  /** How an option looks, e.g. with a status dot; its name when absent. */
  render?: (option: Option) => ReactNode
  /** The options are on their way. */
  loading?: boolean
  ref?: Ref<ChoiceRef>
}

/** A choice of one; it cannot be cleared. */
export function SingleSelect({
  options,
  value,
  onChange,
  loading = false,
  name: _,
  ...rest
}: SingleSelectProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = value === null || value === '' ? null : options.find(({ code }) => code === value)
  return (
    <Choice
      {...rest}
      found={filterOptions(options, typed ?? '')}
      // A code that the options lack stays in sight: it is what will be saved.
      chosen={
        chosen === undefined && value !== null
          ? { code: value, name: loading ? '…' : value }
          : (chosen ?? null)
      }
      onChoose={(code) => code !== null && onChange(code)}
      typed={typed}
      onType={setTyped}
      note={loading ? 'Загружается…' : 'Ничего не найдено'}
    />
  )
}
