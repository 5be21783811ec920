import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { getQrScans } from '@ipoteka-office/contract/qr/qr.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { formatDate } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './qr.module.css'
import { scansText } from './qr-words.ts'
import { ScansChart } from './scans-chart.tsx'

type Scans = ResponseOf<typeof getQrScans>

const periods = [7, 30, 90, 365]

/** The best day in words, for those who do not see the chart. */
export function bestDay(days: Scans['days']): string | null {
  const best = days.reduce<Scans['days'][number] | null>(
    (top, day) => (day.count > (top?.count ?? 0) ? day : top),
    null,
  )
  return best === null ? null : `${formatDate(best.day)} — ${best.count}`
}

/** Scans by day and by kind of device. */
export function QrScans({ id }: { id: number }) {
  const [days, setDays] = useState(30)
  const scans = useQuery(query(getQrScans, { params: { id: String(id) }, query: { days } }))
  if (scans.isError) return <FailureBlock failure={scans.error} onRetry={() => void scans.refetch()} />
  if (!scans.data) return <DelayedLoader />
  const { total, devices } = scans.data
  const best = bestDay(scans.data.days)
  return (
    <div className={styles.scans}>
      <div className={styles.periods} role="group" aria-label="Период">
        {periods.map((period) => (
          <ToggleChip key={period} value={days === period} onChange={() => setDays(period)}>
            {period} дн.
          </ToggleChip>
        ))}
        <span className="muted">
          {scansText(total)}
          {best !== null && ` · лучший день ${best}`}
        </span>
      </div>
      <ScansChart days={scans.data.days} />
      {devices.length > 0 && (
        <ul className={styles.devices}>
          {devices.map(({ device, name, count }) => (
            <li key={device}>
              {name} <b>{formatCount(count)}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
