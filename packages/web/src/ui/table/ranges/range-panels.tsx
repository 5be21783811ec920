import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../button.tsx'
import { DateInput } from '../../input/date-input.tsx'
import { MoneyInput } from '../../input/money-input.tsx'
import { TimeInput } from '../../input/time-input.tsx'
import { isRangeEnd, type RangeKind, rangeIssue, rangeWords } from './range-chip-logic.ts'
import styles from './range-chip.module.css'

/** The panel has opened before its code came: the first field takes the focus as soon as it stands. */
function useFirstFocus() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  return form
}

export interface EndsProps {
  readonly kind: RangeKind
  /** What it is for, where the label does not tell. */
  readonly hint?: string | undefined
  readonly from: string
  readonly to: string
  readonly onChange: (from: string, to: string) => void
  readonly close: () => void
}

/** Digits after the comma of a range of numbers; days and times have fields of their own. */
const decimalsOf = { money: 2, percent: 3, count: 0 } as const

/** Both ends of a range; they are applied together. */
export function RangeEnds({ kind, hint, onChange, close, ...given }: EndsProps) {
  const form = useFirstFocus()
  const [from, setFrom] = useState(given.from)
  const [to, setTo] = useState(given.to)
  const id = useId()
  const issue = rangeIssue(kind, from, to)
  const Written = kind === 'day' ? DateInput : TimeInput
  const words = rangeWords[kind]
  const input = (name: string, value: string, set: (value: string) => void) =>
    kind === 'day' || kind === 'time' ? (
      <Written id={`${id}${name}`} value={value} onChange={set} />
    ) : (
      <MoneyInput
        id={`${id}${name}`}
        decimals={decimalsOf[kind]}
        value={value === '' ? null : value}
        onChange={(sum) => set(sum ?? '')}
      />
    )
  return (
    <form
      ref={form}
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

const isDay = (day: string) => isRangeEnd('day', day)

export interface DayProps {
  readonly label: string
  readonly value: string
  readonly onApply: (day: string) => void
}

/** A day to look at: it is applied when it is whole. */
export function DayPanel({ label, value, onApply }: DayProps) {
  const form = useFirstFocus()
  const [day, setDay] = useState(value)
  return (
    <form
      ref={form}
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (isDay(day)) onApply(day)
      }}
    >
      <DateInput aria-label={label} value={day} onChange={setDay} invalid={day.length >= 10 && !isDay(day)} />
      <Button type="submit" look="primary" disabled={!isDay(day)}>
        Применить
      </Button>
    </form>
  )
}
