import { DateText, Money, Percent } from '@ipoteka-office/contract/common/amounts.ts'
import { stripMonths } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { z } from 'zod'
import { BadXml, type UnknownTag } from '#lib/xml/bad-xml.ts'

/** The same limits whoever sends: a report that breaks them is no report. */
const words = (most: number) => z.string().trim().max(most)
/** Bureaus write «5», «5.0» and «5.00»: kept is the last. */
const Sum = Money.transform((text) => {
  const [roubles, part = ''] = text.split('.')
  return `${roubles}.${part.padEnd(2, '0')}`
})
const Many = z.int().min(0).max(1_000_000)

/** A credit of somebody as a bureau tells of it, closed or not. */
export const CreditAccount = z.object({
  /** Of the bureau, unique in a report. */
  id: words(100).min(1),
  /** УИд: the same in every bureau; null where the creditor has given none. */
  uid: words(60).nullable(),
  creditor: words(300).min(1),
  creditorInn: words(12).nullable(),
  contractNumber: words(100).nullable(),
  /** Code of `creditType`. */
  type: words(40).min(1),
  relation: z.enum(['BORROWER', 'CO_BORROWER', 'GUARANTOR']),
  openedOn: DateText,
  closedOn: DateText.nullable(),
  limit: Sum,
  balance: Sum,
  overdue: Sum,
  overdueDays: Many,
  /** ПСК, or the rate of the contract where it is not told. */
  cost: Percent.nullable(),
  monthsLeft: z.int().min(1).max(600).nullable(),
  /** Average monthly payment as the creditor reports it. */
  payment: Sum.nullable(),
  /** The day that the figures are of. */
  asOf: DateText,
  strip: z.string().regex(new RegExp(`^[-01234]{${stripMonths}}$`)),
  /** The worst of all the months that the bureau knows. */
  worst: z.enum(['-', '0', '1', '2', '3', '4']),
})
export type CreditAccount = z.output<typeof CreditAccount>

/** A report in one form, whichever bureau it is of: what the closed part is needed for are the days of enquiries. */
export const CreditReportData = z.object({
  number: words(100).min(1),
  date: DateText,
  subject: z.object({
    lastName: words(100).min(1),
    firstName: words(100).min(1),
    middleName: words(100).nullable(),
    birthDate: DateText,
    /** Ten digits. */
    passport: z
      .string()
      .regex(/^\d{10}$/)
      .nullable(),
    pastPassports: z.array(z.string().regex(/^\d{10}$/)).max(20),
    inn: z
      .string()
      .regex(/^\d{12}$/)
      .nullable(),
    snils: z
      .string()
      .regex(/^\d{11}$/)
      .nullable(),
  }),
  addresses: z
    .array(
      z.object({
        kind: z.enum(['REGISTRATION', 'RESIDENCE']),
        text: words(500).min(1),
        since: DateText.nullable(),
      }),
    )
    .max(50),
  phones: z.array(z.string().regex(/^\d{11,15}$/)).max(50),
  score: z
    .object({ value: z.int().min(0).max(1_000), reasons: z.array(words(300).min(1)).max(20) })
    .nullable(),
  selfBan: z.object({ active: z.boolean(), since: DateText.nullable() }).nullable(),
  accounts: z.array(CreditAccount).max(1_000),
  enquiries: z.array(DateText).max(5_000),
  applications: z
    .array(
      z.object({
        date: DateText,
        sum: Sum.nullable(),
        outcome: z.enum(['PENDING', 'APPROVED', 'REFUSED']),
        reason: words(300).nullable(),
      }),
    )
    .max(500),
  courtActs: Many,
  bankruptcy: z.boolean(),
  missedPayments: z.boolean(),
})
export type CreditReportData = z.output<typeof CreditReportData>

/** A report as it was read. */
export interface ReadReport {
  readonly data: CreditReportData
  readonly unknown: readonly UnknownTag[]
  readonly encoding: string
}

/** What came is no report of this bureau; the words are shown to people. */
export class BadReport extends BadXml {}
