import { lazy } from 'react'
import type { CaseTypeView } from '#widgets/case-list/case-type-views.ts'

/** What the pages of consumer loans add to their type. */
export const loanView: CaseTypeView = {
  CreateDialog: lazy(() => import('./create-loan-dialog.tsx').then((m) => ({ default: m.CreateLoanDialog }))),
}
