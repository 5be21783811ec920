import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cx } from '../class-names.ts'
import { lateCode } from '#lib/late-code.ts'
import { closedCombo } from '../select/combo.ts'
import comboStyles from '../select/combo.module.css'
import { toast } from '../overlay/toasts.tsx'
import { refuseLongPaste } from './refuse-paste.ts'
import { mergeRefs } from './merge-refs.ts'
import type { Suggestion, Suggestions } from './suggestion.ts'
import type { ControlProps } from './text-input.tsx'

const waitMs = 300

/** The library of suggestions: most fields are typed without them. */
const suggestions = lateCode(async () => (await import('./suggestion-list.tsx')).suggestParts)

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
  ref,
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
  const [wanted, setWanted] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  /** Where the plain input had it; null while the focus is elsewhere. */
  const caret = useRef<number | null>(null)
  const both = useMemo(() => mergeRefs(input, ref), [ref])
  const parts = suggestions.use()
  const full = wanted ? parts : null
  useLayoutEffect(() => {
    if (!full || caret.current === null) return
    input.current?.focus()
    input.current?.setSelectionRange(caret.current, caret.current)
  }, [full])
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
  const want = async () => {
    setWanted(true)
    if (!(await suggestions.load())) toast.error(failedText, { key: 'suggestions-not-loaded' })
  }
  const type = (text: string) => {
    setTyped(text)
    setOpen(true)
    onChange(text)
  }
  const leave = () => {
    caret.current = null
    setTyped(null)
    onBlur?.()
  }
  const frame = (control: ReactNode) => (
    <div
      ref={field}
      className={cx(
        comboStyles.field,
        comboStyles.plain,
        invalid && comboStyles.error,
        off && comboStyles.off,
      )}
    >
      {control}
    </div>
  )
  const shared = {
    ...rest,
    ref: both,
    className: comboStyles.input,
    'aria-invalid': invalid || undefined,
    autoComplete: 'off',
    onPaste: (event: ClipboardEvent<HTMLInputElement>) =>
      refuseLongPaste(event, { maxLength: rest.maxLength, digits }),
    onBlur: leave,
  }
  if (!full)
    return frame(
      <input
        {...closedCombo}
        aria-autocomplete="none"
        {...shared}
        disabled={off}
        value={value}
        onChange={({ currentTarget }) => {
          caret.current = currentTarget.selectionStart
          void want()
          type(currentTarget.value)
        }}
      />,
    )
  return (
    <full.Root<Suggestion<T>>
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
      onValueChange={(text, { reason }) => reason === 'input-change' && type(text)}
    >
      {frame(<full.Input {...shared} onKeyDown={keyDown} />)}
      {isShown && (
        <full.List
          anchor={field}
          items={items}
          words={wordsOf(found, failedText)}
          foot={found.answer?.foot}
          onPick={(suggestion) => pick(suggestion)}
        />
      )}
    </full.Root>
  )
}
