import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import { ApiFailure, typeOf } from '#api/failure.ts'
import { formatDateTime } from '#lib/dates.ts'

/** A command that somebody else was ahead of. */
export interface LateCommand {
  /** Who and when, in words; null where the server does not say. */
  readonly changedBy: string | null
}

/** Whether the failure tells that the record was changed meanwhile; null for any other failure. */
export function lateCommandOf(failure: unknown): LateCommand | null {
  if (typeOf(failure) !== 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE' || !(failure instanceof ApiFailure))
    return null
  const { by } = ErrorBody.parse(failure.body)
  return { changedBy: by ? `${by.descriptor}, ${formatDateTime(by.at)}` : null }
}
