import { hash, verify } from '@node-rs/argon2'

// OWASP's first choice for argon2id, about 25 ms; argon2id is the library's default algorithm.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a password by argon2id. */
export const hashPassword = (password: string): Promise<string> => hash(password, cost)

const minLength = 10

/** Why a new password is not taken, in Russian; null: it is. */
export function newPasswordRefusal(
  login: string,
  old: string,
  given: string,
  repeated: string,
): string | null {
  if (given.length < minLength) return `Пароль короче ${minLength} знаков.`
  if (given === old) return 'Новый пароль совпадает с выданным.'
  if (given.toLowerCase().includes(login.toLowerCase())) return 'Пароль не должен содержать логин.'
  return given === repeated ? null : 'Пароли не совпадают.'
}

// What an unknown login is checked against, so that its answer takes as long as a known one's.
const nobodysHash = hashPassword(crypto.randomUUID())

/** Whether the password is the account's; takes the same time for an account that does not exist. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobodysHash), password)
  return matches && stored !== undefined
}
