import { describeFailure, isAborted, isCommand, statusOf } from '#api/failure.ts'
import { noteError } from '#lib/unexpected.ts'
import { toast } from '#ui/overlay/toasts.tsx'

/** Of what the person can mend: the word about it goes when something succeeds. */
function isMistake(failure: unknown): boolean {
  const status = statusOf(failure)
  return status !== null && status < 500
}

/**
 * Shows a failed call as a toast; silent for calls given up on purpose and, where something was only read, for 403 and
 * 404 (specification 2 §8). Whoever has asked for a change learns of every refusal.
 */
export function notifyFailure(failure: unknown): void {
  noteError(failure)
  const status = statusOf(failure)
  const isSilent = !isCommand(failure) && (status === 403 || status === 404)
  if (isSilent || isAborted(failure)) return
  const { description, requestId } = describeFailure(failure)
  toast.error(description, {
    key: `failure ${description}`,
    requestId: requestId ?? undefined,
    mistake: isMistake(failure),
  })
}

/**
 * Says what was not done, «Роль не сохранена», and why; silent for calls given up on purpose. A later word with the same
 * key takes the place of this one.
 */
export function sayFailed(title: string, failure: unknown, key?: string): void {
  noteError(failure)
  if (isAborted(failure)) return
  const { description, requestId } = describeFailure(failure)
  toast.error(title, { key, description, requestId: requestId ?? undefined, mistake: isMistake(failure) })
}

/** A failed call in one line, for the place that tells of it itself: what is wrong with its fields, else what happened. */
export function failureLine(failure: unknown): string {
  noteError(failure)
  const { description, fields } = describeFailure(failure)
  const messages = [...new Set(fields.map(({ message }) => message))]
  return messages.length > 0 ? messages.join('; ') : description
}
