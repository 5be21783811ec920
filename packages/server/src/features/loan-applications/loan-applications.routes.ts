import * as api from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { type Route, route } from '#http/route.ts'
import { askBureaus, createLoan, getLoan, type LoanParts } from './loan-applications.service.ts'

export const loanApplicationsRoutes = (parts: LoanParts): Route[] => [
  route(api.createLoanApplication, ({ body }, context) => createLoan(parts, context, body)),
  route(api.getLoanApplication, ({ params }, context) => getLoan(parts, context, params.id)),
  route(api.checkSelfBan, ({ params }, context) => askBureaus(parts, context, params.id)),
]
