import { createHash } from 'node:crypto'
import type { Db } from '#db/database.ts'
import { type Account, findAccountByLogin } from './accounts.repo.ts'
import { passwordMatches } from './passwords.ts'
import { countAttempt, forgive, lock, takeBack } from './throttle.repo.ts'
import { failuresAllowed, failuresAllowedPerAddress, lockSeconds } from './throttle.rules.ts'

/** What an attempt to sign in ends with. */
export type SignIn =
  | { readonly result: 'ok'; readonly account: Account }
  | { readonly result: 'wrong' }
  | { readonly result: 'disabled' }
  | { readonly result: 'wait'; readonly until: Date }

// Hashed: what people type into the login field by mistake (a password) must not lie in a table.
const loginKey = (login: string) =>
  `login:${createHash('sha256').update(login.trim().toLowerCase()).digest('base64url')}`

/** Checks login and password, at most 5 failures in a row for a login and 50 for an address. */
export async function checkPassword(db: Db, login: string, password: string, address: string): Promise<SignIn> {
  const counters = [
    { key: loginKey(login), allowed: failuresAllowed },
    { key: `address:${address}`, allowed: failuresAllowedPerAddress },
  ]
  let until: Date | null = null
  for (const { key, allowed } of counters) {
    const counted = await countAttempt(db, key)
    if (counted.locked_until) return { result: 'wait', until: counted.locked_until }
    const seconds = lockSeconds(counted.failures, allowed)
    // Locked ahead of the check: guesses sent in parallel meet the lock, a right password lifts it again.
    if (seconds > 0) until = await lock(db, key, seconds)
  }
  const account = await findAccountByLogin(db, login.trim())
  if (!(await passwordMatches(account?.password_hash, password)) || !account) {
    return until ? { result: 'wait', until } : { result: 'wrong' }
  }
  await forgive(db, loginKey(login))
  await takeBack(db, `address:${address}`)
  if (!account.enabled) return { result: 'disabled' }
  const { password_hash: _, ...known } = account
  return { result: 'ok', account: known }
}
