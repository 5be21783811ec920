import type { Config } from '#config.ts'
import { ErrorReporter } from './error-reporter.ts'

/** As the service knows the product. */
const release = 'ipoteka-office@0.1.0'

/** The reporter of the settings; null: unexpected errors stay in the log. */
export function reporterOf(
  { errorReports: place }: Pick<Config, 'errorReports'>,
  onWarning: (message: string) => void,
): ErrorReporter | null {
  return place === null ? null : new ErrorReporter({ place, release, onWarning })
}
