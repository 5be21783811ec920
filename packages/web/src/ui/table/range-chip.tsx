import { useId, useState } from 'react'
import { Button } from '../button.tsx'
import { DateInput } from '../input/date-input.tsx'
import { FilterChip } from './filter-chip.tsx'
import { MoneyInput } from '../input/money-input.tsx'
import { TimeInput } from '../input/time-input.tsx'
import { type RangeKind, rangeIssue, rangeText, rangeWords } from './range-chip-logic.ts'
import styles from './range-chip.module.css'

interface RangeChipProps {
  label: string
  kind: RangeKind
  /** What it is for, where the label does not tell. */
  hint?: string | undefined
  from: string
  to: string
  onChange: (from: string, to: string) => void
}

/** A filter between two days, sums or times; either end may be open. */
export function RangeChip(props: RangeChipProps) {
  const { label, kind, from, to, onChange } = props
  return (
    <FilterChip label={label} value={rangeText(kind, from, to)} onClear={() => onChange('', '')}>
      {(close) => <Ends {...props} close={close} />}
    </FilterChip>
  )
}

function Ends({ kind, hint, onChange, close, ...given }: RangeChipProps & { close: () => void }) {
  const [from, setFrom] = useState(given.from)
  const [to, setTo] = useState(given.to)
  const id = useId()
  const issue = rangeIssue(kind, from, to)
  const Written = kind === 'day' ? DateInput : TimeInput
  const words = rangeWords[kind]
  const input = (name: string, value: string, set: (value: string) => void) =>
    kind !== 'money' ? (
      <Written id={`${id}${name}`} value={value} onChange={set} />
    ) : (
      <MoneyInput
        id={`${id}${name}`}
        value={value === '' ? null : value}
        onChange={(sum) => set(sum ?? '')}
      />
    )
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (issue !== null) return
        onChange(from, to)
        close()
      }}
    >
      <div className={styles.end}>
        <label htmlFor={`${id}from`}>{words.from}</label>
        {input('from', from, setFrom)}
      </div>
      <div className={styles.end}>
        <label htmlFor={`${id}to`}>{words.to}</label>
        {input('to', to, setTo)}
      </div>
      {hint !== undefined && issue === null && <p className="small muted">{hint}</p>}
      <p className={styles.wrong} aria-live="polite" hidden={issue === null}>
        {issue}
      </p>
      <Button look="primary" type="submit" disabled={issue !== null}>
        Применить
      </Button>
    </form>
  )
}
