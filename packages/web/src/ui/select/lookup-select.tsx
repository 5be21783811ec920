import { type Ref, useRef, useState } from 'react'
import type { ControlProps } from '../input/text-input.tsx'
import { Choice, type ChoiceRef } from './choice.tsx'
import { type Option, type SearchOptions, useOptionSearch } from './option-search.ts'

const words = (state: { loading: boolean; failed: boolean }, text: string): string => {
  if (state.loading) return 'Ищем…'
  if (state.failed) return 'Не удалось найти. Измените запрос или попробуйте ещё раз'
  return text ? 'Ничего не найдено' : 'Начните вводить название'
}

/** A choice of one among many, found as the person types; can be cleared, from the keyboard by Delete or Backspace. */
export function LookupSelect({
  options = [],
  known = null,
  value,
  onChange,
  search,
  name: _,
  ...rest
}: Omit<ControlProps, 'readOnly'> & {
  /** What the list shows before anything is typed. */
  options?: readonly Option[]
  /** The chosen one, where `options` may lack it. */
  known?: Option | null
  value: string | null
  onChange: (code: string | null) => void
  onBlur?: () => void
  /** Searches on the server 300 ms after the last key; without it the options given are searched. */
  search?: SearchOptions
  ref?: Ref<ChoiceRef>
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const seen = useRef(new Map<string, string>())
  const found = useOptionSearch(options, typed ?? '', search)
  for (const option of [...options, ...(known ? [known] : []), ...found.options])
    seen.current.set(option.code, option.name)
  // A code says nothing to people: while the names are on their way it is not shown.
  const nameOf = (code: string) => seen.current.get(code) ?? (options.length === 0 && !search ? '…' : code)
  return (
    <Choice
      {...rest}
      clearable
      found={found.options}
      chosen={value === null || value === '' ? null : { code: value, name: nameOf(value) }}
      onChoose={onChange}
      typed={typed}
      onType={setTyped}
      note={words(found, typed ?? '')}
      isStale={found.loading}
    />
  )
}
