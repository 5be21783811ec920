import { lateCode } from '#lib/late-code.ts'
import { useState } from 'react'
import { latePart } from '../../late/late-part.tsx'
import { FilterChip } from '../filter-chip.tsx'
import { rangeText } from './range-chip-logic.ts'
import type { EndsProps } from './range-panels.tsx'

const panel = lateCode(async () => (await import('./range-panels.tsx')).RangeEnds)
// Who opens it before it has come sees that it comes, or that it is lost.
const LateEnds = latePart<EndsProps>(async () => (await import('./range-panels.tsx')).RangeEnds)

/** What an open panel was drawn by stays: another component in its place would lose what has been typed. */
function Ends(props: EndsProps) {
  const come = panel.use()
  const [Panel] = useState(() => come ?? LateEnds)
  return <Panel {...props} />
}

/** A filter between two days, sums or times; either end may be open. */
export function RangeChip({ label, ...ends }: Omit<EndsProps, 'close'> & { label: string }) {
  const { kind, from, to, onChange } = ends
  // The code comes behind the page.
  panel.use()
  return (
    <FilterChip label={label} value={rangeText(kind, from, to)} onClear={() => onChange('', '')}>
      {(close) => <Ends {...ends} close={close} />}
    </FilterChip>
  )
}
