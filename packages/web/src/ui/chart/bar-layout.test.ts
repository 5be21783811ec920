import { describe, expect, it } from 'vitest'
import { chartHeight, layBars } from './bar-layout.ts'

const places = ['пн', 'вт', 'ср'].map((name) => ({ name, short: name }))
const series = [
  { key: 'a', label: 'А', tone: 'green', values: [1, 2, 8] },
  { key: 'b', label: 'Б', tone: 'red', values: [3, 0, 2] },
] as const

describe('bars', () => {
  it('side by side have one scale that ends at a round number above the highest', () => {
    const { bars, marks } = layBars({ places, series, layout: 'grouped' })
    expect(marks.map(({ value }) => value)).toEqual([0, 2, 4, 6, 8])
    expect(bars.find(({ place, row }) => place === 2 && row === 0)).toMatchObject({
      y: 0,
      height: chartHeight,
    })
    expect(bars.find(({ place, row }) => place === 1 && row === 1)?.height).toBe(0)
    for (const { y, height } of bars) expect(y + height).toBe(chartHeight)
  })

  it('side by side do not overlap and fill the width', () => {
    const { bars } = layBars({ places, series, layout: 'grouped' })
    const inOrder = bars.toSorted((one, other) => one.x - other.x)
    inOrder.forEach((bar, index) => {
      const next = inOrder[index + 1]
      expect(bar.x).toBeGreaterThanOrEqual(0)
      expect(bar.x + bar.width).toBeLessThanOrEqual(next?.x ?? 100)
    })
  })

  it('upon each other add up to the whole of their place', () => {
    const { bars, marks } = layBars({ places, series, layout: 'stacked' })
    expect(marks.at(-1)?.value).toBe(10)
    const ofPlace = bars.filter(({ place }) => place === 2)
    expect(ofPlace.map(({ y, height }) => y + height)).toEqual([chartHeight, ofPlace[0]?.y])
    expect(ofPlace.reduce((sum, { height }) => sum + height, 0)).toBe(chartHeight)
    expect(new Set(ofPlace.map(({ x }) => x)).size).toBe(1)
  })

  it('upon each other are pointed at one by one, those beside each other in the whole height of their place', () => {
    const touchesOf = (layout: 'grouped' | 'stacked') =>
      layBars({ places, series, layout }).bars.map(({ y, height, touch }) => ({ bar: { y, height }, touch }))
    for (const { bar, touch } of touchesOf('stacked')) expect(touch).toEqual(bar)
    for (const { touch } of touchesOf('grouped')) expect(touch).toEqual({ y: 0, height: chartHeight })
  })

  it('of nothing stand on a scale all the same', () => {
    const empty = [{ key: 'a', label: 'А', tone: 'green', values: [0, 0, 0] }] as const
    const { bars, marks } = layBars({ places, series: empty, layout: 'grouped' })
    expect(bars.every(({ height }) => height === 0)).toBe(true)
    expect(marks.map(({ value }) => value)).toEqual([0, 1])
  })
})

it('names under the axis are thinned out before they run into each other', () => {
  const days = Array.from({ length: 90 }, (_, day) => ({ name: `${day}`, short: `${day}` }))
  const values = days.map(() => 1)
  const { names } = layBars({
    places: days,
    series: [{ key: 'a', label: 'А', tone: 'green', values }],
    layout: 'grouped',
  })
  expect(names.map(({ place }) => place)).toEqual([0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60, 66, 72, 78, 84])
})
