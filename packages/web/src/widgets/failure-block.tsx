import { describeFailure } from '#api/failure.ts'
import { ErrorBlock, type ErrorInfo } from '#ui/error-block.tsx'

/** A failed call in the words of the error block. */
export function errorInfoOf(failure: unknown): ErrorInfo {
  const { status, description, requestId, fields } = describeFailure(failure)
  return {
    ...(status === null ? { message: description } : { status, notification: { message: description } }),
    ...(requestId === null ? {} : { requestId }),
    fields: [...fields],
  }
}

/** A failed call: what went wrong, what to do, and the way to try again. */
export function FailureBlock({ failure, onRetry }: { failure: unknown; onRetry?: () => void }) {
  return <ErrorBlock error={errorInfoOf(failure)} {...(onRetry ? { onRetry } : {})} />
}

/** A page that the person may not see: said at once, without asking the server for what it would refuse. */
export function Forbidden() {
  return <ErrorBlock error={{ status: 403 }} />
}
