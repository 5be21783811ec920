import { describeFailure, isAborted, isCommand, statusOf } from '#api/failure.ts'
import { noteError } from '#lib/unexpected.ts'
import { toast } from '#ui/overlay/toasts.tsx'

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
    mistake: status !== null && status < 500,
  })
}
