import { setupWorker } from 'msw/browser'
import { loadUser } from '#api/load-user.ts'
import { sessionState } from '#api/session.ts'
import { stubLogin, stubUser } from './stub-bank.ts'
import { stubHandlers } from './stub-handlers.ts'

/** Signs in without an identity server: a fixed login, and answers of the stub. Development builds only. */
export async function startStubSession(): Promise<void> {
  const worker = setupWorker(...stubHandlers)
  await worker.start({ quiet: true })
  try {
    const session = await loadUser({ name: stubUser.descriptor, login: stubLogin })
    const logout = () => sessionState.set({ status: 'LOGOUT' })
    sessionState.set({ status: 'OK', session: { ...session, logout, signInAgain: logout } })
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : 'Ошибка авторизации'
    sessionState.set({ status: 'ERROR', reason })
  }
}
