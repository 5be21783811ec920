import { Select } from 'antd'
import { type ComponentProps, type MouseEvent, type Ref, useMemo, useRef, useState } from 'react'
import { AntdProvider } from '#theme/antd-provider.tsx'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { isAllTicked, type MultiValue, selectAllCode, tickedCodes, toggleCode } from './multi-select-value.ts'
import { type Option, type SearchOptions, useOptionSearch } from './option-search.ts'
import styles from './select.module.css'
import type { ControlProps } from '../input/text-input.tsx'

/** Tags shown before «+ N» (specification 1 §9). */
const maxTags = 3

type AntSelectRef = NonNullable<ComponentProps<typeof Select>['ref']>
/** What a select's ref gives: it can take the focus. */
export type SelectRef = AntSelectRef extends Ref<infer T> ? T : never

/** Props of {@link MultiSelect}. */
export type MultiSelectProps = Omit<ControlProps, 'readOnly'> & {
  /** The whole dictionary; with server search, what the list shows before anything is typed. */
  options: readonly Option[]
  /** Names of chosen codes that `options` may lack. */
  known?: readonly Option[]
  value: MultiValue
  onChange: (value: MultiValue) => void
  onBlur?: () => void
  /** Words of the chip for everything, «Все партнёры»; without them everything is just all the codes. */
  allLabel?: string
  /** Searches on the server 300 ms after the last key; without it the options given are searched. */
  search?: SearchOptions
  /** Called with each option that is ticked. */
  onPick?: (option: Option) => void
  loading?: boolean
  ref?: Ref<SelectRef>
}

function OptionRow({ name, ticked }: { name: string; ticked: boolean }) {
  return (
    <span className={styles.row}>
      <span className={cx(styles.box, ticked && styles.ticked)} aria-hidden="true">
        {ticked && <Icon name="check" size={12} />}
      </span>
      <span>{name}</span>
    </span>
  )
}

function Chip({ text, all, onRemove }: { text: string; all: boolean; onRemove: (() => void) | undefined }) {
  // The field opens its list on mouse down; removing a chip must not.
  const keepClosed = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className={cx(styles.chip, all && styles.all, !onRemove && styles.rest)}>
      <span title={text}>{text}</span>
      {onRemove && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.remove}
          aria-label={`Убрать: ${text}`}
          onMouseDown={keepClosed}
          onClick={onRemove}
        >
          <Icon name="close" size={10} />
        </button>
      )}
    </span>
  )
}

function noteOf(state: { loading: boolean; failed: boolean }, text: string): string {
  if (state.loading) return 'Ищем…'
  if (state.failed) return 'Не удалось найти. Измените запрос или попробуйте ещё раз'
  return text ? 'Ничего не найдено' : 'Нет значений'
}

/** A choice of several: «Выбрать все», at most three tags and «+ N», rows of 50 px, search on the server if wanted. */
export function MultiSelect({
  options,
  known = [],
  value,
  onChange,
  onBlur,
  allLabel,
  search,
  onPick,
  invalid = false,
  name: _,
  ...rest
}: MultiSelectProps) {
  const [text, setText] = useState('')
  const seen = useRef(new Map<string, string>())
  const found = useOptionSearch(options, text, search)
  const flag = allLabel !== undefined
  const every = useMemo(() => options.map((option) => option.code), [options])
  for (const option of [...options, ...known, ...found.options]) seen.current.set(option.code, option.name)
  const nameOf = (code: string) => seen.current.get(code) ?? code

  const ticked = tickedCodes(value, every)
  const tickedSet = new Set(ticked)
  const allTicked = isAllTicked(value, every)
  const rows = found.options.map((option) => ({ value: option.code, label: option.name }))
  // «Выбрать все» is about the whole list, so it is not offered among found ones.
  const all = text.trim() || options.length === 0 ? [] : [{ value: selectAllCode, label: 'Выбрать все' }]

  const toggle = (code: string) => {
    const option = found.options.find((one) => one.code === code)
    if (option && !tickedSet.has(code)) onPick?.(option)
    onChange(toggleCode(value, code, every, flag))
  }
  return (
    <AntdProvider>
      <Select<string[]>
        {...rest}
        mode="multiple"
        className={styles.select}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid || undefined}
        value={allTicked ? [...ticked, selectAllCode] : ticked}
        options={[...all, ...rows]}
        onSelect={toggle}
        onDeselect={toggle}
        onBlur={() => onBlur?.()}
        listHeight={300}
        maxTagCount={value.all ? 1 : maxTags}
        maxTagPlaceholder={(omitted) => `+ ${omitted.filter((one) => one.value !== selectAllCode).length}`}
        menuItemSelectedIcon={null}
        showSearch={{
          searchValue: text,
          onSearch: setText,
          filterOption: false,
          autoClearSearchValue: false,
        }}
        onOpenChange={(open) => !open && setText('')}
        notFoundContent={<div className={styles.note}>{noteOf(found, text)}</div>}
        optionRender={(option) => (
          <OptionRow
            name={String(option.label)}
            ticked={option.value === selectAllCode ? allTicked : tickedSet.has(String(option.value))}
          />
        )}
        tagRender={({ value: code, label, isMaxTag }) => {
          if (isMaxTag) {
            return value.all ? <span /> : <Chip text={String(label)} all={false} onRemove={undefined} />
          }
          if (value.all) {
            const clear = rest.disabled ? undefined : () => toggle(selectAllCode)
            return <Chip text={allLabel ?? ''} all onRemove={clear} />
          }
          if (code === selectAllCode) return <span />
          const remove = rest.disabled ? undefined : () => toggle(String(code))
          return <Chip text={nameOf(String(code))} all={false} onRemove={remove} />
        }}
      />
    </AntdProvider>
  )
}
