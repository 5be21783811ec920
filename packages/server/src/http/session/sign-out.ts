import { backChannelLogoutPath, endSessionPath } from '@ipoteka-office/contract/session/identity.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config.ts'
import type { Db } from '#db/database.ts'
import { type EndedSession, endSession, takeLogoutToken } from './ended-sessions.repo.ts'
import { endingOf } from './ended-sessions.ts'
import { ApiError, unauthorised } from '../errors.ts'
import { logoutTokenVerifier } from './logout-token.ts'
import { bearerOf, type SessionCheck } from './session.ts'

/** What ending sessions needs. */
export interface SignOutOptions {
  readonly config: Pick<Config, 'identity' | 'writesPerMinute'>
  readonly db: Db
  readonly session: SessionCheck
}

const tokenBytes = 16_384

/** One's own way out: the token that is shown here opens nothing from now on. */
function serveOwnEnd(app: FastifyInstance, { db, session, config }: SignOutOptions): void {
  const rateLimit = { max: config.writesPerMinute, timeWindow: '1 minute' }
  app.post(endSessionPath, { config: { rateLimit } }, async (request, reply) => {
    const token = bearerOf(request.headers.authorization)
    if (token === undefined) throw unauthorised()
    const claims = await session.claimsOf(token)
    await finish({ db, session }, endingOf(claims.session, Date.now()))
    return reply.code(204).send()
  })
}

/** This process knows at once what the others are told by the database. */
async function finish({ db, session }: Pick<SignOutOptions, 'db' | 'session'>, ending: EndedSession) {
  await endSession(db, ending)
  session.ended.add(ending)
}

/** Where the identity server tells that it has ended a session (OpenID Connect Back-Channel Logout 1.0). */
async function serveBackChannel(app: FastifyInstance, options: SignOutOptions): Promise<void> {
  const { config, db, session } = options
  const verify = logoutTokenVerifier(config.identity, session.keys)
  const rateLimit = { max: config.writesPerMinute, timeWindow: '1 minute' }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: tokenBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body)).getAll('logout_token')),
    )
    scope.post(backChannelLogoutPath, { config: { rateLimit } }, async (request, reply) => {
      const [token = '', ...others] = (request.body as string[] | undefined) ?? []
      if (others.length > 0) throw new ApiError(400, 'ER_UNSPECIFIED', 'Уведомление о выходе не принято')
      const { jti, ending } = await verify(token)
      await db.transaction().execute(async (tx) => {
        if (!(await takeLogoutToken(tx, jti)))
          throw new ApiError(400, 'ER_UNSPECIFIED', 'Это уведомление о выходе уже принято')
        await endSession(tx, ending)
      })
      session.ended.add(ending)
      return reply.code(200).send()
    })
  })
}

/** Mounts both ways to end a session before its tokens expire. */
export async function serveSignOut(app: FastifyInstance, options: SignOutOptions): Promise<void> {
  serveOwnEnd(app, options)
  await serveBackChannel(app, options)
}
