type Place = readonly [day: number, row: number]

const steps: Readonly<Record<string, Place>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The bar itself, or the nearest one where the chart has become smaller. */
export const heldWithin = ([day, row]: Place, days: number, rows: number): Place => {
  const within = (value: number, size: number) => Math.max(0, Math.min(size - 1, value))
  return [within(day, days), within(row, rows)]
}

/** Where an arrow leads among the bars of a chart; null for other keys. It stops at the edges. */
export function stepIn(key: string, [day, row]: Place, days: number, rows: number): Place | null {
  if (key === 'Home') return [0, row]
  if (key === 'End') return [days - 1, row]
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (step === undefined) return null
  return heldWithin([day + step[0], row + step[1]], days, rows)
}
