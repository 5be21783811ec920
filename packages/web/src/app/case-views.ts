import { registerCaseViews } from '#widgets/case-list/case-type-views.ts'
import { loanView } from '../features/loan-applications/loan-view.ts'

/** The list of what pages of case types add: a type whose object says all is not in it. */
export const registerViews = (): void => registerCaseViews({ LOAN_APPLICATION: loanView })
