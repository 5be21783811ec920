import { AutoComplete } from 'antd'
import { type Ref, useEffect, useRef, useState } from 'react'
import { AntdProvider } from '#theme/antd-provider.tsx'
import type { SelectRef } from './multi-select.tsx'
import selectStyles from './select.module.css'
import styles from './suggest-input.module.css'
import type { ControlProps } from './text-input.tsx'

/** One suggestion: its line, what stands under it, and the thing itself. */
export type Suggestion<T> = { key: string; title: string; note?: string; item: T }
/** What the search has found; `foot` is said under the list, e.g. where the answer comes from. */
export type Suggestions<T> = { items: Suggestion<T>[]; foot?: string | null }

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
  if (wanted === '') return { asked: false, loading: false, failed: false, items: [], foot: null }
  const own = found?.text === wanted ? found : null
  return {
    asked: true,
    loading: own === null,
    failed: own !== null && own.answer === null,
    items: own?.answer?.items ?? [],
    foot: own?.answer?.foot ?? null,
  }
}

/** A line of free text that offers suggestions; one that is chosen (click, or arrow and Enter) is handed over whole. */
export function SuggestInput<T>({
  value,
  onChange,
  onPick,
  onBlur,
  search,
  minLength = 2,
  failedText = 'Подсказки сейчас недоступны: заполните поле вручную',
  invalid = false,
  name: _,
  readOnly = false,
  disabled = false,
  ...rest
}: ControlProps & {
  value: string
  onChange: (text: string) => void
  onPick: (item: T) => void
  onBlur?: () => void
  search: (text: string, signal: AbortSignal) => Promise<Suggestions<T>>
  minLength?: number
  failedText?: string
  ref?: Ref<SelectRef>
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const found = useSuggestions(typed, search, minLength)
  const words = found.loading ? 'Ищем…' : found.failed ? failedText : 'Ничего не найдено'
  return (
    <AntdProvider>
      <AutoComplete<string>
        {...rest}
        disabled={disabled || readOnly}
        className={selectStyles.select}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid || undefined}
        value={value}
        options={found.items.map(({ key, title, note }) => ({
          value: key,
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
          const chosen = found.items.find((one) => one.key === key)
          setTyped(null)
          if (chosen) onPick(chosen.item)
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
            {found.foot && <div className={styles.foot}>{found.foot}</div>}
          </>
        )}
      />
    </AntdProvider>
  )
}
