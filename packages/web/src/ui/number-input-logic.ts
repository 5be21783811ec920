/** Bounds of a whole number. */
export type Bounds = { min: number; max: number }

/** The nearest number within the bounds. */
export function clamp(value: number, { min, max }: Bounds): number {
  return Math.min(max, Math.max(min, value))
}

/** The whole number a text begins with; null when it is empty, undefined when it is not a number. */
export function parseWhole(text: string): number | null | undefined {
  const plain = text.replace(/[\s\u00a0]/g, '')
  if (plain === '') return null
  const value = Number.parseInt(plain, 10)
  return Number.isNaN(value) ? undefined : value
}

/** What a typed text makes of the value: a lower bound above zero waits until the field is left. */
export function typeWhole(previous: number | null, text: string, bounds: Bounds): number | null {
  const value = parseWhole(text)
  if (value === undefined) return previous
  return value === null ? null : clamp(value, { min: Math.min(0, bounds.min), max: bounds.max })
}
