import './runtime-warning.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { demoAccounts, demoPassword } from '#db/seed/demo-accounts.ts'
import { answerOf } from '#http/error-handler.ts'
import { serveIdentityScript } from './browser-files.ts'
import { type Account, setAccountPassword } from './accounts.repo.ts'
import { checkPassword, type SignIn } from './check-password.ts'
import type { Identity } from './identity.ts'
import { messagePage, newPasswordPage, signInPage } from './pages.ts'
import { hashPassword, newPasswordRefusal } from './passwords.ts'
import { isOwnAddress } from './provider.ts'
import { serveResources } from './resources.ts'
import { userInfo } from './user-info.ts'

interface SignInForm {
  login?: string
  password?: string
  newPassword?: string
  repeated?: string
}

/** Sign-in pages load nothing but our own files and send their form to us, then on to the product. */
function contentSecurity(target: string): string {
  const formTargets = ["'self'", target].filter(Boolean).join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    'img-src data:',
    `form-action ${formTargets}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

const pageHeaders = (target: string) => ({
  'content-security-policy': contentSecurity(target),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
})

function refusal(signIn: Exclude<SignIn, { result: 'ok' | 'change' }>, timeZone: string): string {
  if (signIn.result === 'disabled') return 'Учётная запись отключена. Обратитесь к администратору.'
  if (signIn.result === 'wrong') return 'Неверный логин или пароль.'
  const time = new Intl.DateTimeFormat('ru', { timeZone, timeStyle: 'medium' }).format(signIn.until)
  return `Слишком много неудачных попыток. Попробуйте снова после ${time}.`
}

/** A form posted from a page of somebody else's; browsers name the page in one of these headers. */
function isForeign(request: FastifyRequest, identity: Identity): boolean {
  const { origin } = request.headers
  if (origin !== undefined && origin !== 'null') return !isOwnAddress(identity.config, origin)
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

function refusalText(error: Error, request: FastifyRequest, reply: FastifyReply): string {
  if (!(error instanceof errors.SessionNotFound)) return `${answerOf(error, request, reply).message}.`
  reply.code(400)
  return 'Страница входа устарела: она действует час. Откройте систему заново.'
}

async function signInPages(app: FastifyInstance, identity: Identity): Promise<void> {
  const { config, db } = identity
  const path = `/auth/realms/${config.identity.realm}/login/:uid`
  const demo = config.demoData ? { accounts: demoAccounts, password: demoPassword } : null

  const show = (reply: FastifyReply, uid: string, target: string, login: string, error: string | null) =>
    reply
      .code(error === null ? 200 : 422)
      .headers(pageHeaders(target))
      .type('text/html; charset=utf-8')
      .send(signInPage({ action: path.replace(':uid', uid), login, error, demo }))

  /** The page of a new password; empty: it is shown for the first time. */
  const showNewPassword = (
    reply: FastifyReply,
    uid: string,
    target: string,
    { login = '', password = '' }: SignInForm,
    error: string,
  ) =>
    reply
      .code(error === '' ? 200 : 422)
      .headers(pageHeaders(target))
      .type('text/html; charset=utf-8')
      .send(newPasswordPage({ action: path.replace(':uid', uid), login, password, error: error || null }))

  /** Null once the password is changed; otherwise what to say. */
  const changePassword = async (account: Account, form: SignInForm): Promise<string | null> => {
    const { password = '', newPassword, repeated = '' } = form
    if (newPassword === undefined) return ''
    const refused = newPasswordRefusal(
      account.login,
      password,
      newPassword.slice(0, 255),
      repeated.slice(0, 255),
    )
    if (refused === null)
      await setAccountPassword(db, account.id, await hashPassword(newPassword.slice(0, 255)), false)
    return refused
  }

  const interactionOf = async (request: FastifyRequest, reply: FastifyReply) => {
    const { uid } = request.params as { uid: string }
    const interaction = await identity.provider().interactionDetails(request.raw, reply.raw)
    if (interaction.uid !== uid) throw new errors.SessionNotFound('interaction of another page')
    return { interaction, uid, target: new URL(String(interaction.params.redirect_uri)).origin }
  }

  await app.register(async (scope) => {
    // Whoever signs in is a person in front of a page: a refusal is a page too.
    scope.setErrorHandler((error: Error, request, reply) => {
      const text = refusalText(error, request, reply)
      return reply
        .headers(pageHeaders(''))
        .type('text/html; charset=utf-8')
        .send(messagePage('Вход не выполнен', text, config.publicUrl, 'Открыть систему'))
    })
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get(path, async (request, reply) => {
      const { interaction, uid, target } = await interactionOf(request, reply)
      return show(reply, uid, target, String(interaction.params.login_hint ?? ''), null)
    })
    scope.post(
      path,
      { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } },
      async (request, reply) => {
        const { uid, target } = await interactionOf(request, reply)
        if (isForeign(request, identity)) throw new errors.SessionNotFound('form of a foreign page')
        const { login = '', password = '' } = request.body as SignInForm
        const signIn = await checkPassword(db, login.slice(0, 255), password.slice(0, 255), request.ip)
        if (signIn.result === 'change') {
          const refused = await changePassword(signIn.account, request.body as SignInForm)
          if (refused !== null)
            return showNewPassword(reply, uid, target, request.body as SignInForm, refused)
        } else if (signIn.result !== 'ok')
          return show(reply, uid, target, login.slice(0, 255), refusal(signIn, config.bankTimeZone))
        const result = { login: { accountId: signIn.account.id, remember: false, amr: ['pwd'] } }
        const next = await identity.provider().interactionResult(request.raw, reply.raw, result)
        return reply.headers(pageHeaders(target)).redirect(next, 303)
      },
    )
  })
}

/** Everything else of the realm is answered by oidc-provider on the raw request. */
async function protocolRoutes(app: FastifyInstance, identity: Identity): Promise<void> {
  const prefix = `/auth/realms/${identity.config.identity.realm}`
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body stays unread: oidc-provider reads the stream itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const info = async (request: FastifyRequest, reply: FastifyReply) => {
      const person = await userInfo(identity, request.headers.authorization)
      reply.header('cache-control', 'no-store')
      if (person) return reply.send(person)
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer error="invalid_token"')
        .send({ error: 'invalid_token' })
    }
    scope.get(`${prefix}/protocol/openid-connect/userinfo`, info)
    scope.get(`${prefix}/account`, async (request, reply) => {
      const person = await userInfo(identity, request.headers.authorization)
      if (!person) return info(request, reply)
      return {
        id: person.sub,
        username: person.preferred_username,
        firstName: person.given_name,
        lastName: person.family_name,
      }
    })
    scope.all(
      `${prefix}/*`,
      { config: { rateLimit: { max: 1200, timeWindow: '1 minute' } } },
      (request, reply) => {
        reply.hijack()
        for (const [name, value] of Object.entries(pageHeaders(''))) reply.raw.setHeader(name, value)
        reply.raw.setHeader(
          'content-security-policy',
          contentSecurity(new URL(identity.config.publicUrl).origin),
        )
        const raw = request.raw as typeof request.raw & { originalUrl?: string }
        raw.originalUrl = raw.url ?? ''
        raw.url = raw.originalUrl.slice(prefix.length)
        // Its addresses are built from the Host header: a foreign one must not get into them.
        if (!isOwnAddress(identity.config, `${request.protocol}://${raw.headers.host}`))
          raw.headers.host = new URL(identity.config.publicUrl).host
        return identity.provider().callback()(raw, reply.raw)
      },
    )
  })
}

/** Serves the embedded identity server under /auth, at Keycloak's paths. */
export async function mountIdentity(app: FastifyInstance, identity: Identity): Promise<void> {
  await serveResources(app)
  serveIdentityScript(app)
  await signInPages(app, identity)
  await protocolRoutes(app, identity)
}
