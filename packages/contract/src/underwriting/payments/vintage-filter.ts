import { z } from 'zod'
import { Month } from './payment-loads.ts'

/** Days past due from which a loan counts: columns of every report of vintages. */
export const pastDueLevels = { '30': '30+ дней', '90': '90+ дней' } as const
export type PastDue = keyof typeof pastDueLevels

/**
 * Loans as the vintages count them. The journal takes the same, so that a number and the list that it opens cannot differ:
 * issued in the month; of these, past due so many days at the end of the month on book.
 */
export const VintageLoans = z.object({
  issuedMonth: Month.optional(),
  /** Months since the month of issue, which is 0. */
  monthsOnBook: z.int().min(0).max(1_200).optional(),
  pastDue: z.enum(['30', '90']).optional(),
})
export type VintageLoans = z.output<typeof VintageLoans>

/** Whether a list asks of loans at all. */
export const asksOfLoans = ({ issuedMonth, monthsOnBook, pastDue }: VintageLoans): boolean =>
  issuedMonth !== undefined || monthsOnBook !== undefined || pastDue !== undefined
