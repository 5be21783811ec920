import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { DemoType } from './demo-type.ts'
import { demoFulls } from './full-application.ts'
import { demoLeads } from './lead.ts'
import { demoLoans } from './loan-application.ts'
import { demoShorts } from './short-application.ts'

/** Types of which the demo bank has cases; one that others come of stands before them. */
export const demoTypes: Readonly<Partial<Record<CaseType, DemoType>>> = {
  LEAD: demoLeads,
  SHORT_APPLICATION: demoShorts,
  FULL_APPLICATION: demoFulls,
  LOAN_APPLICATION: demoLoans,
}
