import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { ReconsiderDialog } from './reconsider-dialog.tsx'
import { RequestDialog } from './request-dialog.tsx'

/** What a dialog of an action is given. */
export interface AnswerProps {
  readonly head: CaseHead
  readonly action: AllowedAction
  readonly onClose: () => void
}

/** The dialog of an action that needs more than words. */
export function AnswerDialog(props: AnswerProps) {
  if (props.action.code === 'requestDocuments') return <RequestDialog {...props} />
  if (props.action.code === 'acceptOffer') return <AcceptDialog {...props} />
  return <ReconsiderDialog {...props} />
}
