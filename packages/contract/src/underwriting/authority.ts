import { z } from 'zod'
import { DateText, Money, Percent } from '#common/amounts.ts'
import { roublesText } from '#common/digits.ts'
import { compareDecimals } from '#common/number-formats.ts'
import { Code, Id, keyOf } from '#common/scalars.ts'

/** What the bank's rules do not allow and a decision allows all the same. */
export const deviationKinds = {
  PROGRAMME: 'Условия программы не выполнены',
  STOP_FACTOR: 'Стоп-фактор проверки',
  INCOME: 'Доход взят выше подтверждённого',
  OBLIGATION: 'Кредит не учтён в ПДН',
} as const
export type DeviationKind = keyof typeof deviationKinds
export const DeviationKind = keyOf(deviationKinds)

/** Kinds of lending that authority is given for. */
export const authorityProducts = { MORTGAGE: 'Ипотека', CASH_LOAN: 'Потребительский кредит' } as const
export type AuthorityProduct = keyof typeof authorityProducts
export const AuthorityProduct = keyOf(authorityProducts)

/** What one person may approve alone; a bound that is null does not bind. */
export const AuthorityBounds = z.object({
  product: AuthorityProduct,
  /** Empty: every one. */
  regions: z.array(Code).max(100),
  /** Roubles, against all that the bank has lent or approved to the borrowers. */
  maxExposure: Money.nullable(),
  /** К/З, percent. */
  maxLoanToValue: Percent.nullable(),
  /** ПДН, percent. */
  maxDebtLoad: Percent.nullable(),
  deviations: z.array(DeviationKind).max(10),
  validFrom: DateText,
  /** The last day; null: until it is taken back. */
  validTo: DateText.nullable(),
})
export type AuthorityBounds = z.output<typeof AuthorityBounds>
export const Authority = AuthorityBounds.extend({ id: Id })
export type Authority = z.output<typeof Authority>

/** What is to be approved. Sums are roubles, shares percent, both as decimal texts. */
export interface Approvable {
  readonly product: AuthorityProduct
  readonly regionCode: string | null
  /** This loan and all others of its borrowers. */
  readonly exposure: string
  /** Null: not known, and then no bound on it holds. */
  readonly loanToValue: string | null
  readonly debtLoad: string | null
  readonly deviations: readonly DeviationKind[]
}

/** Without kopecks where there are none. */
const sumText = (amount: string) => roublesText(amount.replace(/\.00$/, ''))
const percentText = (value: string) => `${value.replace('.', ',')} %`

function shareLack(name: string, value: string | null, bound: string | null): string[] {
  if (bound === null) return []
  if (value === null) return [`${name} не рассчитан, а ваш предел — ${percentText(bound)}`]
  return compareDecimals(value, bound) > 0
    ? [`${name} ${percentText(value)} выше вашего предела ${percentText(bound)}`]
    : []
}

/** What an authority lacks for an approval, each in Russian; empty: it suffices. Its days are the caller's to look at. */
export function lacksOf(authority: AuthorityBounds, approval: Approvable): string[] {
  const { regions, maxExposure, maxLoanToValue, maxDebtLoad, deviations } = authority
  const isElsewhere =
    regions.length > 0 && (approval.regionCode === null || !regions.includes(approval.regionCode))
  const isMore = maxExposure !== null && compareDecimals(approval.exposure, maxExposure) > 0
  return [
    ...(authority.product === approval.product
      ? []
      : [`полномочия даны на продукт «${authorityProducts[authority.product]}»`]),
    ...(isElsewhere ? ['регион сделки не входит в ваши полномочия'] : []),
    ...(isMore
      ? [`экспозиция ${sumText(approval.exposure)} выше вашего предела ${sumText(maxExposure)}`]
      : []),
    // A consumer loan has no collateral.
    ...(approval.product === 'MORTGAGE' ? shareLack('К/З', approval.loanToValue, maxLoanToValue) : []),
    ...shareLack('ПДН', approval.debtLoad, maxDebtLoad),
    ...approval.deviations
      .filter((kind) => !deviations.includes(kind))
      .map((kind) => `отклонение «${deviationKinds[kind]}» вы не вправе согласовать`),
  ]
}

/** The authority that lacks the least for an approval, with what it lacks; null: the person has none for the product. */
export function bestAuthority<A extends AuthorityBounds>(
  authorities: readonly A[],
  approval: Approvable,
): { readonly authority: A; readonly lacks: readonly string[] } | null {
  const [best] = authorities
    .filter(({ product }) => product === approval.product)
    .map((authority) => ({ authority, lacks: lacksOf(authority, approval) }))
    .toSorted((a, b) => a.lacks.length - b.lacks.length)
  return best ?? null
}
