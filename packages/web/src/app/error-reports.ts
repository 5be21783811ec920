import { sessionState } from '#api/session.ts'
import { readKept } from '#lib/kept.ts'
import { logWarning } from '#lib/log.ts'
import { earlyReports, noteError, whenError } from '#lib/unexpected.ts'

/** Reports unexpected errors when the bank has a service for them; its code is loaded with the first of them. */
export function startErrorReports(page: Document): void {
  if (page.querySelector('meta[name="error-reports"]')?.getAttribute('content') !== 'on') return
  const report = (send: (module: typeof import('#api/report-error.ts')) => Promise<void>) => {
    import('#api/report-error.ts')
      .then(send)
      .catch((failure: unknown) => logWarning('Сообщение об ошибке не отправлено', failure))
  }
  whenError((error) => report(({ reportUnexpected }) => reportUnexpected(error)))
  const stop = sessionState.subscribe(() => {
    if (sessionState.get().status !== 'OK') return
    stop()
    if (readKept(earlyReports, () => sessionStorage) !== null) report(({ sendEarly }) => sendEarly())
  })
  // Without an error it is a remark of the browser, as of a size that changed while it was watched.
  addEventListener('error', ({ error }) => {
    if (error) noteError(error)
  })
  addEventListener('unhandledrejection', ({ reason }) => noteError(reason))
}
