import { scaleBand, scaleLinear } from 'd3-scale'
import type { BarChartProps } from './chart-data.ts'

/** Height of what is drawn, in pixels. */
export const chartHeight = 160
/** As many names fit under an axis of the narrowest chart. */
const mostNames = 15

/** A bar: `x` and `width` in hundredths of the width, `y` and `height` in pixels from above. */
export interface BarShape {
  readonly place: number
  readonly row: number
  readonly x: number
  readonly width: number
  readonly y: number
  readonly height: number
  /** What is pointed at: the whole height of the place, or the bar alone where others share its place. */
  readonly touch: { readonly y: number; readonly height: number }
}

/** Where everything of a chart stands; widths are shares, so that it is drawn without measuring the page. */
export interface BarLayout {
  readonly bars: readonly BarShape[]
  readonly marks: readonly { readonly value: number; readonly y: number }[]
  readonly names: readonly { readonly place: number; readonly x: number; readonly text: string }[]
}

/** Lays bars out: a round scale of whole numbers from nought, places side by side. */
export function layBars({
  places,
  series,
  layout,
}: Pick<BarChartProps, 'places' | 'series' | 'layout'>): BarLayout {
  const totals = places.map((_, place) => {
    const values = series.map(({ values: row }) => row[place] ?? 0)
    return layout === 'stacked' ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values)
  })
  const up = scaleLinear([0, Math.max(1, ...totals)], [chartHeight, 0]).nice(4)
  const across = scaleBand([...places.keys()], [0, 100])
    .paddingInner(0.2)
    .paddingOuter(0.1)
  const within = scaleBand([...series.keys()], [0, across.bandwidth()]).paddingInner(0.1)
  const bars = places.flatMap((_, place) => {
    let under = 0
    return series.map(({ values }, row): BarShape => {
      const value = values[place] ?? 0
      const bottom = layout === 'stacked' ? under : 0
      under += value
      const left = across(place) ?? 0
      const upright = { y: up(bottom + value), height: up(bottom) - up(bottom + value) }
      return {
        place,
        row,
        x: layout === 'stacked' ? left : left + (within(row) ?? 0),
        width: layout === 'stacked' ? across.bandwidth() : within.bandwidth(),
        ...upright,
        touch: layout === 'stacked' ? upright : { y: 0, height: chartHeight },
      }
    })
  })
  const every = Math.ceil(places.length / mostNames)
  return {
    bars,
    marks: up
      .ticks(4)
      .filter(Number.isInteger)
      .map((value) => ({ value, y: up(value) })),
    names: places.flatMap(({ short }, place) =>
      place % every === 0 ? [{ place, x: (across(place) ?? 0) + across.bandwidth() / 2, text: short }] : [],
    ),
  }
}
