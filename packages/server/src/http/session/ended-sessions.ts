import type { JWTPayload } from 'jose'
import type { EndedSession } from './ended-sessions.repo.ts'

/** What ties an access token to its session. */
export interface TokenSession {
  readonly sid: string | null
  readonly sub: string
  /** Seconds since 1970; a token that does not say it is older than everything. */
  readonly issuedAt: number
}

/** Reads it off a token's claims. */
export const tokenSessionOf = ({ sid, sub = '', iat = 0 }: JWTPayload): TokenSession => ({
  sid: typeof sid === 'string' && sid !== '' ? sid : null,
  sub,
  issuedAt: iat,
})

/** The key of a session. */
export const sidKey = (sid: string) => `sid:${sid}`

/** The key of all sessions of an account. */
export const subKey = (sub: string) => `sub:${sub}`

/** The keys by which a token may be dead. */
export const keysOf = ({ sid, sub }: TokenSession): string[] =>
  sid === null ? [subKey(sub)] : [sidKey(sid), subKey(sub)]

/** Whether one of these endings is the token's. */
export const isEndedBy = (token: TokenSession, endings: Iterable<EndedSession>): boolean => {
  for (const { key, endedAt } of endings)
    if (
      (token.sid !== null && key === sidKey(token.sid)) ||
      (key === subKey(token.sub) && token.issuedAt <= endedAt)
    )
      return true
  return false
}

/** How one's own session is ended: by its id, or, where tokens do not tell it, up to this token. */
export const endingOf = ({ sid, sub, issuedAt }: TokenSession, now: number): EndedSession =>
  sid === null
    ? { key: subKey(sub), endedAt: issuedAt }
    : { key: sidKey(sid), endedAt: Math.floor(now / 1_000) }

/** Longer than rows are kept in the database, and those longer than tokens live. */
const keptSeconds = 25 * 3_600

/** The ended sessions as this instance knows them. */
export class EndedSessions {
  readonly #endings = new Map<string, EndedSession>()
  readonly #listeners = new Set<() => void>()

  /** A look into memory: asked for by every check of a token. */
  has(token: TokenSession): boolean {
    if (this.#endings.size === 0) return false
    const known = keysOf(token).flatMap((key) => this.#endings.get(key) ?? [])
    return isEndedBy(token, known)
  }

  add(ending: EndedSession): void {
    this.#put(ending)
    this.#tell()
  }

  /** All that the database knows, beside what was heard while it was read; what is too old to matter is forgotten. */
  load(endings: readonly EndedSession[], now: number): void {
    const oldest = now / 1_000 - keptSeconds
    for (const [key, { endedAt }] of this.#endings) if (endedAt < oldest) this.#endings.delete(key)
    for (const ending of endings) this.#put(ending)
    this.#tell()
  }

  /** Called when sessions have ended, after `has` knows it; answers how to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #put(ending: EndedSession): void {
    const known = this.#endings.get(ending.key)
    if (known === undefined || known.endedAt < ending.endedAt) this.#endings.set(ending.key, ending)
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
