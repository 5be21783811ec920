import type { JWTVerifyGetKey } from 'jose'
import type { Config } from '#config.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { EndedSessions, isEndedBy, keysOf, type TokenSession } from './ended-sessions.ts'
import { findEndedByKey } from './ended-sessions.repo.ts'
import { forbidden, SessionOver, unauthorised } from '../errors.ts'
import { type EmployeeRow, findEmployeeById, findEmployeeOfToken } from './session.repo.ts'
import { deviceName } from './device.rules.ts'
import { listenForNews } from './session-news.ts'
import { writeSeen } from './user-sessions.repo.ts'
import { roleMissing, type TokenClaims, tokenVerifier } from './token.ts'

/** A caller whose token holds. An inactive employee may only ask who he is. */
export interface Caller {
  readonly actor: Actor
  readonly notActive: boolean
  /** Of the token; null: work in the background. */
  readonly session: TokenSession | null
}

/** Who calls: verified tokens and rights are remembered until they expire or rights change, at most a minute. */
export interface SessionCheck {
  /** From memory alone; undefined when the token has to be verified. */
  remembered(token: string): Caller | undefined
  /** 401 for a token that does not hold, 403 without the required role or employee. */
  callerOf(token: string): Promise<Caller>
  /** The same, and 403 for an inactive employee; for live updates. */
  authenticate(token: string): Promise<Actor>
  /** What a token says, verified; 401 when its session has ended. */
  claimsOf(token: string): Promise<TokenClaims>
  /** Public keys of the identity server. */
  readonly keys: JWTVerifyGetKey
  /** Sessions whose tokens no longer hold. */
  readonly ended: EndedSessions
  /** Notes that a person's session was used, at most once a minute and without making the call wait. */
  seen(caller: Caller, from: { readonly agent: string | undefined; readonly address: string }): void
  /** Drops what is remembered of rights. */
  forget(): void
  close(): Promise<void>
}

/** What `openSession` needs. */
export interface SessionOptions {
  readonly config: Pick<Config, 'identity'>
  readonly db: Db
  /** Connection that listens for changes of rights and ends of sessions. */
  readonly connectionString: string
  /** Public keys of the identity server. */
  readonly keys: JWTVerifyGetKey
  readonly onError: (error: unknown) => void
}

const rememberMs = 60_000
const maxTokens = 10_000
const seenEveryMs = 60_000
const maxTokenLength = 16_384

interface Entry {
  readonly claims: TokenClaims
  caller: Caller | null
  until: number
}

/** 403 for an employee who is switched off. */
export const notActiveError = () =>
  forbidden('Учётная запись сотрудника отключена. Обратитесь к администратору')

const toCaller = (row: EmployeeRow, session: TokenSession | null): Caller => ({
  session,
  notActive: row.notActive,
  actor: {
    employeeId: row.id,
    login: row.login ?? '',
    descriptor: row.descriptor,
    partnerId: row.partnerId,
    isAhml: row.partnerRoles.includes('Ahml'),
    operations: row.operations,
    sid: session?.sid ?? null,
  },
})

/** The person with the rights of now, for work in the background; null when he may no longer sign in. */
export async function findActor(db: Db, employeeId: number): Promise<Actor | null> {
  const row = await findEmployeeById(db, employeeId)
  return row === undefined || row.notActive ? null : toCaller(row, null).actor
}

/** Opens the check of sessions; rights that change in the database are forgotten at once on every instance. */
export async function openSession(options: SessionOptions): Promise<SessionCheck> {
  const { db } = options
  const verify = tokenVerifier(options.config.identity, options.keys)
  const tokens = new Map<string, Entry>()
  let generation = 0

  const forget = () => {
    generation += 1
    for (const entry of tokens.values()) entry.caller = null
  }
  const ended = new EndedSessions()
  ended.onChange(() => {
    for (const [token, { claims }] of tokens) if (ended.has(claims.session)) tokens.delete(token)
  })
  const news = await listenForNews({ ...options, ended, forget })

  const remembered = (token: string): Caller | undefined => {
    // Rights and ended sessions are not heard of while the listening connection is broken.
    if (!news.isHeard()) return undefined
    const entry = tokens.get(token)
    return entry?.caller && entry.until > Date.now() ? entry.caller : undefined
  }

  const remember = (token: string, entry: Entry) => {
    if (tokens.size >= maxTokens) {
      const oldest = tokens.keys().next().value
      if (oldest !== undefined) tokens.delete(oldest)
    }
    tokens.delete(token)
    tokens.set(token, entry)
  }

  const verified = async (token: string): Promise<TokenClaims> => {
    const known = tokens.get(token)?.claims
    if (known && known.expiresAt > Date.now()) return known
    tokens.delete(token)
    if (token.length > maxTokenLength) throw unauthorised()
    return verify(token)
  }

  const claimsOf = async (token: string): Promise<TokenClaims> => {
    const claims = await verified(token)
    const isOver =
      ended.has(claims.session) ||
      (!news.isHeard() && isEndedBy(claims.session, await findEndedByKey(db, keysOf(claims.session))))
    if (isOver) throw new SessionOver()
    return claims
  }

  const callerOf = async (token: string): Promise<Caller> => {
    const known = remembered(token)
    if (known) return known
    const claims = await claimsOf(token)
    if (!claims.hasRequiredRole) throw roleMissing()
    const readAt = generation
    const row = await findEmployeeOfToken(db, claims.identityId, claims.login)
    // It may have ended while the employee was read.
    if (ended.has(claims.session)) throw new SessionOver()
    if (row === undefined) throw forbidden('Сотрудник с таким логином не заведён в системе')
    const caller = toCaller(row, claims.session)
    // Rights that changed while they were read are read again by the next call.
    if (readAt === generation)
      remember(token, { claims, caller, until: Math.min(claims.expiresAt, Date.now() + rememberMs) })
    return caller
  }

  const noted = new Map<string, number>()
  const seen: SessionCheck['seen'] = ({ actor, session }, { agent, address }) => {
    const now = Date.now()
    if (!session?.sid || now - (noted.get(session.sid) ?? 0) < seenEveryMs) return
    if (noted.size >= maxTokens) noted.clear()
    noted.set(session.sid, now)
    const device = deviceName(agent)
    writeSeen(db, {
      sid: session.sid,
      sub: session.sub,
      employeeId: actor.employeeId,
      device,
      address,
    }).catch(options.onError)
  }

  return {
    remembered,
    seen,
    callerOf,
    claimsOf,
    keys: options.keys,
    ended,
    forget,
    async authenticate(token) {
      const caller = await callerOf(token)
      if (caller.notActive) throw notActiveError()
      return caller.actor
    },
    close: () => news.stop(),
  }
}

/** The token of an `Authorization: Bearer …` header. */
export function bearerOf(header: string | undefined): string | undefined {
  return header !== undefined && /^Bearer /i.test(header) ? header.slice(7).trim() : undefined
}
