import * as api from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { getLoanTerms } from '@ipoteka-office/contract/loan-applications/loan-terms.ts'
import { type Route, route } from '#http/route.ts'
import { askBureaus, createLoan, getLoan, type LoanParts, termsOfLoan } from './loan-applications.service.ts'

export const loanApplicationsRoutes = (parts: LoanParts): Route[] => [
  route(api.createLoanApplication, ({ body }, context) => createLoan(parts, context, body)),
  route(api.getLoanApplication, ({ params }, context) => getLoan(parts, context, params.id)),
  route(getLoanTerms, ({ params, query }, context) => termsOfLoan(parts, context, params.id, query)),
  route(api.checkSelfBan, ({ params }, context) => askBureaus(parts, context, params.id)),
]
