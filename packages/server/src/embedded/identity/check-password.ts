import { createHash } from 'node:crypto'
import type { Db } from '#db/database.ts'
import { type Account, findAccountByLogin } from './accounts.repo.ts'
import { passwordMatches } from './passwords.ts'
import { countFailure, findLock, forgive } from './throttle.repo.ts'
import { failuresAllowed, failuresAllowedPerAddress } from './throttle.rules.ts'

/** What an attempt to sign in ends with. */
export type SignIn =
  | { readonly result: 'ok'; readonly account: Account }
  /** Right, but it has to be changed first. */
  | { readonly result: 'change'; readonly account: Account }
  | { readonly result: 'wrong' }
  | { readonly result: 'disabled' }
  | { readonly result: 'wait'; readonly until: Date }

// Hashed: what people type into the login field by mistake (a password) must not lie in a table.
const loginKey = (login: string) =>
  `login:${createHash('sha256').update(login.toLowerCase()).digest('base64url')}`

const queues = new Map<string, Promise<unknown>>()

/** One at a time for each login: guesses sent in parallel meet the lock that the first five have set. */
async function inTurn<T>(key: string, attempt: () => Promise<T>): Promise<T> {
  const previous = queues.get(key) ?? Promise.resolve()
  const mine = previous.then(attempt, attempt)
  queues.set(key, mine)
  try {
    return await mine
  } finally {
    if (queues.get(key) === mine) queues.delete(key)
  }
}

async function attempt(db: Db, login: string, password: string, address: string): Promise<SignIn> {
  const byLogin = loginKey(login)
  const byAddress = `address:${address}`
  const locked = await findLock(db, [byLogin, byAddress])
  if (locked) return { result: 'wait', until: locked }
  const account = await findAccountByLogin(db, login)
  if (!(await passwordMatches(account?.password_hash, password)) || !account) {
    const addressUntil = await countFailure(db, byAddress, failuresAllowedPerAddress)
    const until = (await countFailure(db, byLogin, failuresAllowed)) ?? addressUntil
    return until ? { result: 'wait', until } : { result: 'wrong' }
  }
  await forgive(db, byLogin)
  if (!account.enabled) return { result: 'disabled' }
  const { password_hash: _hash, must_change_password: mustChange, ...known } = account
  return { result: mustChange ? 'change' : 'ok', account: known }
}

/** Checks login and password; after 5 failures in a row for a login, or 50 from an address, there is a wait. */
export function checkPassword(db: Db, login: string, password: string, address: string): Promise<SignIn> {
  const trimmed = login.trim()
  return inTurn(loginKey(trimmed), () => attempt(db, trimmed, password, address))
}
