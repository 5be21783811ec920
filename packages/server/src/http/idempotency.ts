import { createHash } from 'node:crypto'
import type { Db } from '#db/database.ts'
import { ApiError, conflict, invalid } from './errors.ts'
import { findAnswer, insertAnswer, type KeyedCall, tryLockKey } from './idempotency.repo.ts'

const maxKeyLength = 255

/** An answer ready to be sent; null text is an empty 204. */
export interface Answer {
  readonly status: number
  readonly text: string | null
}

/** The call behind a key; 400 for a key that is empty or longer than 255 characters. */
export function keyedCall(employeeId: number, endpoint: string, key: string, body: unknown): KeyedCall {
  if (key.length === 0 || key.length > maxKeyLength)
    throw invalid([{ path: 'Idempotency-Key', message: `Ключ повтора: от 1 до ${maxKeyLength} символов` }])
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest()
  return { employeeId, endpoint, key, bodyHash }
}

const otherBody = () =>
  new ApiError(422, 'ER_VALIDATION', 'Этот ключ повтора уже использован для запроса с другим содержанием')

/**
 * Runs the work once per key: a repeat answers what the first one answered, 409 while the first runs,
 * 422 for another body. Failures are not stored: they changed nothing and may be tried again.
 */
export async function once(
  tx: Db,
  call: KeyedCall,
  work: () => Promise<Answer>,
): Promise<Answer & { readonly replayed: boolean }> {
  if (!(await tryLockKey(tx, call)))
    throw conflict('Такой же запрос ещё выполняется, повторите через секунду', 'ER_OBJECT_LOCKED')
  const stored = await findAnswer(tx, call)
  if (stored) {
    if (!stored.bodyHash.equals(call.bodyHash)) throw otherBody()
    const text = stored.response === null ? null : JSON.stringify(stored.response)
    return { status: stored.status, text, replayed: true }
  }
  const answer = await work()
  await insertAnswer(tx, call, answer.status, answer.text)
  return { ...answer, replayed: false }
}
