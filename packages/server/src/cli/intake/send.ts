import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import { headers } from '@ipoteka-office/contract/common/headers.ts'
import { IntakeAnswer, type IntakeItem } from '@ipoteka-office/contract/queue/queue.ts'

/** The server refused, or cannot be reached; the message tells what to do. */
export class SendError extends Error {}

/** Gives a bearer token; asked again when the server no longer takes the one before. */
export type TokenSource = () => Promise<string>

const attempts = 6
const answerMs = 60_000

/** Signs in by login and password, where the identity server allows it (the embedded one does). */
export function passwordToken(
  tokenUrl: string,
  clientId: string,
  login: string,
  password: string,
): TokenSource {
  return async () => {
    const body = new URLSearchParams({
      grant_type: 'password',
      client_id: clientId,
      username: login,
      password,
    })
    const answer = await fetch(tokenUrl, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(answerMs),
    }).catch((cause: unknown) => {
      throw new SendError(
        `Сервер входа не отвечает: ${tokenUrl}. Запустите систему (npm start) или укажите адрес: --server`,
        { cause },
      )
    })
    if (!answer.ok) throw new SendError(`Вход не удался (${answer.status}): проверьте --login и --password`)
    const { access_token } = (await answer.json()) as { access_token: string }
    return access_token
  }
}

const isPassing = (status: number) => status === 429 || status === 409 || status >= 500

async function refusalOf(answer: Response): Promise<string> {
  const body = ErrorBody.safeParse(await answer.json().catch(() => null))
  return body.success ? body.data.message : `код ${answer.status}`
}

/**
 * Sends batches to the running server. A batch whose answer was lost is sent again under the same key and by the same
 * numbers, so nothing is stored twice.
 */
export class IntakeSender {
  readonly #url: string
  readonly #tokens: TokenSource
  #token: string | null = null

  constructor(server: string, tokens: TokenSource) {
    this.#url = `${server}/api/application/intake`
    this.#tokens = tokens
  }

  async send(items: readonly IntakeItem[]): Promise<IntakeAnswer['results']> {
    const key = randomUUID()
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#post(items, key)
      if (answer?.ok) return IntakeAnswer.parse(await answer.json()).results
      await this.#recover(answer, attempt)
    }
  }

  /** Waits before the next attempt; throws when there is to be none. */
  async #recover(answer: Response | null, attempt: number): Promise<void> {
    if (answer === null) {
      if (attempt >= attempts) throw new SendError(`Сервер не отвечает: ${this.#url}`)
    } else {
      const isExpired = answer.status === 401 && attempt === 1
      if (isExpired) this.#token = null
      else if (!isPassing(answer.status) || attempt >= attempts)
        throw new SendError(`Приём отказал: ${await refusalOf(answer)}`)
    }
    const seconds = Number(answer?.headers.get('retry-after') ?? 0)
    await answer?.body?.cancel()
    await sleep(seconds > 0 ? seconds * 1_000 : 250 * 2 ** attempt)
  }

  async #post(items: readonly IntakeItem[], key: string): Promise<Response | null> {
    this.#token ??= await this.#tokens()
    return fetch(this.#url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        [headers.idempotencyKey]: key,
      },
      body: JSON.stringify(items),
      signal: AbortSignal.timeout(answerMs),
    }).catch(() => null)
  }
}
