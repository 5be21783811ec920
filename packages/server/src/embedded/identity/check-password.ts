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

/**
 * Who guesses waits, not whose login it is: from another address its owner signs in. Hashed: what people type into the
 * login field by mistake (a password) must not lie in a table.
 */
const pairKey = (login: string, address: string) =>
  `pair:${createHash('sha256').update(`${login.toLowerCase()}\n${address}`).digest('base64url')}`

const queues = new Map<string, Promise<unknown>>()

/** One at a time for each login and address: guesses sent in parallel meet the lock that the first five have set. */
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
  const byPair = pairKey(login, address)
  const byAddress = `address:${address}`
  const locked = await findLock(db, [byPair, byAddress])
  if (locked) return { result: 'wait', until: locked }
  const account = await findAccountByLogin(db, login)
  if (!(await passwordMatches(account?.password_hash, password)) || !account) {
    const addressUntil = await countFailure(db, byAddress, failuresAllowedPerAddress)
    const until = (await countFailure(db, byPair, failuresAllowed)) ?? addressUntil
    return until ? { result: 'wait', until } : { result: 'wrong' }
  }
  await forgive(db, byPair)
  if (!account.enabled) return { result: 'disabled' }
  const { password_hash: _hash, must_change_password: mustChange, ...known } = account
  return { result: mustChange ? 'change' : 'ok', account: known }
}

/** Checks login and password; after 5 failures in a row for a login from an address, or 50 from the address, there is a wait. */
export function checkPassword(db: Db, login: string, password: string, address: string): Promise<SignIn> {
  const trimmed = login.trim()
  return inTurn(pairKey(trimmed, address), () => attempt(db, trimmed, password, address))
}
