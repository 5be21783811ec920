import { z } from 'zod'
import { errorTypes } from './error-types.ts'

/** Status messages of specification 1 §8. */
export const statusMessages: Readonly<Record<number, string>> = {
  401: 'Пользователь не авторизован',
  403: 'Нет прав на совершение операции',
  404: 'Страница не найдена',
}

export const FieldError = z.object({
  /** Path into the request: `mortgageApplicationsLimit`, `content.3.number`. */
  path: z.string(),
  message: z.string(),
})
export type FieldError = z.output<typeof FieldError>

/** The body of every answer that is not 2xx. */
export const ErrorBody = z.object({
  type: z.enum(errorTypes),
  /** What went wrong and what to do, in Russian. */
  message: z.string(),
  requestId: z.string(),
  /** 400: which fields and why. */
  fields: z.array(FieldError).optional(),
  /** 409 of a stale version: the row as it is now. */
  current: z.unknown().optional(),
  /** 409 of a stale version or a lock: who changed or holds it, and since when. */
  by: z.object({ descriptor: z.string(), at: z.string() }).optional(),
})
export type ErrorBody = z.output<typeof ErrorBody>
