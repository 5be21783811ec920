// The session is one for all tabs of the browser.
const channel = new BroadcastChannel('session')
const handlers = new Set<() => void>()
channel.addEventListener('message', ({ data }) => {
  if (data === 'signed-out') for (const handler of [...handlers]) handler()
})

/** Tells the person's other tabs that the session was ended in this one. */
export const tellSignedOut = (): void => channel.postMessage('signed-out')

/** Calls the handler when the session is ended in another tab. */
export function whenSignedOut(handler: () => void): void {
  handlers.add(handler)
}
