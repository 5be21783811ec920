import { Select } from 'antd'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { AntdProvider } from '#theme/antd-provider.tsx'
import { cx } from '../class-names.ts'
import type { SelectRef } from './multi-select.tsx'
import { type Option, type SearchOptions, useOptionSearch } from './option-search.ts'
import styles from './select.module.css'
import type { ControlProps } from '../input/text-input.tsx'

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
  onBlur,
  search,
  invalid = false,
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
  ref?: Ref<SelectRef>
}) {
  const [text, setText] = useState('')
  const seen = useRef(new Map<string, string>())
  const found = useOptionSearch(options, text, search)
  const isChosen = value !== null && value !== ''
  const clearByKey = ({ key }: KeyboardEvent) => {
    if ((key === 'Delete' || key === 'Backspace') && text === '' && isChosen && !rest.disabled) onChange(null)
  }
  for (const option of [...options, ...(known ? [known] : []), ...found.options])
    seen.current.set(option.code, option.name)
  return (
    <AntdProvider>
      <Select<string>
        {...rest}
        className={cx(styles.select, styles.clearable)}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid || undefined}
        {...(isChosen && { value })}
        allowClear={{ label: 'Очистить' }}
        options={found.options.map((option) => ({ value: option.code, label: option.name }))}
        onChange={(code) => onChange(code ?? null)}
        onBlur={() => onBlur?.()}
        onKeyDown={clearByKey}
        listHeight={300}
        showSearch={{ searchValue: text, onSearch: setText, filterOption: false }}
        onOpenChange={(open) => !open && setText('')}
        notFoundContent={<div className={styles.note}>{words(found, text)}</div>}
        // A code says nothing to people: while the names are on their way it is not shown.
        labelRender={({ value: code }) =>
          seen.current.get(String(code)) ?? (options.length === 0 && !search ? '…' : String(code))
        }
      />
    </AntdProvider>
  )
}
