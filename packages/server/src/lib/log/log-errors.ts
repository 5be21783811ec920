import pg from 'pg'

/** What is kept of an error in the log. */
export interface LoggedError {
  readonly type: string
  readonly message?: string
  readonly code?: string
  readonly status?: number
  readonly table?: string
  readonly constraint?: string
  readonly column?: string
  readonly routine?: string
  readonly stack?: string
  readonly cause?: LoggedError
}

/** Causes of causes are told so deep. */
const deepest = 5

const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .join('\n')

/** Texts of PostgreSQL name values («Key (login)=(…)»): of its errors only what names no person is kept. */
function ofDatabase({ code, table, constraint, column, routine, stack = '' }: pg.DatabaseError): LoggedError {
  return {
    type: 'DatabaseError',
    ...(code !== undefined && { code }),
    ...(table !== undefined && { table }),
    ...(constraint !== undefined && { constraint }),
    ...(column !== undefined && { column }),
    ...(routine !== undefined && { routine }),
    stack: framesOf(stack),
  }
}

/**
 * An error as a line of the log tells it. Its other properties may hold whole records and are left out; what has caused it
 * is told the same way, for the database's words must not come in by the back door.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (error instanceof pg.DatabaseError) return ofDatabase(error)
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown }
  return {
    type: error.constructor.name,
    message: error.message,
    ...(typeof code === 'string' && { code }),
    ...(typeof status === 'number' && { status }),
    stack: framesOf(error.stack ?? ''),
    ...(error.cause instanceof Error && depth < deepest && { cause: loggedError(error.cause, depth + 1) }),
  }
}
