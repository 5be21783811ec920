import { withoutEndZeros } from '@ipoteka-office/contract/common/trim-ends.ts'
import { fromUnits, toUnits } from '#features/calculator/exact.ts'

/** Rates are percents with three decimals: thousandths of a point as whole numbers add up exactly. */
const scale = 3

export const toPoints = (text: string): bigint => toUnits(text, scale)
export const fromPoints = (points: bigint): string => fromUnits(points, scale)

export const lesser = (one: bigint, other: bigint): bigint => (one < other ? one : other)
export const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** A percent in words, no zero at the end of it: «18,8 %», «20 %». */
export const percentWords = (text: string): string => `${withoutEndZeros(text).replace('.', ',')}\u00A0%`
