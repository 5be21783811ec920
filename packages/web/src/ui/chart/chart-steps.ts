type Place = readonly [day: number, row: number]

const steps: Readonly<Record<string, Place>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Where an arrow leads among the bars of a chart; null for other keys. It stops at the edges. */
export function stepIn(key: string, [day, row]: Place, days: number, rows: number): Place | null {
  if (key === 'Home') return [0, row]
  if (key === 'End') return [days - 1, row]
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  if (step === undefined) return null
  const within = (value: number, size: number) => Math.min(size - 1, Math.max(0, value))
  return [within(day + step[0], days), within(row + step[1], rows)]
}
