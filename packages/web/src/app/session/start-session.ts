import { switches } from '#lib/switches.ts'
import { signIn } from './sign-in.ts'

/** Begins the session: the identity server, or with `auth=no` the stub, which production builds do not contain. */
export async function startSession(): Promise<void> {
  if (import.meta.env.DEV && switches.get().authOff) {
    const { startStubSession } = await import('#stub/stub-session.ts')
    await startStubSession()
    return
  }
  await signIn()
}
