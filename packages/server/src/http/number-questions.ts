import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import type { Db } from '#db/database.ts'
import { ApiError } from './errors.ts'
import {
  countQuestions,
  findNewNumbers,
  forgetOldQuestions,
  holdQuestions,
  insertQuestions,
} from './number-questions.repo.ts'

/**
 * Numbers of clients that a person may ask about in an hour. A mask leaves a thousand passports to try once the year and the
 * place of issue are known; a clerk asks about one client a few times, which is one number, and has a dozen clients in an hour.
 */
export const numberQuestionsPerHour = 60

/** Fewer digits are no whole passport, phone, ИНН or СНИЛС. */
const leastDigits = 10

/** The digits of a text that is a whole number; a phone by its ten last ones, in whichever way it is typed. */
export function wholeNumber(text: unknown): string | null {
  if (typeof text !== 'string' || !/^[\d\s()+.№-]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  if (digits.length < leastDigits) return null
  return /^[78]\d{10}$/.test(digits) ? digits.slice(1) : digits
}

const valueAt = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      body,
    )

/** The numbers that a call asks about, by the mark of its endpoint. */
export const numbersAsked = ({ asksByNumber = [] }: EndpointSpec, body: unknown): string[] => [
  ...new Set(asksByNumber.flatMap((path) => wholeNumber(valueAt(body, path)) ?? [])),
]

/**
 * Counts questions whether a client with such a number is known, in a transaction of its own: what becomes of the call itself
 * changes nothing. 429 says when the next one may be asked; a number of this hour may be asked about again.
 */
export async function countNumbersAsked(
  db: Db,
  employeeId: number,
  numbers: readonly string[],
): Promise<void> {
  if (numbers.length === 0) return
  const refusedFor = await db.transaction().execute(async (tx) => {
    await holdQuestions(tx, employeeId)
    await forgetOldQuestions(tx, employeeId)
    const news = await findNewNumbers(tx, employeeId, numbers)
    if (news.length === 0) return null
    const { count, minutesLeft } = await countQuestions(tx, employeeId)
    if (count + news.length > numberQuestionsPerHour) return minutesLeft
    await insertQuestions(tx, employeeId, news)
    return null
  })
  if (refusedFor === null) return
  throw new ApiError(
    429,
    'ER_UNSPECIFIED',
    `За час можно искать не больше ${numberQuestionsPerHour} клиентов по паспорту, телефону, ИНН или СНИЛС. Повторите через ${refusedFor} мин`,
  )
}
