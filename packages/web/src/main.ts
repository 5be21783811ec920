import { sessionState } from '#api/session.ts'
import { afterFirstPage, startFirstPage } from '#lib/after-first-page.ts'
import { logWarning } from '#lib/log.ts'
import { startSwitches, switches } from '#lib/switches.ts'
import { startErrorReports } from './app/error-reports.ts'
import { isBack } from './app/session/is-back.ts'
import { startSession } from './app/session/start-session.ts'

// A visit begins with a look at the identity server, which leads away from this page and back at once.
// Drawing starts on the way back, or when the way there takes long: twice would be once too often.
const drawAfterMs = 400

const warn = (text: string) => (failure: unknown) => logWarning(text, failure)

/** Begins to listen to what others change. */
async function listen(): Promise<void> {
  const [{ keepRightsFresh }, { startLive }] = await Promise.all([
    import('./app/session/rights-refresh.ts'),
    import('#api/live.ts'),
  ])
  keepRightsFresh()
  await startLive()
}

async function draw(): Promise<void> {
  const root = document.getElementById('root')
  const { showApp } = await import('./app/show-app.tsx')
  if (root) showApp(root)
}

function start(): void {
  startSwitches(import.meta.env.DEV)
  startErrorReports(document)
  let isDrawn = false
  const drawOnce = () => {
    if (isDrawn) return
    isDrawn = true
    draw().catch((failure: unknown) => {
      logWarning('Приложение не загружено', failure)
      document.body.append('Приложение не загрузилось. Проверьте сеть и обновите страницу.')
    })
  }
  if (isBack || switches.get().authOff) drawOnce()
  else setTimeout(drawOnce, drawAfterMs)
  const stop = sessionState.subscribe(() => {
    const { status } = sessionState.get()
    if (status === 'WAIT') return
    drawOnce()
    if (status !== 'OK') return
    stop()
    startFirstPage()
    // The stub has no live updates.
    if (switches.get().authOff) return
    // Nothing on the first page waits for them.
    const begin = afterFirstPage.subscribe(() => {
      begin()
      listen().catch(warn('Live-обновления не запущены'))
    })
  })
  startSession().catch(warn('Вход не начат'))
}

start()
