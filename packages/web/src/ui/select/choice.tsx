import {
  type KeyboardEvent,
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
import { ClosedInput } from './closed-input.tsx'
import { combo, optionWays } from './combo.ts'
import styles from './combo.module.css'
import { useEarlyEnter } from './early-enter.ts'
import { isEscape } from './escape.ts'
import { useFirstUse } from './first-use.ts'
import type { Option } from './option-search.ts'
import { useOwnLabel } from './own-label.ts'

/** What a choice's ref gives: it can take the focus. */
export type ChoiceRef = { focus: () => void }

type ChoiceProps = Omit<ControlProps, 'readOnly' | 'name'> & {
  /** What the list shows for the text typed now. */
  found: readonly Option[]
  groups?: readonly { label: string; options: readonly Option[] }[]
  chosen: Option | null
  onChoose: (code: string | null) => void
  onBlur?: (() => void) | undefined
  /** Text that is being typed; null while nobody types. */
  typed: string | null
  onType: (text: string | null) => void
  clearable?: boolean
  render?: ((option: Option) => ReactNode) | undefined
  /** What stands in place of an empty list. */
  note: string
  /** The options are on their way. */
  isComing?: boolean
  /** What was typed is being searched for: the rows answer what was typed before. */
  isStale?: boolean
  ref?: Ref<ChoiceRef> | undefined
}

/** The chosen option as it looks in the list, over the words of the input. */
function Shown({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <span className={styles.shown} aria-hidden="true">
      {children}
    </span>
  )
}

/** A field that chooses one of a list: typing searches, arrows and Enter choose, Escape closes the list only. */
export function Choice({
  found,
  groups,
  chosen,
  onChoose,
  onBlur,
  typed,
  onType,
  clearable = false,
  render,
  note,
  isComing = false,
  isStale = false,
  invalid = false,
  disabled = false,
  ref,
  ...rest
}: ChoiceProps) {
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const goTo = useRef<((index: number) => void) | null>(null)
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }))
  const isOpen = open && !disabled
  const label = useOwnLabel(isOpen, rest['aria-label'])
  const rows = useMemo(() => [...found], [found])

  const openWhole = () => {
    setOpen(true)
    const shown = input.current?.value
    // What is typed next takes the place of the name that stands there.
    requestAnimationFrame(() => {
      const field = input.current
      // Chromium gives the focus to what is selected: whoever has gone on by then must not be called back.
      if (field && field.value === shown && document.activeElement === field) field.select()
    })
  }
  const change = (next: boolean, { reason }: { reason: string }) => {
    // Opened by typing, it has its first letters already: the next one must not take their place.
    if (next && reason !== 'input-change') openWhole()
    else setOpen(next)
    if (!next) onType(null)
  }
  const first = useFirstUse(combo, input, openWhole)
  const parts = first.code
  const early = useEarlyEnter({
    isOpen,
    rows,
    chosen,
    isComing,
    isTyped: typed !== null && typed !== '',
    isStale,
    take: ({ code }) => {
      if (!parts) first.forget()
      onChoose(code)
      setOpen(false)
      onType(null)
    },
  })
  const keyDown = (event: KeyboardEvent) => {
    if (!disabled) early.onKeyDown(event)
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    if (clearable && chosen && typed === null && !disabled) onChoose(null)
  }
  const cross = clearable && chosen && !disabled
  const frame = (control: ReactNode, clear: ReactNode) => (
    <div
      ref={field}
      data-choice
      className={cx(
        styles.field,
        invalid && styles.error,
        disabled && styles.off,
        clearable && chosen && styles.clearable,
      )}
    >
      <Shown>{typed === null && first.text === null && chosen && render?.(chosen)}</Shown>
      {control}
      {clear}
      <span className={styles.arrow} aria-hidden="true">
        <Icon name="down" size={14} />
      </span>
    </div>
  )
  const shared = {
    ...rest,
    ...label,
    ref: input,
    className: styles.input,
    'aria-invalid': invalid || undefined,
  }
  const crossProps = { className: styles.clear, tabIndex: -1, 'aria-label': 'Очистить' }
  const crossIcon = <Icon name="close" size={12} />
  if (!parts)
    return frame(
      <ClosedInput
        {...shared}
        first={first}
        disabled={disabled}
        value={chosen?.name ?? ''}
        onKeyDown={keyDown}
        onBlur={onBlur}
      />,
      cross && (
        <button
          type="button"
          {...crossProps}
          onClick={() => {
            onChoose(null)
            input.current?.focus()
          }}
        >
          {crossIcon}
        </button>
      ),
    )
  return (
    <parts.Root<Option>
      items={rows}
      filteredItems={rows}
      {...optionWays}
      virtualized={!groups && rows.length > parts.longList}
      value={chosen}
      disabled={disabled}
      open={isOpen}
      onOpenChange={change}
      onItemHighlighted={(_, { reason, index }) => {
        if (reason !== 'pointer' && index >= 0) goTo.current?.(index)
      }}
      inputValue={typed ?? chosen?.name ?? ''}
      onInputValueChange={(text, { reason }) => {
        if (reason !== 'input-change') return
        onType(text)
        setOpen(true)
      }}
      onValueChange={(option, details) => {
        if (isEscape(details)) return
        // Only a row of the list chooses, and only the cross or a key clears.
        if (option) onChoose(option.code)
        else if (details.reason === 'clear-press') onChoose(null)
      }}
    >
      {frame(
        <parts.Input {...shared} onBlur={() => onBlur?.()} onKeyDown={keyDown} />,
        cross && <parts.Clear {...crossProps}>{crossIcon}</parts.Clear>,
      )}
      <parts.Popup
        open={isOpen}
        anchor={field}
        options={rows}
        groups={groups}
        render={render}
        note={note}
        goTo={goTo}
      />
    </parts.Root>
  )
}
