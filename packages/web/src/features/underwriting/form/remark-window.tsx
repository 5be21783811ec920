import { sectionOf, sectionsOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { RemarkDialog } from '#widgets/case/talk/remark-dialogs.tsx'

/** A remark to a section of the questionnaire, written in the room: the same window as on the page of the case. */
export function RemarkWindow({
  caseId,
  type,
  onClose,
}: {
  caseId: number
  type: CaseType
  onClose: () => void
}) {
  const sections = sectionsOf(type).map((code) => ({ key: code, label: sectionOf(code).title }))
  return <RemarkDialog caseId={caseId} sections={sections} onClose={onClose} />
}
