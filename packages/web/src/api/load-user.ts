import { getOperations, getUserByLogin } from '@ipoteka-office/contract/session/session.ts'
import { setBankTimeZone } from '#lib/dates.ts'
import { describeFailure, statusOf } from './failure.ts'
import { read } from './read.ts'
import type { Session } from './session.ts'
import { SignInError } from './sign-in-error.ts'

const refused = (failure: unknown): boolean => [401, 403, 404].includes(statusOf(failure) ?? 0)

/** Reads the user's data and operations, the last steps of sign-in. */
export async function loadUser(
  profile: Session['profile'],
): Promise<Pick<Session, 'profile' | 'user' | 'operations'>> {
  const query = { login: profile.login }
  try {
    const [user, operations] = await Promise.all([
      read(getUserByLogin, { query }),
      read(getOperations, { query }),
    ])
    if (user.notActive) {
      throw new SignInError('Учётная запись отключена. Обратитесь к администратору вашей организации')
    }
    // Before any page is drawn: times of the first one are the bank's too.
    setBankTimeZone(user.bankTimeZone)
    return { profile, user, operations }
  } catch (cause) {
    if (cause instanceof SignInError) throw cause
    const detail = refused(cause) ? `: ${describeFailure(cause).description}` : ''
    throw new SignInError(`Ошибка запроса данных пользователя${detail}`, { cause })
  }
}
