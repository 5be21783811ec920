import { reportError } from '@ipoteka-office/contract/error-reports/error-reports.ts'
import { type Route, route } from '#http/route.ts'
import type { ErrorReporter } from '#integrations/error-reports/error-reporter.ts'

/** Errors of pages, for the error-reporting service. */
export const errorReportsRoutes = (reporter: ErrorReporter | null): Route[] => [
  route(reportError, async ({ body: { repeats, ...told } }, { actor, requestId }) => {
    const where = told.crumbs.findLast(({ kind }) => kind === 'page')?.text ?? null
    reporter?.reportOfPage({ ...told, where, requestId }, { by: actor.employeeId, repeats })
  }),
]
