import { Select } from 'antd'
import type { Ref } from 'react'
import { useRef, useState } from 'react'
import { AntdProvider } from '#theme/antd-provider.tsx'
import type { SelectRef } from './multi-select.tsx'
import { type Option, type SearchOptions, useOptionSearch } from './option-search.ts'
import styles from './select.module.css'
import type { ControlProps } from './text-input.tsx'

const words = (state: { loading: boolean; failed: boolean }, text: string): string => {
  if (state.loading) return 'Ищем…'
  if (state.failed) return 'Не удалось найти. Измените запрос или попробуйте ещё раз'
  return text ? 'Ничего не найдено' : 'Начните вводить название'
}

/** A choice of one among many, found as the person types; can be cleared. */
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
  for (const option of [...options, ...(known ? [known] : []), ...found.options])
    seen.current.set(option.code, option.name)
  return (
    <AntdProvider>
      <Select<string>
        {...rest}
        className={styles.select}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid || undefined}
        {...(value === null || value === '' ? {} : { value })}
        allowClear={{ label: 'Очистить' }}
        options={found.options.map((option) => ({ value: option.code, label: option.name }))}
        onChange={(code) => onChange(code ?? null)}
        onBlur={() => onBlur?.()}
        listHeight={300}
        showSearch={{ searchValue: text, onSearch: setText, filterOption: false }}
        onOpenChange={(open) => !open && setText('')}
        notFoundContent={<div className={styles.note}>{words(found, text)}</div>}
        labelRender={({ value: code }) => seen.current.get(String(code)) ?? String(code)}
      />
    </AntdProvider>
  )
}
