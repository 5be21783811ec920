import type { OperationsMap } from '@ipoteka-office/contract/operations.ts'
import type { UserData } from '@ipoteka-office/contract/session/session.ts'
import { createStore, useStore } from '#lib/store.ts'

/** Who is signed in. */
export interface Session {
  /** `name` and `preferred_username` of the identity profile. */
  readonly profile: { readonly name: string; readonly login: string }
  readonly user: UserData
  readonly operations: OperationsMap
  /** Ends the session here and at the identity server. */
  readonly logout: () => void
  /** Signs in again after the session has run out; comes back to the same address. */
  readonly signInAgain: () => void
}

/** Sign-in status (specification 1 §4). */
export type SessionState =
  | { readonly status: 'WAIT' }
  | { readonly status: 'OK'; readonly session: Session }
  | { readonly status: 'ERROR'; readonly reason: string; readonly logout?: () => void }
  | { readonly status: 'NOTCONNECT'; readonly reason: string; readonly address: string }
  | { readonly status: 'LOGOUT' }

/** The sign-in status now; pages are shown in OK only. */
export const sessionState = createStore<SessionState>({ status: 'WAIT' })

/** True from the moment the server stops accepting the token until the next sign-in. */
export const sessionExpired = createStore(false)

/** The signed-in person; for components under the pages, which are shown only when somebody is. */
export function useSession(): Session {
  const state = useStore(sessionState)
  if (state.status !== 'OK') throw new Error('Сеанс ещё не начат')
  return state.session
}
