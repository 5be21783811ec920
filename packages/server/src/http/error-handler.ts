import { type ErrorType, errorTypeTexts } from '@ipoteka-office/contract/common/error-types.ts'
import type { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import { statusMessages } from '@ipoteka-office/contract/common/errors.ts'
import { sessionOverChallenge } from '@ipoteka-office/contract/session/identity.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DatabaseFailure, databaseFailure } from '#db/database-error.ts'
import { ApiError, lastRoleEditorMessage, SessionOver } from './errors.ts'

const retryAfterSeconds = '2'

/** Nothing was stored: what was begun is undone, and what is there can be read. */
const noRoom = (of: string) =>
  `На диске ${of} кончилось место, ничего не сохранено. Сообщите администратору и повторите, когда место появится`

const ofDatabase: Record<DatabaseFailure, [status: number, type: ErrorType, message: string]> = {
  unavailable: [503, 'ER_UNSPECIFIED', 'База данных временно недоступна, повторите через несколько секунд'],
  full: [507, 'ER_UNSPECIFIED', noRoom('базы данных')],
  busy: [503, 'ER_UNSPECIFIED', 'Система перегружена, повторите через несколько секунд'],
  locked: [409, 'ER_OBJECT_LOCKED', errorTypeTexts.ER_OBJECT_LOCKED],
  duplicate: [409, 'ER_VALIDATION', 'Такая запись уже есть'],
  // Two saves of one new passport at once: the second finds the person there when it is tried again.
  person: [409, 'ERROR_UPDATE_PERSONAL_DATA_EVENT', errorTypeTexts.ERROR_UPDATE_PERSONAL_DATA_EVENT],
  reference: [409, 'ER_VALIDATION', 'Запись связана с другими или ссылается на несуществующую'],
  value: [400, 'ER_CONVERT_VALUE', errorTypeTexts.ER_CONVERT_VALUE],
  date: [400, 'ER_DATE_PARSING', errorTypeTexts.ER_DATE_PARSING],
  entity: [400, 'ER_ENTITY_VALIDATOR', errorTypeTexts.ER_ENTITY_VALIDATOR],
  lastRoleEditor: [409, 'ER_PRE_SAVE_CALLBACK', lastRoleEditorMessage],
  other: [500, 'ER_UNSPECIFIED', ''],
}

/** Fastify's own refusals, told in Russian; the rest by status. */
const ofFastify: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'Тело запроса слишком велико',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Принимается только application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'Длина тела не совпадает с заголовком Content-Length',
  FST_ERR_CTP_EMPTY_TYPE: 'Принимается только application/json',
  FST_ERR_BAD_URL: 'Адрес записан неверно',
}
const ofStatus: Readonly<Record<number, string>> = {
  ...statusMessages,
  400: 'Неверный запрос',
  408: 'Запрос не дождался продолжения',
  413: 'Тело запроса слишком велико',
  415: 'Принимается только application/json',
  429: 'Слишком много запросов, повторите через минуту',
}

const internal = (requestId: string) =>
  new ApiError(500, 'ER_UNSPECIFIED', `Внутренняя ошибка. Сообщите номер запроса: ${requestId}`)

/** What came cannot be read as a request at all: neither JSON, nor of a kind or a length that is taken. */
const unreadable: ReadonlySet<number> = new Set([400, 413, 415])

/** What Fastify and its plugins throw carries a status and a code. */
type AnyError = Error & { readonly statusCode?: number; readonly code?: string }

function toApiError(error: AnyError, requestId: string): ApiError {
  if (error instanceof ApiError) return error
  const failure = databaseFailure(error)
  if (failure !== null && failure !== 'other') return new ApiError(...ofDatabase[failure])
  if (error.code === 'ENOSPC') return new ApiError(507, 'ER_UNSPECIFIED', noRoom('сервера'))
  return failure === null ? ofLibrary(error, requestId) : internal(requestId)
}

/** Fastify and its plugins refuse by status; anything else nobody thought of. */
function ofLibrary(error: AnyError, requestId: string): ApiError {
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500)
    return new ApiError(
      status,
      unreadable.has(status) ? 'ER_INVALID_DTO_DATA' : 'ER_UNSPECIFIED',
      ofFastify[error.code ?? ''] ?? ofStatus[status] ?? 'Неверный запрос',
    )
  return internal(requestId)
}

/** Whoever asked went away before the answer was whole: nobody is left to be told, and nothing is wrong here. */
const hasLeft = (error: AnyError, { raw }: FastifyRequest): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed

/** Whether a call ended with an error that nobody thought of: a refusal with words of its own is none. */
export const isUnexpected = (error: AnyError, request: FastifyRequest): boolean =>
  !(error instanceof ApiError) && !hasLeft(error, request) && toApiError(error, request.id).status >= 500

/** What an error is answered with; writes it down and sets the headers that go with its status. */
export function answerOf(error: AnyError, request: FastifyRequest, reply: FastifyReply): ApiError {
  const answer = toApiError(error, request.id)
  const { status } = answer
  const isRefusal = status === 503 && error instanceof ApiError
  if (hasLeft(error, request)) request.log.info('whoever asked has left')
  else if (status >= 500 && !isRefusal) request.log.error({ err: error }, 'request failed')
  else if (!(error instanceof ApiError)) request.log.info({ err: error }, 'request refused')
  if (status === 503) reply.header('retry-after', retryAfterSeconds)
  if (status === 401)
    reply.header('www-authenticate', error instanceof SessionOver ? sessionOverChallenge : 'Bearer')
  reply.code(status)
  return answer
}

/** Every answer that is not 2xx: an `ErrorBody`, never a text of the database or of a library. */
export function handleError(error: AnyError, request: FastifyRequest, reply: FastifyReply): void {
  const { type, message, details } = answerOf(error, request, reply)
  const body: ErrorBody = { type, message, requestId: request.id, ...details }
  reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}

/** 404 of an address that is not there. */
export function handleNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const body: ErrorBody = { type: 'ER_NOT_FOUND', message: ofStatus[404] ?? '', requestId: request.id }
  reply.code(404).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}
