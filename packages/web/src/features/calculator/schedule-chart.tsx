import type { ScheduleLine } from '@ipoteka-office/contract/calculator/calculators.ts'
import { useMemo } from 'react'
import { formatCount } from '#lib/digits.ts'
import { formatRoubles } from '#lib/format.ts'
import { BarChart } from '#ui/chart/chart.tsx'

/** Payments by calendar year. A picture, not a sum that is posted: whole roubles are enough. */
function byYear(schedule: readonly ScheduleLine[]) {
  const years = Map.groupBy(schedule, ({ date }) => date.slice(0, 4))
  const sums = (of: (line: ScheduleLine) => string) =>
    [...years.values()].map((lines) => lines.reduce((sum, line) => sum + Number(of(line)), 0))
  return {
    places: [...years.keys()].map((year) => ({ name: year, short: year })),
    series: [
      { key: 'principal', label: 'Долг', tone: 'green', values: sums(({ principal }) => principal) },
      { key: 'interest', label: 'Проценты', tone: 'amber', values: sums(({ interest }) => interest) },
    ] as const,
  }
}

const millions = (value: number) =>
  value >= 1e6
    ? `${(value / 1e6).toLocaleString('ru', { maximumFractionDigits: 1 })} млн`
    : formatCount(value)

/** Interest and debt by years; the table below says the same of every payment. */
export function ScheduleChart({ schedule }: { schedule: readonly ScheduleLine[] }) {
  const { places, series } = useMemo(() => byYear(schedule), [schedule])
  return (
    <BarChart
      label="Платежи по годам"
      placeLabel="Год"
      places={places}
      series={series}
      layout="stacked"
      format={(value) => formatRoubles(value.toFixed(0))}
      formatScale={millions}
    />
  )
}
