import { z } from 'zod'
import { IdParam } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'

/** What the calculators say of a case; sums are roubles, percents have two digits. */
export const CaseMeans = z.object({
  /** Level payment of a loan issued today; null while sum, rate or term are not known. */
  payment: z.string().nullable(),
  /** ПСК of that loan, percent. */
  fullLoanCost: z.string().nullable(),
  /** Null while the loan or an income is not known. */
  debtLoad: z.string().nullable(),
  /** Null while the loan is not known. */
  bucket: z.string().nullable(),
  /** ПДН above 50 %: the borrower is told so. */
  mustNotify: z.boolean(),
  /** Null while the sum, or neither price nor appraisal, is known. */
  loanToValue: z.string().nullable(),
  /** What К/З was divided by, beside the price of the deal: the mortgaged objects. */
  objects: z.array(z.object({ price: z.string().nullable(), appraised: z.string().nullable() })),
})
export type CaseMeans = z.output<typeof CaseMeans>

/** ПДН and К/З by what is saved: every page that shows them asks here. */
export const getCaseMeans = endpoint({
  method: 'GET',
  path: '/case/:id/means',
  summary: 'Платёж, ПСК, ПДН и К/З по делу',
  access: signedIn,
  params: z.object({ id: IdParam }),
  response: CaseMeans,
})
