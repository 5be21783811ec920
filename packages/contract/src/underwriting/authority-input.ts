import type { z } from 'zod'
import { Money, Percent } from '#common/amounts.ts'
import { requiredText } from '#common/scalars.ts'
import { type Authority, AuthorityBounds } from './authority.ts'

const moreThanNothing = (value: string) => /[1-9]/.test(value)

/** An authority as it is asked for: nobody is given one without a bound on the exposure any more. */
export const AuthorityInput = AuthorityBounds.extend({
  maxExposure: Money.refine(moreThanNothing, 'Укажите сумму больше нуля'),
  maxLoanToValue: Percent.refine(moreThanNothing, 'Укажите процент больше нуля').nullable(),
  maxDebtLoad: Percent.refine(moreThanNothing, 'Укажите процент больше нуля').nullable(),
  /** On what order it is given. */
  reason: requiredText(1_000),
})
export type AuthorityInput = z.output<typeof AuthorityInput>

type Days = Pick<Authority, 'validFrom' | 'validTo'>
type Scope = Pick<Authority, 'product' | 'regions'> & Days

const isSameTime = (one: Days, other: Days) =>
  (one.validTo === null || other.validFrom <= one.validTo) &&
  (other.validTo === null || one.validFrom <= other.validTo)
const isSamePlace = (one: readonly string[], other: readonly string[]) =>
  one.length === 0 || other.length === 0 || one.some((code) => other.includes(code))

/** Whether both speak of one product, region and day: then it would not be clear which of them bounds. */
export const overlap = (one: Scope, other: Scope): boolean =>
  one.product === other.product && isSamePlace(one.regions, other.regions) && isSameTime(one, other)

/** What is wrong with the days and with the authorities beside it, in Russian; `today` is the bank's. */
export function authorityIssues(
  input: Scope,
  { today, beside }: { readonly today: string; readonly beside: readonly Scope[] },
): { path: string; message: string }[] {
  const issues: { path: string; message: string }[] = []
  if (input.validFrom < today)
    issues.push({ path: 'validFrom', message: 'Прошлое не меняется: укажите сегодняшний день или будущий' })
  if (input.validTo !== null && input.validTo < input.validFrom)
    issues.push({ path: 'validTo', message: 'Последний день раньше первого' })
  if (beside.some((other) => overlap(input, other)))
    issues.push({
      path: 'product',
      message: 'На этот продукт, регион и дни полномочия уже есть: измените или прекратите их',
    })
  return issues
}
