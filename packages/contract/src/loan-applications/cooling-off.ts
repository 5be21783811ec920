import type { FiguresOf } from '../parameters/figures.ts'
import type { TableRow } from '../parameters/parameter-spec.ts'
import { boundText } from '../parameters/parameter-text.ts'
import { roublesAboveKopeck, rowOf } from '../parameters/sum-bounds.ts'
import { counted } from '../common/counted.ts'
import { roublesText } from '../common/digits.ts'

/**
 * The cooling-off period of a consumer loan: money is not given before some hours after the terms were signed. The hours
 * are those of the day of signing.
 */

/** Loans that the law leaves without a period. */
export const coolingOffExemptions = {
  MORTGAGE: 'кредит обеспечен ипотекой',
  EDUCATION: 'деньги переводятся образовательной организации',
  CAR_DEALER: 'деньги переводятся автосалону — юридическому лицу',
  IN_PERSON_PURCHASE: 'покупка в присутствии заёмщика, деньги переводятся продавцу',
  REFINANCING: 'рефинансирование без увеличения долга',
  CO_BORROWER: 'в договоре есть созаёмщик или поручитель',
} as const
export type CoolingOffExemption = keyof typeof coolingOffExemptions

/** To whom the money goes; the client themselves when nothing else is known. */
export const moneyReceivers = {
  CLIENT: 'Заёмщику',
  EDUCATION: 'Образовательной организации',
  CAR_DEALER: 'Автосалону (юридическому лицу)',
  SELLER: 'Продавцу, покупка при личном присутствии',
  CREDITORS: 'Кредиторам в погашение долга',
} as const
export type MoneyReceiver = keyof typeof moneyReceivers

/** What the period depends on. */
export interface CoolingOffFacts {
  /** Decimal text of roubles. */
  readonly amount: string
  readonly receiver: MoneyReceiver
  readonly securedByMortgage: boolean
  /** What is left to pay of the loans that are paid off by this one. */
  readonly refinancedBalances: readonly string[]
  readonly hasCoBorrowerOrGuarantor: boolean
}

export interface CoolingOff {
  readonly hours: number
  readonly exemption: CoolingOffExemption | null
  /** In words, for the page and the history. */
  readonly reason: string
}

const kopecks = (roubles: string): bigint => {
  const [whole = '0', part = ''] = roubles.split('.')
  return BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2))
}

function exemptionOf(facts: CoolingOffFacts): CoolingOffExemption | null {
  if (facts.securedByMortgage) return 'MORTGAGE'
  if (facts.receiver === 'EDUCATION') return 'EDUCATION'
  if (facts.receiver === 'CAR_DEALER') return 'CAR_DEALER'
  if (facts.receiver === 'SELLER') return 'IN_PERSON_PURCHASE'
  if (facts.hasCoBorrowerOrGuarantor) return 'CO_BORROWER'
  const debt = facts.refinancedBalances.reduce((sum, balance) => sum + kopecks(balance), 0n)
  // The whole loan has to go to the former creditors, and not to grow.
  const isSame = facts.receiver === 'CREDITORS' && debt > 0n && kopecks(facts.amount) <= debt
  return isSame ? 'REFINANCING' : null
}

/** «Сумма от 50 000 ₽ до 200 000 ₽», «Сумма больше 200 000 ₽». */
function rangeText(row: TableRow, below: TableRow | null): string {
  const low = below?.upTo ?? null
  const above = low === null ? null : roublesAboveKopeck(low)
  const from =
    above !== null ? `от ${roublesText(above)}` : low === null ? null : `больше ${roublesText(low)}`
  const to = row.upTo === null ? null : boundText(row.upTo)
  return from === null && to === null ? 'Любая сумма' : ['Сумма', from, to].filter(Boolean).join(' ')
}

/** How long the money waits after signing, and why. */
export function coolingOffOf(facts: CoolingOffFacts, figures: FiguresOf<'cooling-off'>): CoolingOff {
  const { row, below } = rowOf(figures['cooling-off'], facts.amount)
  const hours = row.value
  const range = rangeText(row, below)
  if (hours === 0) return { hours, exemption: null, reason: `${range}: периода охлаждения нет` }
  const exemption = exemptionOf(facts)
  if (exemption !== null)
    return { hours: 0, exemption, reason: `Исключение закона: ${coolingOffExemptions[exemption]}` }
  return { hours, exemption: null, reason: `${range}: ${counted(hours, ['час', 'часа', 'часов'])}` }
}

/** The moment from which the money may be given: hours of the clock, nights and holidays included. */
export const releaseMoment = (signedAt: Date, hours: number): Date =>
  new Date(signedAt.getTime() + hours * 3_600_000)
