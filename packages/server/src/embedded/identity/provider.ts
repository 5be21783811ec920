import './runtime-warning.ts'
import type { JWK } from 'jose'
import Provider, { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Config } from '#config.ts'
import type { Db } from '#db/database.ts'
import { type Account, findAccount } from './accounts.repo.ts'
import { artefactStore } from './artefacts.repo.ts'
import { accessClaims, personClaims } from './claims.ts'
import { addDirectGrant } from './direct-grant.ts'
import { messagePage, signOutPage } from './pages.ts'
import { wrapRefreshToken } from './refresh-envelope.ts'
import { resource, scopes } from './resource.ts'

/** Lives of what is issued, seconds. */
const life = { access: 5 * 60, refreshIdle: 30 * 60, session: 10 * 3600, interaction: 3600, code: 60 }

const now = () => Math.floor(Date.now() / 1000)

/** Redirects go to the product's own address only; on a developer's machine to any of its ports. */
export function isOwnAddress(config: Config, address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  if (url.origin === new URL(config.publicUrl).origin) return true
  return !config.production && url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
}

async function enabledAccount(db: Db, id: string): Promise<Account | undefined> {
  const account = await findAccount(db, id)
  return account?.enabled ? account : undefined
}

/** Asks for a sign-in again when the account was disabled meanwhile or ten hours have passed. */
function signInPolicy() {
  const policy = interactionPolicy.base()
  const check = new interactionPolicy.Check(
    'session_over',
    'the session has ended',
    'login_required',
    (ctx) => {
      const { session, result, account } = ctx.oidc
      if (!session?.accountId || result?.login) return interactionPolicy.Check.NO_NEED_TO_PROMPT
      return account === undefined || session.past(life.session)
    },
  )
  policy.get('login')?.checks.add(check)
  return policy
}

/** One grant for the one client: nobody is asked for consent to their own bank's product. */
async function grantFor(ctx: KoaContextWithOIDC) {
  const { oidc } = ctx
  const clientId = oidc.client?.clientId ?? ''
  const known = oidc.session?.grantIdFor(clientId)
  const existing = known ? await oidc.provider.Grant.find(known) : undefined
  if (existing) return existing
  const accountId = oidc.session?.accountId
  if (!accountId) return undefined
  const grant = new oidc.provider.Grant({ clientId, accountId })
  grant.addOIDCScope(scopes)
  grant.addResourceScope(resource, scopes)
  await grant.save()
  return grant
}

function pages(): Pick<NonNullable<Configuration['features']>, 'rpInitiatedLogout'> {
  return {
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => {
        const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? ''
        const action = /action="([^"]+)"/.exec(form)?.[1] ?? ''
        // With a valid ID token of this session nobody else can have sent the person here: no question asked.
        ctx.body = signOutPage(action, xsrf, ctx.oidc.entities.IdTokenHint !== undefined)
      },
      postLogoutSuccessSource: (ctx) => {
        ctx.body = messagePage('Вы вышли из системы', 'Чтобы продолжить работу, войдите снова.', '/', 'Войти')
      },
    },
  }
}

function configuration(config: Config, db: Db, keys: JWK[], cookieSecret: string): Configuration {
  const { identity } = config
  const base = '/protocol/openid-connect'
  const sameSite = { sameSite: 'lax', httpOnly: true, signed: true, path: '/auth' } as const
  return {
    adapter: (model: string) => artefactStore(db, model),
    jwks: { keys },
    cookies: {
      keys: [cookieSecret],
      long: sameSite,
      short: { sameSite: 'lax', httpOnly: true, signed: true },
    },
    clients: [
      {
        client_id: identity.clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token', ...(config.production ? [] : ['password'])],
        response_types: ['code'],
        redirect_uris: [`${config.publicUrl}/`],
        post_logout_redirect_uris: [`${config.publicUrl}/`],
      },
    ],
    clientBasedCORS: (_ctx, origin) => isOwnAddress(config, origin),
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'name', 'preferred_username', 'given_name', 'family_name', 'typ'],
      profile: ['name', 'preferred_username'],
      email: [],
    },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    findAccount: async (_ctx, id) => {
      const account = await enabledAccount(db, id)
      return account && { accountId: id, claims: () => ({ ...personClaims(account), typ: 'ID' }) }
    },
    extraTokenClaims: async (_ctx, token) => {
      const account = 'accountId' in token ? await enabledAccount(db, String(token.accountId)) : undefined
      // A grant is what a sign-in at this browser gave, and ends with it; refresh tokens keep it.
      return account && accessClaims(account, identity, 'grantId' in token ? token.grantId : undefined)
    },
    loadExistingGrant: grantFor,
    expiresWithSession: () => true,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: life.access,
      AuthorizationCode: life.code,
      IdToken: life.access,
      Interaction: life.interaction,
      Session: life.session,
      Grant: life.session,
      // Each use gives another half an hour, up to ten hours from the sign-in.
      RefreshToken: (_ctx, token) =>
        Math.max(1, Math.min(life.refreshIdle, (token.iiat ?? now()) + life.session - now())),
    },
    features: {
      devInteractions: { enabled: false },
      // Answered by user-info.ts: here an access token of another audience would be refused.
      userinfo: { enabled: false },
      revocation: { enabled: true },
      ...pages(),
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopes,
          audience: identity.audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: life.access,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    interactions: {
      policy: signInPolicy(),
      url: (_ctx, interaction) => `/auth/realms/${identity.realm}/login/${interaction.uid}`,
    },
    renderError: (ctx, out) => {
      const text =
        out.error === 'invalid_request'
          ? 'Ссылка для входа неполна или устарела. Откройте систему заново.'
          : 'Не удалось выполнить вход. Откройте систему заново; если не поможет, сообщите администратору.'
      ctx.type = 'html'
      ctx.body = messagePage(
        'Вход не выполнен',
        `${text} Код: ${out.error}.`,
        config.publicUrl,
        'Открыть систему',
      )
    },
    routes: {
      authorization: `${base}/auth`,
      token: `${base}/token`,
      jwks: `${base}/certs`,
      userinfo: `${base}/userinfo`,
      end_session: `${base}/logout`,
      revocation: `${base}/revoke`,
    },
  }
}

/** An OpenID provider that answers like Keycloak's realm. */
export function createProvider(options: {
  config: Config
  db: Db
  keys: JWK[]
  cookieSecret: string
}): Provider {
  const { config, db } = options
  const provider = new Provider(
    config.identity.issuer,
    configuration(config, db, options.keys, options.cookieSecret),
  )
  provider.proxy = config.trustProxy !== false
  // Keycloak's «any page of the product» pattern, which oidc-provider does not have.
  provider.Client.prototype.redirectUriAllowed = (address: string) => isOwnAddress(config, address)
  provider.Client.prototype.postLogoutRedirectUriAllowed = (address: string) => isOwnAddress(config, address)
  if (!config.production) addDirectGrant(provider, config, db)
  provider.use(async (ctx, next) => {
    await next()
    const oidc = (ctx as Partial<KoaContextWithOIDC>).oidc
    const body = ctx.body as { refresh_token?: string } | undefined
    if (oidc?.route !== 'token' || typeof body?.refresh_token !== 'string') return
    const { RefreshToken: token } = oidc.entities
    const exp = token?.exp ?? now() + (token?.expiration ?? 0)
    const claims = { iss: config.identity.issuer, sub: token?.accountId, iat: now(), exp }
    ctx.body = {
      ...body,
      refresh_token: wrapRefreshToken(body.refresh_token, claims, options.cookieSecret),
      refresh_expires_in: exp - now(),
    }
  })
  return provider
}
