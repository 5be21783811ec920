/** The database cannot be started, with a Russian text that says what to do; shown without a stack. */
export class PostgresStartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'PostgresStartError'
  }
}
