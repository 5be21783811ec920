import { topics } from '@ipoteka-office/contract/live.ts'
import { listen } from '#api/live.ts'
import { loadUser } from '#api/load-user.ts'
import { sessionState } from '#api/session.ts'
import { logWarning } from '#lib/log.ts'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Reads the person's data and operations again; the menu and the pages follow the session. */
export async function refreshRights(): Promise<void> {
  const before = sessionState.get()
  if (before.status !== 'OK') return
  const { user, operations } = await loadUser(before.session.profile)
  const now = sessionState.get()
  if (now.status !== 'OK' || (same(now.session.user, user) && same(now.session.operations, operations)))
    return
  sessionState.set({ status: 'OK', session: { ...now.session, user, operations } })
}

/** Follows changes of the person's rights for as long as the page lives; an empty message means that some may have been missed. */
export function keepRightsFresh(): void {
  listen(topics.rights, () => {
    // The server decides every call by itself: what could not be read now is read at the next change.
    refreshRights().catch((failure: unknown) => logWarning('Права не перечитаны', failure))
  })
}
