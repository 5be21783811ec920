import { statusMessages } from '@ipoteka-office/contract/common/errors.ts'

/** One message of a server that answers with a list of them. */
export interface ServerNotification {
  readonly code?: string | null
  readonly message?: string | null
}

/** An answer that is not 2xx. `body` is what the server sent, whole. */
export class ApiFailure extends Error {
  readonly status: number
  readonly statusText: string
  readonly url: string
  readonly requestId: string | null
  /** Of a call that changes something. */
  readonly isCommand: boolean
  readonly #body: unknown

  constructor(text: string, answer: Answer) {
    super(text)
    this.name = 'Error'
    this.status = answer.status
    this.statusText = answer.statusText
    this.url = answer.url
    this.requestId = answer.requestId
    this.isCommand = answer.isCommand ?? false
    this.#body = answer.body
  }

  get body(): unknown {
    read.add(this)
    return this.#body
  }
}

// Whoever reads what a failure says has taken on telling it.
const read = new WeakSet<object>()

/** Whether somebody has read what the failure says: one that nobody has read is told by the shared piece. */
export const isRead = (failure: unknown): boolean => isObject(failure) && read.has(failure)

/** What is known of an answer that is not 2xx. */
export interface Answer {
  readonly status: number
  readonly statusText: string
  readonly url: string
  readonly requestId: string | null
  readonly body: unknown
  readonly isCommand?: boolean
}

// A body with notifications is rejected as it came, so what else is known of its answer is kept beside it.
const answers = new WeakMap<object, Answer>()

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a call rejects with (specification 2 §8): message → text with the body attached; notifications → the body unchanged; else a generic error. */
export function failureOf(answer: Answer): unknown {
  const { body } = answer
  if (!isObject(body)) {
    const text = typeof body === 'string' ? body.trim() : ''
    return new ApiFailure(text || genericText(answer), answer)
  }
  if (typeof body.message === 'string') return new ApiFailure(body.message, answer)
  if ('notifications' in body) {
    answers.set(body, answer)
    return body
  }
  return new ApiFailure(genericText(answer), answer)
}

const genericText = ({ status, statusText, url }: Answer) =>
  statusMessages[status] ?? `Ошибка ${[status, statusText].filter(Boolean).join(' ')}: ${url}`

/** What a refused download rejects with (specification 2 §8): the response as it came, whose words are known all the same. */
export function refusedResponse(response: Response, answer: Answer): Response {
  answers.set(response, answer)
  return response
}

/** The status of a failed call, null for what did not come from an answer. */
export function statusOf(failure: unknown): number | null {
  if (failure instanceof ApiFailure) return failure.status
  return isObject(failure) ? (answers.get(failure)?.status ?? null) : null
}

/** Whether the failed call was to change something: its refusal is always told. */
export function isCommand(failure: unknown): boolean {
  if (failure instanceof ApiFailure) return failure.isCommand
  return isObject(failure) && answers.get(failure)?.isCommand === true
}

/** The server's type of the error (`ER_NOT_FOUND`, …), null where it named none. */
export function typeOf(failure: unknown): string | null {
  const body =
    failure instanceof ApiFailure
      ? failure.body
      : failure instanceof Response
        ? answers.get(failure)?.body
        : null
  return isObject(body) && typeof body.type === 'string' ? body.type : null
}

/** True for a call that was given up on purpose: nothing to tell anybody. */
export const isAborted = (failure: unknown): boolean =>
  failure instanceof DOMException && failure.name === 'AbortError'

const isLost = (failure: unknown): boolean =>
  failure instanceof TypeError && /fetch|network|load failed/i.test(failure.message)

/** Of modules that could not be loaded: a broken network, or a newer version on the server. */
const chunkWords = [
  'dynamically imported module',
  'importing a module script',
  'unable to preload css',
  'loading chunk',
]

/** Whether a module of the product could not be loaded. */
export const isChunkFailure = (failure: unknown): boolean =>
  failure instanceof Error && chunkWords.some((words) => failure.message.toLowerCase().includes(words))

/** Whether a failure may happen to a product without a fault: a refusal, a lost network, a call given up. */
export const isExpected = (failure: unknown): boolean =>
  statusOf(failure) !== null || isAborted(failure) || isLost(failure) || isChunkFailure(failure)

/** A failure as an error block shows it. */
export interface FailureView {
  /** Null for what is not an answer: no connection, a defect of the page. */
  readonly status: number | null
  readonly title: string
  readonly description: string
  readonly requestId: string | null
  /** What is wrong with which field of a refused request. */
  readonly fields: readonly { readonly label: string; readonly message: string }[]
}

function firstNotification(body: unknown): ServerNotification | null {
  const list = isObject(body) ? body.notifications : null
  const first: unknown = Array.isArray(list) ? list[0] : null
  return isObject(first) ? first : null
}

/** The words of an answer that was not an error of its own. */
const textOf = (failure: unknown, answer: Answer): string => {
  const of = failure instanceof Response ? failureOf(answer) : failure
  return of instanceof ApiFailure ? cleaned(of.message) : ''
}

function descriptionOf(answer: Answer, text: string): string {
  const notification = firstNotification(answer.body)
  if (notification) {
    const { code, message } = notification
    if (code && code !== 'null') return code
    return message || (statusMessages[answer.status] ?? 'Статус не определён')
  }
  return text || (statusMessages[answer.status] ?? 'Статус не определён')
}

function fieldsOf(body: unknown): FailureView['fields'] {
  const list = isObject(body) ? body.fields : null
  if (!Array.isArray(list)) return []
  return list.filter(isObject).map(({ path, message }) => ({ label: String(path), message: String(message) }))
}

/** Puts any failure into words (specification 1 §8 «Generic error display»). */
export function describeFailure(failure: unknown): FailureView {
  const answer =
    failure instanceof ApiFailure ? failure : isObject(failure) ? (answers.get(failure) ?? null) : null
  if (isObject(failure)) read.add(failure)
  if (answer) {
    const text = textOf(failure, answer)
    return {
      status: answer.status,
      title: statusMessages[answer.status] ?? 'Ошибка',
      description: descriptionOf(answer, text),
      requestId: answer.requestId,
      fields: fieldsOf(answer.body),
    }
  }
  return {
    status: null,
    title: 'Ошибка',
    description: isLost(failure)
      ? 'Нет связи с сервером. Проверьте сеть и повторите.'
      : cleaned(failure instanceof Error ? failure.message : String(failure)) || 'Что-то пошло не так',
    requestId: null,
    fields: [],
  }
}

const cleaned = (text: string) =>
  text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
