import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { DemoType } from './demo-type.ts'
import { demoFulls } from '#features/full-applications/seed/demo-full-applications.ts'
import { demoLeads } from '#features/leads/seed/demo-leads.ts'
import { demoLoans } from '#features/loan-applications/seed/demo-loan-applications.ts'
import { demoShorts } from '#features/short-applications/seed/demo-short-applications.ts'

/** Types of which the demo bank has cases; one that others come of stands before them. */
export const demoTypes: Readonly<Partial<Record<CaseType, DemoType>>> = {
  LEAD: demoLeads,
  SHORT_APPLICATION: demoShorts,
  FULL_APPLICATION: demoFulls,
  LOAN_APPLICATION: demoLoans,
}
