import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import type { getQrScans } from '@ipoteka-office/contract/qr/qr.ts'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatDate } from '#lib/dates.ts'
import styles from './qr.module.css'
import { scansText } from './qr-words.ts'

const dayAndMonth = (day: string) => formatDate(day).slice(0, 5)

/** Scans by day; the line above says the total and the best day in words. */
export function ScansChart({ days }: { days: ResponseOf<typeof getQrScans>['days'] }) {
  return (
    <div className={styles.chart} aria-hidden="true">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={days} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            dataKey="day"
            stroke="var(--ink-2)"
            tickLine={false}
            fontSize={12}
            tickFormatter={dayAndMonth}
            minTickGap={24}
          />
          <YAxis stroke="var(--ink-2)" tickLine={false} fontSize={12} width={32} allowDecimals={false} />
          <Tooltip
            labelFormatter={(day) => formatDate(String(day))}
            formatter={(value) => [scansText(Number(value)), '']}
            separator=""
            cursor={{ fill: 'var(--neutral-wash)' }}
            contentStyle={{ background: 'var(--card)', border: '1px solid var(--line)' }}
            itemStyle={{ color: 'var(--ink)' }}
          />
          <Bar dataKey="count" fill="var(--green)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
