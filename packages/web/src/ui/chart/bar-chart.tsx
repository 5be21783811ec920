import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import { type BarLayout, type BarShape, chartHeight, layBars } from './bar-layout.ts'
import type { BarChartProps, ChartSeries } from './chart-data.ts'
import { heldWithin, stepIn } from './chart-steps.ts'
import { ChartTable } from './chart-table.tsx'
import styles from './chart.module.css'

interface BarProps {
  readonly bar: BarShape
  readonly series: ChartSeries
  readonly words: string
  readonly isStop: boolean
  readonly Link: BarChartProps['Link']
  readonly onSeen: () => void
  readonly onFocus: () => void
}

/** One bar; beside others it has the whole height to point at: low bars are found as easily as high ones. */
function Bar({ bar, series, words, isStop, Link, onSeen, onFocus }: BarProps) {
  const { place, row, x, width, y, height, touch } = bar
  const across = { x: `${x}%`, width: `${width}%` }
  const href = series.links?.[place]
  const shapes = (
    <>
      <rect {...across} {...touch} className={styles.touch} />
      {height > 0 && (
        <rect
          {...across}
          y={Math.min(y, chartHeight - 2)}
          height={Math.max(2, height)}
          className={styles[series.tone]}
        />
      )}
    </>
  )
  const rest = {
    'aria-label': words,
    'data-place': `${place}-${row}`,
    tabIndex: isStop ? 0 : -1,
    onMouseEnter: onSeen,
    onFocus,
    className: styles.bar,
  }
  return Link !== undefined && href !== undefined ? (
    <Link {...rest} href={href}>
      {shapes}
    </Link>
  ) : (
    <g {...rest} role="img">
      {shapes}
    </g>
  )
}

const widestOf = (texts: readonly string[]): string =>
  texts.reduce((widest, text) => (text.length > widest.length ? text : widest), '')

/**
 * The drawing itself; pages take it from `chart.tsx`. One bar is a stop of Tab and arrows go between them; what is pointed
 * at is said in the line above, and the table says all of it.
 */
export function BarChart(props: BarChartProps) {
  const { label, places, series, layout, format, formatScale, Link } = props
  const [isTable, setIsTable] = useState(false)
  const [lastStop, setStop] = useState<readonly [place: number, row: number]>([0, 0])
  const [said, setSaid] = useState<{ words: string; of: BarLayout } | null>(null)
  const box = useRef<SVGSVGElement>(null)
  const drawn = useMemo(() => layBars({ places, series, layout }), [places, series, layout])
  const { bars, marks, names } = drawn
  const stop = heldWithin(lastStop, places.length, series.length)
  const move = (event: KeyboardEvent) => {
    const next = stepIn(event.key, stop, places.length, series.length)
    if (next === null) return
    event.preventDefault()
    setStop(next)
    box.current?.querySelector<SVGElement>(`[data-place="${next.join('-')}"]`)?.focus()
  }
  const wordsOf = ({ label: what, values }: ChartSeries, place: number) =>
    `${what} ${places[place]?.name ?? ''}: ${format(values[place] ?? 0)}`
  return (
    <div className={styles.chart}>
      <div className={styles.legend}>
        {series.length > 1 &&
          series.map(({ key, label: what, tone }) => (
            <span key={key} aria-hidden="true">
              <i className={styles[tone]} /> {what}
            </span>
          ))}
        <b className={styles.said} aria-hidden="true">
          {/* What was said of other data is true no longer. */}
          {said?.of === drawn && said.words}
        </b>
        <button
          type="button"
          className={styles.toggle}
          aria-pressed={isTable}
          onClick={() => {
            setIsTable(!isTable)
            setSaid(null)
          }}
        >
          Таблицей
        </button>
      </div>
      {isTable ? (
        <ChartTable {...props} />
      ) : (
        <div className={styles.body}>
          <div className={styles.scale} aria-hidden="true">
            <span className={styles.widest}>{widestOf(marks.map(({ value }) => formatScale(value)))}</span>
            {marks.map(({ value, y }) => (
              <span key={value} style={{ top: y }}>
                {formatScale(value)}
              </span>
            ))}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a group of bars, not a set of fields */}
          <svg ref={box} role="group" aria-label={label} className={styles.picture} onKeyDown={move}>
            {marks.map(({ value, y }) => (
              <line key={value} x1="0" x2="100%" y1={y} y2={y} className={styles.mark} />
            ))}
            {bars.map((bar) => {
              const row = series[bar.row]
              if (row === undefined) return null
              const words = wordsOf(row, bar.place)
              return (
                <Bar
                  key={`${bar.place}-${row.key}`}
                  bar={bar}
                  series={row}
                  words={words}
                  isStop={stop[0] === bar.place && stop[1] === bar.row}
                  Link={Link}
                  onSeen={() => setSaid({ words, of: drawn })}
                  onFocus={() => {
                    setStop([bar.place, bar.row])
                    setSaid({ words, of: drawn })
                  }}
                />
              )
            })}
            {names.map(({ place, x, text }, index) => (
              <text
                key={place}
                x={`${x}%`}
                y={chartHeight + 16}
                className={cx(styles.name, index % 2 === 1 && styles.spare)}
                aria-hidden="true"
              >
                {text}
              </text>
            ))}
          </svg>
        </div>
      )}
    </div>
  )
}
