import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startLive } from '#api/live.ts'
import { sessionState } from '#api/session.ts'
import { logWarning } from '#lib/log.ts'
import { startSwitches } from '#lib/switches.ts'
import { App } from './app/app.tsx'
import { startSession } from './app/session/start-session.ts'

const warn = (text: string) => (failure: unknown) => logWarning(text, failure)

startSwitches(import.meta.env.DEV)

const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App nonce={nonce} />
    </StrictMode>,
  )
}

// Live updates come after the first page: nothing on it waits for them.
const stop = sessionState.subscribe(() => {
  if (sessionState.get().status !== 'OK') return
  stop()
  setTimeout(() => void startLive().catch(warn('Live-обновления не запущены')), 500)
})
void startSession()
