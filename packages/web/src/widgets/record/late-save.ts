import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import type { z } from 'zod'
import { ApiFailure, typeOf } from '#api/failure.ts'
import { formatDateTime } from '#lib/dates.ts'

/** What a save that came too late has met on the server, and who put it there. */
export interface LateSave<T> {
  readonly current: T
  readonly changedBy: string | null
}

/** Whether the failure tells of a late save, and of what; null for any other failure. */
export function lateSaveOf<T>(failure: unknown, schema: z.ZodType<T>): LateSave<T> | null {
  if (typeOf(failure) !== 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE' || !(failure instanceof ApiFailure))
    return null
  const { by, current } = ErrorBody.parse(failure.body)
  const row = schema.safeParse(current)
  if (!row.success) return null
  return { current: row.data, changedBy: by ? `${by.descriptor}, ${formatDateTime(by.at)}` : null }
}
