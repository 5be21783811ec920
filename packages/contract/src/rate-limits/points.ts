import { z } from 'zod'

/** Digits after the point of a limit: the Bank of Russia publishes three. */
const digits = 3
/** Rates have up to four, so that is what is counted in. */
const scale = 4

/** Percent a year as a decimal text with at most three digits after the point: an average, a limit, a cap. */
export const LimitPercent = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,3})?$/, 'Проценты: не более трёх знаков после запятой')
  .refine((text) => Number(text) <= 1_000, 'Не более 1000 %')
  .refine((text) => /[1-9]/.test(text), 'Укажите число больше нуля')

/** A percent in ten-thousandths of a point, exactly; what stands beyond them is not of a percent here. */
export function toPoints(decimal: string): bigint {
  const [, minus = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  return BigInt(`${minus}${whole}${part.slice(0, scale).padEnd(scale, '0')}`)
}

/** The percent of ten-thousandths of a point, with three digits, or four where the last one counts. */
export function fromPoints(points: bigint): string {
  const minus = points < 0n ? '-' : ''
  const text = String(points < 0n ? -points : points).padStart(scale + 1, '0')
  const part = text.slice(-scale)
  return `${minus}${text.slice(0, -scale)}.${part.endsWith('0') ? part.slice(0, digits) : part}`
}

/** «28,267 %». */
export const limitText = (decimal: string): string =>
  `${fromPoints(toPoints(decimal)).replace('.', ',')}\u00a0%`
/** «0,367 п. п.». */
export const pointsText = (decimal: string): string =>
  `${fromPoints(toPoints(decimal)).replace('.', ',').replace('-', '−')}\u00a0п.\u00a0п.`

/** One percent less another, exactly. */
export const pointsBetween = (more: string, less: string): string =>
  fromPoints(toPoints(more) - toPoints(less))

/**
 * The limit that follows from an average: it is passed by no more than one part of it (a third by law), and never stands
 * above the ceiling; half up to three digits.
 */
export function limitOf(average: string, { part, ceiling }: { part: number; ceiling: string }): string {
  const step = 10n ** BigInt(scale - digits)
  const numerator = toPoints(average) * BigInt(part + 1)
  const divisor = BigInt(part) * step
  const rounded = ((numerator * 2n + divisor) / (divisor * 2n)) * step
  const most = toPoints(ceiling)
  return fromPoints(rounded < most ? rounded : most)
}
