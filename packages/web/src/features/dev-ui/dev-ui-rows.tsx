import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { type ListFilter, ListFilters } from '#ui/table/list-filters.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { FilterChip } from '#ui/table/filter-chip.tsx'
import { Several } from '#ui/table/several.tsx'
import styles from './dev-ui.module.css'

function Late({ onClose }: { onClose: () => void }) {
  return <Dialog open title="Позднее окно" size="small" onClose={onClose} />
}

let fetches = 0
/** Its first fetch fails, as one without a network does. */
const LateWindow = onDemand(() => {
  fetches += 1
  return fetches === 1 ? Promise.reject(new Error('Код окна не пришёл')) : Promise.resolve(Late)
})

const grades = ['Первый', 'Второй', 'Третий'].map((name) => ({ code: name, name }))

/** A form of one list, whose choices come a moment after the person does. */
function LateChoice() {
  const [options, setOptions] = useState<typeof grades>()
  const [value, setValue] = useState<string | null>(null)
  const [sent, setSent] = useState(0)
  return (
    <form
      onFocus={() => void setTimeout(() => setOptions(grades), 400)}
      onSubmit={(event) => {
        event.preventDefault()
        setSent((before) => before + 1)
      }}
    >
      <SingleSelect aria-label="Разряд" options={options} value={value} onChange={setValue} />
      <Button type="submit">Отправить разряд</Button>
      <output>Отправлено: {sent}</output>
    </form>
  )
}

const names = ['Уровень', 'Подразделение', 'Регион', 'Партнёр', 'Смена', 'Группа']

/** Filters in a row with room for some of them, a cell of several values, and a window whose code comes late. */
export function DevRows() {
  const [restricting, setRestricting] = useState<readonly string[]>(['Группа'])
  const [isOpen, setOpen] = useState(false)
  const filters = names.map((label): ListFilter => {
    const value = restricting.includes(label) ? 'выбрано' : null
    const onClear = () => setRestricting((before) => before.filter((one) => one !== label))
    return {
      key: label,
      label,
      value,
      control: (
        <FilterChip label={label} value={value} onClear={onClear}>
          {() => (
            <Button onClick={() => setRestricting((before) => [...before, label])}>Выбрать «{label}»</Button>
          )}
        </FilterChip>
      ),
    }
  })
  return (
    <section aria-label="Ряды" className={styles.stack}>
      <h2>Фильтры, которым тесно</h2>
      <div className={styles.narrow}>
        <ListFilters filters={filters} onReset={restricting.length > 0 ? () => setRestricting([]) : null} />
      </div>
      <h2>Несколько значений</h2>
      <table className={styles.narrow}>
        <tbody>
          <tr>
            <td>
              <Several values={['Паспорт', 'СНИЛС', 'Справка о доходах']} rest="и ещё" />
            </td>
          </tr>
        </tbody>
      </table>
      <h2>Окно, код которого приходит не сразу</h2>
      <Button onClick={() => setOpen(true)}>Позднее окно</Button>
      <h2>Список, значения которого приходят не сразу</h2>
      <LateChoice />
      {isOpen && <LateWindow onClose={() => setOpen(false)} />}
    </section>
  )
}
