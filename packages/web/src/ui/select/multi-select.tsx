import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import type { ControlProps } from '../input/text-input.tsx'
import type { ChoiceRef } from './choice.tsx'
import { ClosedInput } from './closed-input.tsx'
import { combo, optionWays } from './combo.ts'
import comboStyles from './combo.module.css'
import { useEarlyEnter } from './early-enter.ts'
import { isEscape } from './escape.ts'
import { useFirstUse } from './first-use.ts'
import { isAllTicked, type MultiValue, selectAllCode, tickedCodes, toggleCode } from './multi-select-value.ts'
import { type Option, type SearchOptions, useOptionSearch } from './option-search.ts'
import { useOwnLabel } from './own-label.ts'
import styles from './select.module.css'

/** Tags shown before «+ N» (specification 1 §9). */
const maxTags = 3

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
  /** The options are on their way. */
  loading?: boolean
  ref?: Ref<ChoiceRef>
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

const everything: Option = { code: selectAllCode, name: 'Выбрать все' }
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
  loading = false,
  invalid = false,
  disabled = false,
  placeholder,
  name: _,
  ref,
  ...rest
}: MultiSelectProps) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const goTo = useRef<((index: number) => void) | null>(null)
  const seen = useRef(new Map<string, string>())
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }))
  const isOpen = open && !disabled
  const label = useOwnLabel(isOpen, rest['aria-label'])
  const found = useOptionSearch(options, text, search)
  const flag = allLabel !== undefined
  const every = useMemo(() => options.map((option) => option.code), [options])
  for (const option of [...options, ...known, ...found.options]) seen.current.set(option.code, option.name)
  const nameOf = (code: string) => seen.current.get(code) ?? code

  const ticked = tickedCodes(value, every)
  const tickedSet = new Set(ticked)
  const allTicked = isAllTicked(value, every)
  // «Выбрать все» is about the whole list, so it is not offered among found ones.
  const rows = text.trim() || options.length === 0 ? found.options : [everything, ...found.options]
  const chosen = [...ticked, ...(allTicked ? [selectAllCode] : [])].map((code) => ({
    code,
    name: nameOf(code),
  }))

  const toggle = (code: string) => {
    const option = found.options.find((one) => one.code === code)
    if (option && !tickedSet.has(code)) onPick?.(option)
    onChange(toggleCode(value, code, every, flag))
  }
  const change = (next: readonly Option[]) => {
    const codes = new Set(next.map(({ code }) => code))
    const gone = chosen.findLast(({ code }) => !codes.has(code))
    const come = next.find((option) => !chosen.some((one) => optionWays.isItemEqualToValue(one, option)))
    const changed = come ?? gone
    if (changed) toggle(changed.code)
  }
  const first = useFirstUse(combo, input, () => setOpen(true))
  const parts = first.code
  const openFromField = (event: MouseEvent) => {
    if (disabled || event.target === input.current) return
    event.preventDefault()
    input.current?.focus()
    if (parts) setOpen(true)
    else first.press()
  }
  const tags = value.all
    ? [{ code: selectAllCode, name: allLabel ?? '', all: true }]
    : ticked.slice(0, maxTags).map((code) => ({ code, name: nameOf(code), all: false }))
  const omitted = value.all ? 0 : ticked.length - tags.length
  const frame = (control: ReactNode) => (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the ground of the field is for the pointer; the input inside is the control
    <div
      ref={field}
      data-choice
      className={cx(
        comboStyles.field,
        styles.tags,
        invalid && comboStyles.error,
        disabled && comboStyles.off,
      )}
      onMouseDown={openFromField}
    >
      {tags.map(({ code, name, all }) => (
        <Chip key={code} text={name} all={all} onRemove={disabled ? undefined : () => toggle(code)} />
      ))}
      {omitted > 0 && <Chip text={`+ ${omitted}`} all={false} onRemove={undefined} />}
      {control}
      <span className={comboStyles.arrow} aria-hidden="true">
        <Icon name="down" size={14} />
      </span>
    </div>
  )
  const shared = {
    ...rest,
    ...label,
    ref: input,
    className: comboStyles.input,
    'aria-invalid': invalid || undefined,
    ...(chosen.length === 0 && placeholder !== undefined && { placeholder }),
  }
  const early = useEarlyEnter({
    isOpen,
    rows,
    chosen: null,
    isComing: loading,
    isTyped: text.trim() !== '',
    isStale: found.loading,
    take: null,
  })
  const keyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (!disabled) early.onKeyDown(event)
    const last = chosen.at(-1)
    if (key === 'Backspace' && (first.text ?? text) === '' && last) toggle(last.code)
  }
  if (!parts)
    return frame(
      <ClosedInput
        {...shared}
        first={first}
        disabled={disabled}
        value={''}
        onKeyDown={keyDown}
        onBlur={onBlur}
      />,
    )
  return (
    <parts.Root<Option, true>
      multiple
      items={rows}
      filteredItems={rows}
      {...optionWays}
      virtualized={rows.length > parts.longList}
      value={chosen}
      disabled={disabled}
      open={isOpen}
      onOpenChange={(next, { reason }) => {
        // The next choice is made from the same list.
        if (!next && reason === 'item-press') return
        setOpen(next)
        if (!next) setText('')
      }}
      onItemHighlighted={(_, { reason, index }) => {
        if (reason !== 'pointer' && index >= 0) goTo.current?.(index)
      }}
      inputValue={text}
      onInputValueChange={(typed, { reason }) => {
        // A choice leaves the text, so that the next one is made among the same rows.
        if (reason !== 'input-change') return
        setText(typed)
        setOpen(true)
      }}
      onValueChange={(next, details) => !isEscape(details) && change(next)}
    >
      {frame(<parts.Input {...shared} onBlur={() => onBlur?.()} onKeyDown={keyDown} />)}
      <parts.Popup
        open={isOpen}
        anchor={field}
        options={rows}
        render={({ code, name }) => (
          <OptionRow name={name} ticked={code === selectAllCode ? allTicked : tickedSet.has(code)} />
        )}
        note={loading ? 'Загружается…' : noteOf(found, text)}
        goTo={goTo}
      />
    </parts.Root>
  )
}
