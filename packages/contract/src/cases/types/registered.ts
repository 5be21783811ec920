import { fullApplicationType } from './full-application.ts'
import { leadType } from './lead.ts'
import { loanApplicationType } from './loan-application.ts'
import { shortApplicationType } from './short-application.ts'

/** The list of the types of cases: a new one is a line here. Everything else about them is derived in `case-types.ts`. */
export const registered = {
  LEAD: leadType,
  SHORT_APPLICATION: shortApplicationType,
  FULL_APPLICATION: fullApplicationType,
  LOAN_APPLICATION: loanApplicationType,
} as const
