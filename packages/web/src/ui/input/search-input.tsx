import { useEffect, useRef, useState } from 'react'
import { Icon } from '../icon.tsx'
import styles from './search-input.module.css'
import { TextInput } from './text-input.tsx'

const waitMs = 300

/**
 * The search field of a list: tells what is wanted 300 ms after the last key, at once by Enter; Escape clears it.
 * `value` is what the list shows now, e.g. from its URL.
 */
export function SearchInput({
  value,
  onSearch,
  label,
  placeholder = label,
}: {
  value: string
  onSearch: (text: string) => void
  label: string
  placeholder?: string
}) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const tell = useRef(onSearch)
  useEffect(() => {
    tell.current = onSearch
  })
  const say = (wanted: string) => {
    if (wanted === told.current) return
    told.current = wanted
    tell.current(wanted)
  }
  // The list was changed from elsewhere: «Назад», a reset of its filters.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    const wanted = text.trim()
    const timer = setTimeout(() => {
      if (wanted === told.current) return
      told.current = wanted
      tell.current(wanted)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className={styles.box}>
      <Icon name="search" />
      <TextInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter') say(text.trim())
          if (event.key !== 'Escape' || text === '') return
          event.stopPropagation()
          setText('')
          say('')
        }}
      />
    </div>
  )
}
