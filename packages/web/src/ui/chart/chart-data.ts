import type { ComponentPropsWithRef, ComponentType } from 'react'

/** Colours of the theme in which a row of values is drawn. */
export type ChartTone = 'green' | 'amber' | 'red' | 'off'

/** A row of values, one for every place of the chart. */
export interface ChartSeries {
  readonly key: string
  readonly label: string
  readonly tone: ChartTone
  readonly values: readonly number[]
  /** Where a value leads, one address for every place. */
  readonly links?: readonly string[]
}

/** A link of the product; a chart knows no router. */
export type ChartLink = ComponentType<ComponentPropsWithRef<'a'> & { href: string }>

/** What bars are drawn of. */
export interface BarChartProps {
  /** What the chart shows, for those who do not see it. */
  readonly label: string
  /** What the places are: heads the first column of the table. */
  readonly placeLabel: string
  /** Names of the places, whole and as they stand under the axis. */
  readonly places: readonly { readonly name: string; readonly short: string }[]
  readonly series: readonly ChartSeries[]
  /** Rows of a place beside each other, or upon each other. */
  readonly layout: 'grouped' | 'stacked'
  /** A value in words, and on the scale. */
  readonly format: (value: number) => string
  readonly formatScale: (value: number) => string
  readonly Link?: ChartLink
}
