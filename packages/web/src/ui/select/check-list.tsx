import { useState } from 'react'
import { Button } from '../button.tsx'
import styles from './check-list.module.css'
import { type Option, type SearchOptions, useOptionSearch } from './option-search.ts'
import { TextInput } from '../input/text-input.tsx'

type CheckListProps = {
  label: string
  options: readonly Option[]
  value: readonly string[]
  onChange: (codes: string[]) => void
  /** Server search as the person types; without it the options given are searched. */
  search?: SearchOptions
  /** Called with an option that is chosen, so that its name can be shown elsewhere. */
  onPick?: (option: Option) => void
}

/** Choices with boxes to tick, and a search field when there are more than eight. */
export function CheckList({ label, options, value, onChange, search, onPick }: CheckListProps) {
  const [text, setText] = useState('')
  const found = useOptionSearch(options, text, search)
  const toggle = (option: Option) => {
    onPick?.(option)
    onChange(
      value.includes(option.code) ? value.filter((code) => code !== option.code) : [...value, option.code],
    )
  }
  const note = found.loading
    ? 'Ищем…'
    : found.failed
      ? 'Не удалось найти. Измените запрос или попробуйте ещё раз'
      : found.options.length === 0
        ? 'Ничего не найдено'
        : ''
  return (
    <div className={styles.box}>
      {(search || options.length > 8) && (
        <TextInput value={text} onChange={setText} placeholder="Найти" aria-label={`Найти: ${label}`} />
      )}
      {note ? (
        <div className={styles.note} role="status">
          {note}
        </div>
      ) : (
        <ul className={styles.list} aria-label={label}>
          {found.options.map((option) => (
            <li key={option.code}>
              <label className={styles.option}>
                <input
                  type="checkbox"
                  checked={value.includes(option.code)}
                  onChange={() => toggle(option)}
                />
                {option.name}
              </label>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.foot}>
        <span className="muted small">Выбрано: {value.length}</span>
        {value.length > 0 && (
          <Button look="link" onClick={() => onChange([])}>
            Очистить
          </Button>
        )}
      </div>
    </div>
  )
}
