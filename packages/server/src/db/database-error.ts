import pg from 'pg'

/** What a failure of the database means to the caller. */
export type DatabaseFailure =
  | 'unavailable'
  | 'full'
  | 'busy'
  | 'locked'
  | 'duplicate'
  | 'person'
  | 'reference'
  | 'value'
  | 'date'
  | 'entity'
  | 'lastRoleEditor'
  | 'other'

const byCode: Readonly<Record<string, DatabaseFailure>> = {
  '23505': 'duplicate',
  '23503': 'reference',
  '23514': 'entity',
  '23502': 'entity',
  '22007': 'date',
  '22008': 'date',
  // Raised by keep_role_editor (migration 013).
  IR001: 'lastRoleEditor',
  '40001': 'busy',
  '40P01': 'busy',
  '55P03': 'locked',
  '57014': 'busy',
  '25P03': 'busy',
  '53300': 'unavailable',
  '53100': 'full',
  '25006': 'unavailable',
}
const byClass: Readonly<Record<string, DatabaseFailure>> = {
  '08': 'unavailable',
  '57': 'unavailable',
  '58': 'unavailable',
  '22': 'value',
}
/** What pg and its pool throw without a code of PostgreSQL. */
const lostConnection =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|connection error and is not queryable|Client was closed/i
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

const isNetwork = (error: Error & { code?: unknown; syscall?: unknown }) =>
  typeof error.syscall === 'string' &&
  ['connect', 'read', 'write', 'getaddrinfo'].includes(error.syscall) &&
  networkCodes.has(String(error.code))

/** The kind of a database failure; null for an error that did not come from there. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? ''
    if (error.constraint === 'person_passport') return 'person'
    return byCode[code] ?? byClass[code.slice(0, 2)] ?? 'other'
  }
  if (!(error instanceof Error)) return null
  return lostConnection.test(error.message) || isNetwork(error) ? 'unavailable' : null
}
