import type { ScheduleLine } from '@ipoteka-office/contract/calculator/calculators.ts'
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatCount } from '#lib/digits.ts'
import { formatMoney } from '#lib/format.ts'
import styles from './calculator.module.css'

interface YearPart {
  year: string
  interest: number
  principal: number
}

/** Payments by calendar year. A picture, not a sum that is posted: whole roubles are enough. */
function byYear(schedule: readonly ScheduleLine[]): YearPart[] {
  const years = new Map<string, YearPart>()
  for (const row of schedule) {
    const year = row.date.slice(0, 4)
    const part = years.get(year) ?? { year, interest: 0, principal: 0 }
    part.interest += Number(row.interest)
    part.principal += Number(row.principal)
    years.set(year, part)
  }
  return [...years.values()]
}

const millions = (value: number) =>
  value >= 1e6
    ? `${(value / 1e6).toLocaleString('ru', { maximumFractionDigits: 1 })} млн`
    : formatCount(value)

/** Interest and debt by years; the table below says the same in figures. */
export function ScheduleChart({ schedule }: { schedule: readonly ScheduleLine[] }) {
  return (
    <div className={styles.chart} aria-hidden="true">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={byYear(schedule)} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis dataKey="year" stroke="var(--ink-2)" tickLine={false} fontSize={12} />
          <YAxis stroke="var(--ink-2)" tickLine={false} fontSize={12} width={64} tickFormatter={millions} />
          <Tooltip
            formatter={(value) => formatMoney(Number(value))}
            contentStyle={{ background: 'var(--card)', border: '1px solid var(--line)' }}
          />
          <Legend formatter={(name: string) => <span style={{ color: 'var(--ink)' }}>{name}</span>} />
          <Bar dataKey="principal" name="Долг" stackId="a" fill="var(--green)" isAnimationActive={false} />
          <Bar
            dataKey="interest"
            name="Проценты"
            stackId="a"
            fill="var(--amber-mark)"
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
