import { formatDate } from '#lib/dates.ts'
import { lateCode } from '#lib/late-code.ts'
import { useState } from 'react'
import { latePart } from '../../late/late-part.tsx'
import { FilterChip } from '../filter-chip.tsx'
import type { DayProps } from './range-panels.tsx'

const panel = lateCode(async () => (await import('./range-panels.tsx')).DayPanel)
// Who opens it before it has come sees that it comes, or that it is lost.
const LateDay = latePart<DayProps>(async () => (await import('./range-panels.tsx')).DayPanel)

/** What an open panel was drawn by stays: another component in its place would lose what has been typed. */
function Day(props: DayProps) {
  const come = panel.use()
  const [Panel] = useState(() => come ?? LateDay)
  return <Panel {...props} />
}

/** A filter by one day; no day is an empty text. */
export function DayChip({
  label,
  panelLabel,
  value,
  onChange,
}: {
  label: string
  /** Of the field in the panel. */
  panelLabel: string
  value: string
  onChange: (day: string) => void
}) {
  // The code comes behind the page.
  panel.use()
  return (
    <FilterChip label={label} value={value === '' ? null : formatDate(value)} onClear={() => onChange('')}>
      {(close) => (
        <Day
          label={panelLabel}
          value={value}
          onApply={(day) => {
            onChange(day)
            close()
          }}
        />
      )}
    </FilterChip>
  )
}
