import { type Ref, useState } from 'react'
import type { ControlProps } from '../input/text-input.tsx'
import { Choice, type ChoiceRef } from './choice.tsx'
import { filterGroups, type OptionGroup } from './option-groups.ts'

export type { OptionGroup } from './option-groups.ts'

/** A choice of one out of groups under their headings; the search looks in both. It cannot be cleared. */
export function GroupSelect({
  groups,
  value,
  onChange,
  name: _,
  ...rest
}: Omit<ControlProps, 'readOnly'> & {
  groups: readonly OptionGroup[]
  value: string | null
  onChange: (code: string) => void
  onBlur?: () => void
  ref?: Ref<ChoiceRef>
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const found = filterGroups(groups, typed ?? '')
  const known = groups.flatMap(({ options }) => options).find(({ code }) => code === value)
  return (
    <Choice
      {...rest}
      found={found.flatMap(({ options }) => options)}
      groups={found}
      chosen={known ?? (value ? { code: value, name: value } : null)}
      onChoose={(code) => code !== null && onChange(code)}
      typed={typed}
      onType={setTyped}
      note="Ничего не найдено"
    />
  )
}
