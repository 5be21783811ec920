import { AcceptDialog } from './accept-dialog.tsx'
import { ReconsiderDialog } from './reconsider-dialog.tsx'
import { RequestDialog } from './request-dialog.tsx'
import type { AnswerProps } from './use-answer.ts'

/** The dialog of an action that needs more than words. */
export function AnswerDialog(props: AnswerProps) {
  if (props.action.code === 'requestDocuments') return <RequestDialog {...props} />
  if (props.action.code === 'acceptOffer') return <AcceptDialog {...props} />
  return <ReconsiderDialog {...props} />
}
