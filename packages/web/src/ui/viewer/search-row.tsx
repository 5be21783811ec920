import { useEffect, useRef } from 'react'
import { formatCount } from '#lib/digits.ts'
import { TextInput } from '../input/text-input.tsx'
import type { TextSearch } from './use-text-search.ts'
import styles from './search-row.module.css'
import { BarButton } from './viewer-bar.tsx'

function words(search: TextSearch, pageCount: number): string {
  if (search.query.trim() === '') return ''
  if (search.matches.length > 0) {
    const total = formatCount(search.matches.length)
    return `${formatCount(search.at + 1)} из ${total}${search.done ? '' : '…'}`
  }
  if (!search.done) return `Ищем: ${search.read} из ${pageCount} стр.`
  return search.textless ? 'Распознанного текста нет: это скан' : 'Не найдено'
}

/** The line of searching in text: the count, the next one and the one before. */
export function SearchRow({
  search,
  pageCount,
  asked,
  onClose,
}: {
  search: TextSearch
  pageCount: number
  /** Changes when the search is asked for again: the field takes the focus. */
  asked: number
  onClose: () => void
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [asked])
  return (
    <div className={styles.searchRow} role="search" aria-label="Поиск в тексте файла">
      <TextInput
        ref={field}
        type="search"
        aria-label="Найти в тексте"
        placeholder="Найти в тексте"
        maxLength={200}
        value={search.query}
        onChange={search.setQuery}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            search.step(event.shiftKey ? -1 : 1)
          }
          if (event.key !== 'Escape') return
          event.stopPropagation()
          event.nativeEvent.stopPropagation()
          onClose()
        }}
      />
      <span className={styles.found} role="status">
        {words(search, pageCount)}
      </span>
      <BarButton icon="up" label="Предыдущее совпадение" keys="Shift Enter" onClick={() => search.step(-1)} />
      <BarButton icon="down" label="Следующее совпадение" keys="Enter" onClick={() => search.step(1)} />
      <BarButton icon="close" label="Закрыть поиск" keys="Esc" onClick={onClose} />
    </div>
  )
}
