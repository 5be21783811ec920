import { ApiError } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { countQuestions, holdQuestions, insertQuestion } from './number-questions.repo.ts'

/**
 * Exact questions that a person may ask in an hour. A mask leaves a thousand passports to try once the year and the place of
 * issue are known; a clerk asks about one client a few times and has a dozen clients in an hour.
 */
export const numberQuestionsPerHour = 60

/** Counts a question that tells whether a whole passport or phone is known; 429 says when the next one may be asked. */
export async function countNumberQuestion({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<void> {
  const refusedFor = await db.transaction().execute(async (tx) => {
    await holdQuestions(tx, actor.employeeId)
    const { count, minutesLeft } = await countQuestions(tx, actor.employeeId)
    if (count >= numberQuestionsPerHour) return minutesLeft
    await insertQuestion(tx, actor.employeeId)
    return null
  })
  if (refusedFor === null) return
  throw new ApiError(
    429,
    'ER_UNSPECIFIED',
    `Поиск по паспорту и телефону: не больше ${numberQuestionsPerHour} раз в час. Повторите через ${refusedFor} мин`,
  )
}
