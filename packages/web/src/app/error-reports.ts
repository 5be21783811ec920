import { logWarning } from '#lib/log.ts'
import { noteError, whenError } from '#lib/unexpected.ts'

/** Reports unexpected errors when the bank has a service for them; its code is loaded with the first of them. */
export function startErrorReports(page: Document): void {
  if (page.querySelector('meta[name="error-reports"]')?.getAttribute('content') !== 'on') return
  whenError((error) => {
    import('#api/report-error.ts')
      .then(({ reportUnexpected }) => reportUnexpected(error))
      .catch((failure: unknown) => logWarning('Сообщение об ошибке не отправлено', failure))
  })
  // Without an error it is a remark of the browser, as of a size that changed while it was watched.
  addEventListener('error', ({ error }) => {
    if (error) noteError(error)
  })
  addEventListener('unhandledrejection', ({ reason }) => noteError(reason))
}
