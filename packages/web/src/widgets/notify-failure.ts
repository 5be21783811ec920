import { describeFailure, isAborted, statusOf } from '#api/failure.ts'
import { toast } from '#ui/toasts.tsx'

/** Shows a failed call as a toast; silent for 403 and 404 (specification 2 §8) and for calls given up on purpose. */
export function notifyFailure(failure: unknown): void {
  const status = statusOf(failure)
  if (status === 403 || status === 404 || isAborted(failure)) return
  const { description, requestId } = describeFailure(failure)
  toast.error(description, { key: `failure ${description}`, requestId: requestId ?? undefined })
}
