import { onDemand } from '#ui/overlay/on-demand.tsx'
import type { CaseTypeView } from '#widgets/case-list/case-type-views.ts'

/** What the pages of consumer loans add to their type. */
export const loanView: CaseTypeView = {
  CreateDialog: onDemand(async () => (await import('./create-loan-dialog.tsx')).CreateLoanDialog),
}
