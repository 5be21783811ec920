import { z } from 'zod'
import { DateText, Money, Percent } from '../common/amounts.ts'
import { Instant, keyOf } from '../common/scalars.ts'

/** What a decision that is told says; one that only hands the case on is the bank's own business. */
export const shownOutcomes = {
  APPROVE: 'Кредит одобрен',
  REJECT: 'Отказ в кредите',
  REVOKE: 'Решение отозвано',
  COUNTER: 'Встречное предложение банка',
} as const
export const ShownOutcome = keyOf(shownOutcomes)

/** The decision that a case stands on, as everybody who sees the case and the client may know it. */
export const ShownDecision = z.object({
  at: Instant,
  outcome: ShownOutcome,
  /** An approval whose terms are looked into again: the bank does not lend on it until it has decided. */
  suspended: z.boolean(),
  /** Roubles, months, percent a year; only of an approval. */
  amount: Money.nullable(),
  termMonths: z.int().nullable(),
  rate: Percent.nullable(),
  /** Roubles a month. */
  payment: z.string().nullable(),
  /** ПСК, percent. */
  fullLoanCost: z.string().nullable(),
  /** The last day on which it holds. */
  validTo: DateText.nullable(),
  /** Names of the reasons that the client is told. */
  reasons: z.array(z.string()),
  /** What the bank says to the client; empty where it has written nothing. */
  text: z.string(),
})
export type ShownDecision = z.output<typeof ShownDecision>
