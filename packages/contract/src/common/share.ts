import { z } from 'zod'

/** A share of a right as an exact fraction: one third is 1/3 and nothing else. */
export const Share = z
  .object({
    numerator: z.int('Введите целое число').min(1, 'Не меньше 1').max(1_000_000_000, 'Слишком большое число'),
    denominator: z
      .int('Введите целое число')
      .min(1, 'Не меньше 1')
      .max(1_000_000_000, 'Слишком большое число'),
  })
  .refine(({ numerator, denominator }) => numerator <= denominator, {
    path: ['numerator'],
    message: 'Доля не больше единицы',
  })
export type Share = z.output<typeof Share>

interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

const gcd = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

const reduced = (top: bigint, bottom: bigint): Fraction => {
  const common = gcd(top, bottom) || 1n
  return { top: top / common, bottom: bottom / common }
}

/** The exact sum, reduced: the denominators of thousands of owners outgrow numbers, so it is of big integers. */
function sumOf(shares: readonly Share[]): Fraction {
  let sum: Fraction = { top: 0n, bottom: 1n }
  for (const { numerator, denominator } of shares)
    sum = reduced(
      sum.top * BigInt(denominator) + BigInt(numerator) * sum.bottom,
      sum.bottom * BigInt(denominator),
    )
  return sum
}

/** What is missing to one whole: `0` when the shares make it exactly, above it when there is a rest, below when too much. */
export function missingShare(shares: readonly Share[]): { sign: -1 | 0 | 1; text: string } {
  const { top, bottom } = sumOf(shares)
  const rest = reduced(bottom - top, bottom)
  if (rest.top === 0n) return { sign: 0, text: '0' }
  const size = rest.top < 0n ? -rest.top : rest.top
  return { sign: rest.top < 0n ? -1 : 1, text: rest.bottom === 1n ? `${size}` : `${size}/${rest.bottom}` }
}

/** Whether the shares make exactly one whole. */
export const isWhole = (shares: readonly Share[]): boolean => missingShare(shares).sign === 0

/** «1/3»; a whole is «1». */
export const shareText = ({ numerator, denominator }: Share): string =>
  numerator === denominator ? '1' : `${numerator}/${denominator}`

/** The whole divided equally among so many. */
export const equalShares = (count: number): Share[] =>
  Array.from({ length: count }, () => ({ numerator: 1, denominator: count }))

/** The sum of the shares as people read it: «2/3», «1», «7/6». */
export function shareSumText(shares: readonly Share[]): string {
  const { top, bottom } = sumOf(shares)
  return bottom === 1n ? `${top}` : `${top}/${bottom}`
}
