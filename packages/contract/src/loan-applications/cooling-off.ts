/**
 * The cooling-off period of a consumer loan: money is not given before some hours after the terms were signed
 * (law 353-ФЗ as changed by 9-ФЗ, in force since 01.09.2025).
 */
export const coolingOffSince = '2025-09-01'

/** From this sum on there is a period; below it there is none. */
export const coolingOffFrom = '50000'
/** Up to this sum, it included, the short period; above it the long one. */
export const coolingOffShortUpTo = '200000'
export const coolingOffHours = { SHORT: 4, LONG: 48 } as const

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
  readonly hours: 0 | 4 | 48
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

/** How long the money waits after signing, and why. */
export function coolingOffOf(facts: CoolingOffFacts): CoolingOff {
  const amount = kopecks(facts.amount)
  if (amount < kopecks(coolingOffFrom))
    return { hours: 0, exemption: null, reason: 'Сумма меньше 50\u00a0000\u00a0₽: периода охлаждения нет' }
  const exemption = exemptionOf(facts)
  if (exemption !== null)
    return { hours: 0, exemption, reason: `Исключение закона: ${coolingOffExemptions[exemption]}` }
  return amount <= kopecks(coolingOffShortUpTo)
    ? {
        hours: coolingOffHours.SHORT,
        exemption: null,
        reason: 'Сумма от 50\u00a0000 до 200\u00a0000\u00a0₽: 4 часа',
      }
    : { hours: coolingOffHours.LONG, exemption: null, reason: 'Сумма больше 200\u00a0000\u00a0₽: 48 часов' }
}

/** The moment from which the money may be given: hours of the clock, nights and holidays included. */
export const releaseMoment = (signedAt: Date, hours: number): Date =>
  new Date(signedAt.getTime() + hours * 3_600_000)

/** How long an answer on self-bans holds, hours: practice, the law asks for it before signing. */
export const selfBanValidHours = 24
