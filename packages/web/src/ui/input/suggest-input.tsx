import { Autocomplete } from '@base-ui/react/autocomplete'
import { type KeyboardEvent, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import comboStyles from '../select/combo.module.css'
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

function wordsOf<T>(
  { loading, failed, answer }: { loading: boolean; failed: boolean; answer: Suggestions<T> | null },
  failedText: string,
): string {
  if (loading) return 'Ищем…'
  return failed ? failedText : (answer?.emptyText ?? 'Ничего не найдено')
}

/** What is suggested, under the field; words where there is nothing. */
function SuggestionList<T>({
  anchor,
  items,
  words,
  foot,
  onPick,
}: {
  anchor: RefObject<HTMLElement | null>
  items: readonly Suggestion<T>[]
  words: string
  foot: string | null | undefined
  onPick: (suggestion: Suggestion<T>) => void
}) {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner
        anchor={anchor}
        align="start"
        sideOffset={4}
        className={cx(comboStyles.positioner, styles.popup)}
      >
        {/* A plain box: the library's own hides the rest of the form from readers, where suggestions are only an offer. */}
        <div className={comboStyles.popup} role="presentation">
          <Autocomplete.Status className={items.length === 0 ? styles.empty : undefined}>
            {items.length === 0 ? words : null}
          </Autocomplete.Status>
          <Autocomplete.List className={comboStyles.list}>
            {items.map((suggestion) => (
              <Autocomplete.Item
                key={suggestion.key}
                value={suggestion}
                className={comboStyles.option}
                onClick={() => onPick(suggestion)}
              >
                <span className={styles.option}>
                  {suggestion.title}
                  {suggestion.note && <span className={styles.note}>{suggestion.note}</span>}
                </span>
              </Autocomplete.Item>
            ))}
          </Autocomplete.List>
          {foot && <div className={comboStyles.foot}>{foot}</div>}
        </div>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  )
}

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
  ref?: Ref<HTMLInputElement>
}) {
  const off = disabled || readOnly
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState<Suggestion<T> | null>(null)
  const field = useRef<HTMLDivElement>(null)
  const found = useSuggestions(typed, search, minLength)
  const items = found.answer?.items ?? []
  const pick = ({ item }: Suggestion<T>, { isLast = false }: { readonly isLast?: boolean } = {}) => {
    const next = isLast ? null : (continueWith?.(item) ?? null)
    setTyped(next)
    setOpen(next !== null)
    setActive(null)
    onPick(item)
  }
  const isShown = open && found.asked && !off
  const keyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!isShown) return
    // The list only closes: the dialog is approved by the next Enter.
    if (event.key === 'Enter' && !active) {
      event.preventDefault()
      setOpen(false)
    }
    if (event.key === 'Tab' && active) pick(active, { isLast: true })
  }
  return (
    <Autocomplete.Root<Suggestion<T>>
      items={items}
      filteredItems={items}
      filter={null}
      mode="none"
      value={value}
      itemToStringValue={({ title }) => title}
      disabled={off}
      open={isShown}
      onOpenChange={(next, { reason }) => {
        // A choice tells by itself whether the list goes on.
        if (reason !== 'item-press') setOpen(next)
      }}
      onItemHighlighted={(item) => setActive(item ?? null)}
      onValueChange={(text, { reason }) => {
        if (reason !== 'input-change') return
        setTyped(text)
        setOpen(true)
        onChange(text)
      }}
    >
      <div
        ref={field}
        className={cx(
          comboStyles.field,
          comboStyles.plain,
          invalid && comboStyles.error,
          off && comboStyles.off,
        )}
      >
        <Autocomplete.Input
          {...rest}
          className={comboStyles.input}
          aria-invalid={invalid || undefined}
          autoComplete="off"
          onKeyDown={keyDown}
          onPaste={(event) => refuseLongPaste(event, { maxLength: rest.maxLength, digits })}
          onBlur={() => {
            setTyped(null)
            onBlur?.()
          }}
        />
      </div>
      {isShown && (
        <SuggestionList
          anchor={field}
          items={items}
          words={wordsOf(found, failedText)}
          foot={found.answer?.foot}
          onPick={(suggestion) => pick(suggestion)}
        />
      )}
    </Autocomplete.Root>
  )
}
