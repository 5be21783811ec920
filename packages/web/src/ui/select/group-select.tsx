import { Select } from 'antd'
import { type Ref, useState } from 'react'
import { AntdProvider } from '#theme/antd-provider.tsx'
import type { SelectRef } from './multi-select.tsx'
import { filterGroups, type OptionGroup } from './option-groups.ts'
import styles from './select.module.css'
import type { ControlProps } from '../input/text-input.tsx'

export type { OptionGroup } from './option-groups.ts'

/** A choice of one out of groups under their headings; the search looks in both. It cannot be cleared. */
export function GroupSelect({
  groups,
  value,
  onChange,
  onBlur,
  invalid = false,
  name: _,
  ...rest
}: Omit<ControlProps, 'readOnly'> & {
  groups: readonly OptionGroup[]
  value: string | null
  onChange: (code: string) => void
  onBlur?: () => void
  ref?: Ref<SelectRef>
}) {
  const [text, setText] = useState('')
  const names = new Map(groups.flatMap(({ options }) => options.map(({ code, name }) => [code, name])))
  return (
    <AntdProvider>
      <Select<string>
        {...rest}
        className={styles.select}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid || undefined}
        {...(value ? { value } : {})}
        options={filterGroups(groups, text).map(({ label, options }) => ({
          label,
          title: label,
          options: options.map((option) => ({ value: option.code, label: option.name })),
        }))}
        onChange={onChange}
        onBlur={() => onBlur?.()}
        listHeight={300}
        popupMatchSelectWidth={false}
        showSearch={{ searchValue: text, onSearch: setText, filterOption: false }}
        onOpenChange={(open) => !open && setText('')}
        notFoundContent={<div className={styles.note}>Ничего не найдено</div>}
        labelRender={({ value: code, label }) => names.get(String(code)) ?? label ?? String(code)}
      />
    </AntdProvider>
  )
}
