import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import type { z } from 'zod'
import { ApiFailure } from '#api/failure.ts'
import { type LateCommand, lateCommandOf } from './late-command.ts'

/** What a save that came too late has met on the server, and who put it there. */
export interface LateSave<T> extends LateCommand {
  readonly current: T
}

/** Whether the failure tells of a late save, and of what; null for any other failure. */
export function lateSaveOf<T>(failure: unknown, schema: z.ZodType<T>): LateSave<T> | null {
  const late = lateCommandOf(failure)
  if (late === null || !(failure instanceof ApiFailure)) return null
  const row = schema.safeParse(ErrorBody.parse(failure.body).current)
  return row.success ? { ...late, current: row.data } : null
}
