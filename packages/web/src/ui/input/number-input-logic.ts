import { groupMoney } from '#lib/digits.ts'

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

/** Whether a pasted text would become another number than it says: cut at its first sign that is no digit, or clamped. */
export function wholeRefused(text: string, { min, max }: Bounds): boolean {
  const plain = text.replace(/[\s\u00a0]/g, '')
  const value = Number(plain)
  return !/^-?\d+$/.test(plain) || value > max || value < Math.min(0, min)
}

/** What a field of a whole number holds. */
export function wholeHeld({ min, max }: Bounds): string {
  const to = max === Number.MAX_SAFE_INTEGER ? '' : ` до ${groupMoney(String(max))}`
  return `нужно целое число от ${groupMoney(String(min))}${to}`
}
