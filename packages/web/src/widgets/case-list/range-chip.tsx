import { useState } from 'react'
import { formatDate } from '#lib/dates.ts'
import { formatMoney } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/date-input.tsx'
import { FilterChip } from '#ui/filter-chip.tsx'
import { MoneyInput } from '#ui/money-input.tsx'
import styles from './case-list.module.css'

type Kind = 'day' | 'money'
const shown: Record<Kind, (value: string) => string> = { day: formatDate, money: formatMoney }

/** «с 01.11.2026 по 20.11.2026»; null when neither end is given. */
export function rangeText(kind: Kind, from: string, to: string): string | null {
  const [before, after] = kind === 'day' ? ['с', 'по'] : ['от', 'до']
  const parts = [
    ...(from === '' ? [] : [`${before} ${shown[kind](from)}`]),
    ...(to === '' ? [] : [`${after} ${shown[kind](to)}`]),
  ]
  return parts.length === 0 ? null : parts.join(' ')
}

/** A filter between two days or two sums; either end may be open. */
export function RangeChip(props: {
  label: string
  kind: Kind
  from: string
  to: string
  onChange: (from: string, to: string) => void
}) {
  const { label, kind, from, to, onChange } = props
  return (
    <FilterChip label={label} value={rangeText(kind, from, to)} onClear={() => onChange('', '')}>
      {(close) => <Ends {...props} close={close} />}
    </FilterChip>
  )
}

function Ends({ kind, onChange, close, ...given }: Parameters<typeof RangeChip>[0] & { close: () => void }) {
  const [from, setFrom] = useState(given.from)
  const [to, setTo] = useState(given.to)
  const input = (value: string, set: (value: string) => void) =>
    kind === 'day' ? (
      <DateInput value={value} onChange={set} />
    ) : (
      <MoneyInput value={value === '' ? null : value} onChange={(sum) => set(sum ?? '')} />
    )
  return (
    <form
      className={styles.range}
      onSubmit={(event) => {
        event.preventDefault()
        onChange(from, to)
        close()
      }}
    >
      <label className={styles.end}>
        {kind === 'day' ? 'С' : 'От'}
        {input(from, setFrom)}
      </label>
      <label className={styles.end}>
        {kind === 'day' ? 'По' : 'До'}
        {input(to, setTo)}
      </label>
      <Button look="primary" type="submit">
        Применить
      </Button>
    </form>
  )
}
