import { z } from 'zod'
import { changeRequestCalls } from '../../change-requests/change-requests.ts'
import { IdParam, requiredText } from '../../common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../../endpoint.ts'
import { caseTypes, type CaseType } from '../../cases/types/case-types.ts'
import { LimitPercent } from '../../rate-limits/points.ts'
import { CasePrice } from './case-price.ts'

const mayOfCredits = canInBank('CreditProduct', 'IndividualRate')
const mayOfLoans = canInBank('LoanProduct', 'IndividualRate')

export const IndividualRateInput = z.object({
  /** Percent a year. */
  rate: LimitPercent,
  /** Why this client is given another rate than the product has; people of partners never read it. */
  reason: requiredText(1_000),
})
export type IndividualRateInput = z.output<typeof IndividualRateInput>

/** Asks a second person for a rate of its own, by the right to the lending of the case; 409 without a price of a product. */
export const askIndividualRate = endpoint({
  method: 'POST',
  path: '/case/:id/individualRate',
  summary: 'Индивидуальная ставка: запрос',
  access: signedIn,
  params: z.object({ id: IdParam }),
  body: IndividualRateInput,
  response: CasePrice,
  idempotent: true,
})

export const individualRateRequests = changeRequestCalls(
  '/individualRate/credit',
  'индивидуальная ставка по ипотеке',
  { see: mayOfCredits, decide: mayOfCredits, make: mayOfCredits },
)
export const individualLoanRateRequests = changeRequestCalls(
  '/individualRate/loan',
  'индивидуальная ставка по потребительскому кредиту',
  { see: mayOfLoans, decide: mayOfLoans, make: mayOfLoans },
)

/** By which calls an individual rate of a case is decided on. */
export const individualRequestsOf = (type: CaseType) =>
  caseTypes[type].product === 'MORTGAGE' ? individualRateRequests : individualLoanRateRequests
