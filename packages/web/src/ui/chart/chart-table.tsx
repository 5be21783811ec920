import type { BarChartProps } from './chart-data.ts'
import styles from './chart.module.css'

/** What a chart shows, in figures; where a value leads, the figure does too. */
export function ChartTable({ label, placeLabel, places, series, format, Link }: BarChartProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keyboard too
    <section className={styles.table} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{placeLabel}</th>
            {series.map(({ key, label: what }) => (
              <th key={key} scope="col">
                {what}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map(({ name }, place) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map(({ key, values, links }) => {
                const text = format(values[place] ?? 0)
                const href = links?.[place]
                return (
                  <td key={key}>
                    {Link !== undefined && href !== undefined ? <Link href={href}>{text}</Link> : text}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
