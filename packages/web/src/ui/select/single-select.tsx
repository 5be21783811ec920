import { Select } from 'antd'
import type { ReactNode, Ref } from 'react'
import { useState } from 'react'
import { AntdProvider } from '#theme/antd-provider.tsx'
import type { SelectRef } from './multi-select.tsx'
import { filterOptions, type Option } from './option-search.ts'
import styles from './select.module.css'
import type { ControlProps } from '../input/text-input.tsx'

/** Props of {@link SingleSelect}. */
export type SingleSelectProps = Omit<ControlProps, 'readOnly'> & {
  options: readonly Option[]
  value: string | null
  onChange: (code: string) => void
  onBlur?: () => void
  /** How an option looks, e.g. with a status dot; its name when absent. */
  render?: (option: Option) => ReactNode
  loading?: boolean
  ref?: Ref<SelectRef>
}

/** A choice of one; it cannot be cleared. Lists of more than eight can be searched. */
export function SingleSelect({
  options,
  value,
  onChange,
  onBlur,
  render,
  invalid = false,
  name: _,
  ...rest
}: SingleSelectProps) {
  const [text, setText] = useState('')
  const show = (code: unknown, fallback: ReactNode) => {
    const option = options.find((one) => one.code === code)
    return option && render ? render(option) : fallback
  }
  return (
    <AntdProvider>
      <Select<string>
        {...rest}
        className={styles.select}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid || undefined}
        {...(value === null ? {} : { value })}
        options={filterOptions(options, text).map((option) => ({ value: option.code, label: option.name }))}
        onChange={onChange}
        onBlur={() => onBlur?.()}
        listHeight={300}
        showSearch={
          options.length > 8 ? { searchValue: text, onSearch: setText, filterOption: false } : false
        }
        onOpenChange={(open) => !open && setText('')}
        notFoundContent={<div className={styles.note}>Ничего не найдено</div>}
        optionRender={(option) => show(option.value, option.label)}
        labelRender={({ value: code, label }) => show(code, label)}
      />
    </AntdProvider>
  )
}
