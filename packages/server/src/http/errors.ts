import { type ErrorType, errorTypeTexts } from '@ipoteka-office/contract/common/error-types.ts'
import type { ErrorBody, FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { statusMessages } from '@ipoteka-office/contract/common/errors.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'

/** An answer that is not 2xx; the error handler turns it into an `ErrorBody`. Thrown by handlers and services. */
export class ApiError extends Error {
  readonly status: number
  readonly type: ErrorType
  readonly details: Partial<Pick<ErrorBody, 'fields' | 'current' | 'by'>>

  constructor(status: number, type: ErrorType, message: string, details: ApiError['details'] = {}) {
    super(message)
    this.status = status
    this.type = type
    this.details = details
  }
}

/** 401: no token, or one that does not hold. */
export const unauthorised = () =>
  new ApiError(401, 'ER_AUTHENTICATION_SERVICE_CALL', statusMessages[401] ?? '')

/** 401 of a token whose session has ended: renewing it is in vain, which the challenge tells the browser. */
export class SessionOver extends ApiError {
  constructor() {
    super(401, 'ER_AUTHENTICATION_SERVICE_CALL', 'Сеанс завершён. Войдите снова')
  }
}

/** 403: signed in, without the right. */
export const forbidden = (message = statusMessages[403] ?? '') => new ApiError(403, 'ER_UNSPECIFIED', message)

/** 403 with each field whose change is another's. */
export const forbiddenFields = (fields: FieldError[], message: string) =>
  new ApiError(403, 'ER_UNSPECIFIED', message, { fields })

/** 404: no such row, or not visible to the caller — the answer is the same. */
export const notFound = (message = statusMessages[404] ?? '') => new ApiError(404, 'ER_NOT_FOUND', message)

/** For `.catch`: what is not there (or not visible) is null, any other failure stays one. */
export function nullIfAbsent(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

/** 400 with the path and message of each wrong field; where only dates could not be read it says so. */
export const invalid = (
  fields: FieldError[],
  message = 'Проверьте заполнение полей',
  type: ErrorType = fields.length > 0 && fields.every((field) => field.message === messages.badDate)
    ? 'ER_DATE_PARSING'
    : 'ER_DTO_VALIDATOR',
) => new ApiError(400, type, message, { fields })

/** A refusal of an area that has a type of its own, in the words of the registry unless it knows better ones. */
export const typed = (status: number, type: ErrorType, message: string = errorTypeTexts[type]) =>
  new ApiError(status, type, message)

/** 409: the caller's version is old; carries the row as it is and who changed it. */
export const stale = (current: unknown, by: ErrorBody['by']) =>
  new ApiError(409, 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE', 'Запись изменена другим пользователем', {
    current,
    by,
  })

/** 409: not allowed in the present state; the message says why. */
export const conflict = (message: string, type: ErrorType = 'ER_VALIDATION') =>
  new ApiError(409, type, message)

/** 409 of every change after which nobody could edit roles. */
export const lastRoleEditorMessage =
  'После этого изменения никто не сможет менять роли. Сначала дайте право «Роли: изменение» другому действующему сотруднику банка'

/** 503: more work at once than the server takes on; worth repeating in a few seconds. */
export const overloaded = () =>
  new ApiError(503, 'ER_UNSPECIFIED', 'Система перегружена, повторите через несколько секунд')

/** 503: something that the call cannot do without is down or cannot cope; the message says what. */
export const unavailable = (message: string, type: ErrorType = 'ER_UNSPECIFIED') =>
  new ApiError(503, type, message)

/** 429: more in a minute than a person can do. */
export const tooMany = () =>
  new ApiError(429, 'ER_UNSPECIFIED', 'Слишком много запросов, повторите через минуту')
