import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import type { getQrScans } from '@ipoteka-office/contract/qr/qr.ts'
import { useMemo } from 'react'
import { formatDate } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { BarChart } from '#ui/chart/chart.tsx'

/** Scans by day; the line above says the total and the best day in words. */
export function ScansChart({ days }: { days: ResponseOf<typeof getQrScans>['days'] }) {
  const { places, series } = useMemo(() => {
    const dates = days.map(({ day }) => formatDate(day))
    return {
      places: dates.map((name) => ({ name, short: name.slice(0, 5) })),
      series: [
        { key: 'scans', label: 'Переходы', tone: 'green', values: days.map(({ count }) => count) },
      ] as const,
    }
  }, [days])
  return (
    <BarChart
      label="Переходы по дням"
      placeLabel="День"
      places={places}
      series={series}
      layout="grouped"
      format={formatCount}
      formatScale={formatCount}
    />
  )
}
