import { AutoComplete } from 'antd'
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import { AntdProvider } from '#theme/antd-provider.tsx'
import type { SelectRef } from '../select/multi-select.tsx'
import selectStyles from '../select/select.module.css'
import { refuseLongPaste } from './refuse-paste.ts'
import styles from './suggest-input.module.css'
import type { ControlProps } from './text-input.tsx'

/** One suggestion: its line, what stands under it, and the thing itself. */
export type Suggestion<T> = { key: string; title: string; note?: string; item: T }
/** What the search has found; `foot` is said under the list, e.g. where the answer comes from. */
export type Suggestions<T> = { items: Suggestion<T>[]; foot?: string | null; emptyText?: string | null }

const waitMs = 300

/** Suggestions for what the person types now; nothing for a value that was set from elsewhere. */
function useSuggestions<T>(
  typed: string | null,
  search: (text: string, signal: AbortSignal) => Promise<Suggestions<T>>,
  minLength: number,
) {
  const [found, setFound] = useState<{ text: string; answer: Suggestions<T> | null } | null>(null)
  const ask = useRef(search)
  useEffect(() => {
    ask.current = search
  })
  const wanted = typed === null || typed.trim().length < minLength ? '' : typed.trim()
  useEffect(() => {
    if (wanted === '') return
    const abort = new AbortController()
    const tell = (answer: Suggestions<T> | null) =>
      !abort.signal.aborted && setFound({ text: wanted, answer })
    const timer = setTimeout(() => {
      ask.current(wanted, abort.signal).then(tell, () => tell(null))
    }, waitMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted])
  if (wanted === '') return { asked: false, loading: false, failed: false, answer: null }
  const own = found?.text === wanted ? found : null
  return {
    asked: true,
    loading: own === null,
    failed: own !== null && own.answer === null,
    answer: own?.answer ?? null,
  }
}

/** The option that the arrows have reached; antd numbers them in the id that screen readers follow. */
function activeIndex(input: HTMLElement): number {
  if (input.getAttribute('aria-expanded') !== 'true') return -1
  return Number(/_(\d+)$/.exec(input.getAttribute(activeOption) ?? '')?.[1] ?? -1)
}

const activeOption = 'aria-activedescendant'

/** While no option is active antd names an option «-1», which screen readers look for in vain. */
function useNoMissingOption() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const found = box.current
    if (!found) return
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof Element && target.getAttribute(activeOption)?.endsWith('_-1'))
          target.removeAttribute(activeOption)
    })
    observer.observe(found, { subtree: true, attributeFilter: [activeOption] })
    return () => observer.disconnect()
  }, [])
  return box
}

// antd activates an option by itself when its value begins with what is typed: no typed text begins like this.
const valueOf = (key: string) => `\u2063${key}`

/**
 * A line of free text that offers suggestions; one that is chosen is handed over whole. Nothing is chosen unless an
 * arrow has gone to it: then Enter takes it, and Tab takes it and goes on. Escape closes the list.
 */
export function SuggestInput<T>({
  value,
  onChange,
  onPick,
  continueWith,
  onBlur,
  search,
  minLength = 2,
  failedText = 'Подсказки сейчас недоступны: заполните поле вручную',
  invalid = false,
  digits,
  name: _,
  readOnly = false,
  disabled = false,
  ...rest
}: ControlProps & {
  value: string
  onChange: (text: string) => void
  onPick: (item: T) => void
  /** The text to go on searching with after a choice that is not the last word, e.g. a street before its house. */
  continueWith?: (item: T) => string | null
  onBlur?: () => void
  search: (text: string, signal: AbortSignal) => Promise<Suggestions<T>>
  minLength?: number
  failedText?: string
  maxLength?: number
  /** So many digits are kept of the text; a longer paste is refused. */
  digits?: number
  inputMode?: 'text' | 'numeric' | 'email'
  ref?: Ref<SelectRef>
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  // antd closes its list after every choice; this one goes on.
  const goesOn = useRef(false)
  const box = useNoMissingOption()
  const found = useSuggestions(typed, search, minLength)
  const items = found.answer?.items ?? []
  const foot = found.answer?.foot
  const words = found.loading
    ? 'Ищем…'
    : found.failed
      ? failedText
      : (found.answer?.emptyText ?? 'Ничего не найдено')
  const pick = ({ item }: Suggestion<T>, isLast = false) => {
    const next = isLast ? null : (continueWith?.(item) ?? null)
    goesOn.current = next !== null
    setTyped(next)
    onPick(item)
  }
  const changeOpen = (next: boolean) => {
    setOpen(next || goesOn.current)
    goesOn.current = false
  }
  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isOpen =
      event.target instanceof HTMLElement && event.target.getAttribute('aria-expanded') === 'true'
    if (!isOpen || !(event.target instanceof HTMLElement)) return
    const active = items[activeIndex(event.target)]
    // The list only closes: the dialog is approved by the next Enter.
    if (event.key === 'Enter' && !active) event.preventDefault()
    if (event.key !== 'Tab' || !active) return
    // antd would keep the focus here.
    event.stopPropagation()
    pick(active, true)
  }
  return (
    <AntdProvider>
      <div
        ref={box}
        onKeyDownCapture={keyDown}
        onPasteCapture={(event) => refuseLongPaste(event, { maxLength: rest.maxLength, digits })}
      >
        <AutoComplete<string>
          {...rest}
          disabled={disabled || readOnly}
          className={selectStyles.select}
          status={invalid ? 'error' : ''}
          aria-invalid={invalid || undefined}
          value={value}
          defaultActiveFirstOption={false}
          open={open}
          onOpenChange={changeOpen}
          options={items.map(({ key, title, note }) => ({
            value: valueOf(key),
            title,
            label: (
              <span className={styles.option}>
                {title}
                {note && <span className={styles.note}>{note}</span>}
              </span>
            ),
          }))}
          showSearch={{
            filterOption: false,
            onSearch: (text) => {
              setTyped(text)
              onChange(text)
            },
          }}
          onSelect={(key) => {
            const chosen = items.find((one) => valueOf(one.key) === key)
            if (chosen) pick(chosen)
          }}
          onBlur={() => {
            setTyped(null)
            onBlur?.()
          }}
          classNames={{ popup: { root: styles.popup ?? '' } }}
          listHeight={300}
          notFoundContent={
            found.asked ? (
              <div className={styles.empty} role="status">
                {words}
              </div>
            ) : null
          }
          popupRender={(menu) => (
            <>
              {menu}
              {foot && <div className={styles.foot}>{foot}</div>}
            </>
          )}
        />
      </div>
    </AntdProvider>
  )
}
