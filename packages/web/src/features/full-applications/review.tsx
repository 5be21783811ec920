import { latePart } from '#ui/late/late-part.tsx'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { Completeness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import { FormCard } from '#ui/form/form-section.tsx'
import { AutoChecks } from '#widgets/case-review/auto-checks.tsx'
import { SendingCheck } from '#widgets/case-review/sending-check.tsx'
import type { Questionnaire } from '#widgets/case-sections/questionnaire-data.ts'
import type { GoToField } from '#widgets/case-sections/questionnaire-page.tsx'
import { ChangesSinceSending } from './changes.tsx'

/** The conditions stand below: their rules come after the page. */
const TermsPanel = latePart(async () => (await import('#widgets/case-terms/terms-panel.tsx')).TermsPanel)

/** Everything that decides whether the application goes on: what is missing, conditions, changes, checks. */
export function Review({
  head,
  questionnaire,
  documents,
  go,
}: {
  head: CaseHead
  questionnaire: Questionnaire
  documents: Completeness | undefined
  go: GoToField
}) {
  return (
    <FormCard>
      <SendingCheck head={head} questionnaire={questionnaire} documents={documents} go={go} />
      <ChangesSinceSending caseId={head.id} go={go} />
      <TermsPanel caseId={head.id} data={questionnaire.data} go={go} />
      <AutoChecks head={head} />
    </FormCard>
  )
}
