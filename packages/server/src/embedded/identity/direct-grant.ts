import './runtime-warning.ts'
import type Provider from 'oidc-provider'
import { errors, type TokenEndpointGrantContext } from 'oidc-provider'
import type { Config } from '#config.ts'
import type { Db } from '#db/database.ts'
import { checkPassword, type SignIn } from './check-password.ts'
import { personClaims } from './claims.ts'
import { resource, scopes } from './resource.ts'

type PasswordParams = { username?: string; password?: string }

const refusals: Record<Exclude<SignIn['result'], 'ok'>, string> = {
  change: 'Account is not fully set up',
  wrong: 'Invalid user credentials',
  disabled: 'Account disabled',
  wait: 'Too many failed attempts',
}

/** Keycloak's direct-access grant: a token for login and password, for scripts, outside production. */
export function addDirectGrant(provider: Provider, config: Config, db: Db): void {
  const handler = async (ctx: TokenEndpointGrantContext<PasswordParams>) => {
    const { client, params } = ctx.oidc
    const signIn = await checkPassword(db, params.username ?? '', params.password ?? '', ctx.ip)
    if (signIn.result !== 'ok')
      throw new errors.CustomOIDCProviderError('invalid_grant', refusals[signIn.result])
    const { account } = signIn
    const grant = new provider.Grant({ clientId: client.clientId, accountId: account.id })
    grant.addOIDCScope(scopes)
    grant.addResourceScope(resource, scopes)
    const grantId = await grant.save()
    const common = { accountId: account.id, client, grantId, gty: 'password', scope: scopes }
    const access = new provider.AccessToken(common)
    access.resourceServer = new provider.ResourceServer(resource, {
      scope: scopes,
      audience: config.identity.audience,
      accessTokenFormat: 'jwt',
      accessTokenTTL: 300,
      jwt: { sign: { alg: 'RS256' } },
    })
    ctx.oidc.entity('AccessToken', access)
    const authTime = Math.floor(Date.now() / 1000)
    const refresh = new provider.RefreshToken({ ...common, resource, rotations: 0, authTime })
    ctx.oidc.entity('RefreshToken', refresh)
    const id = new provider.IdToken({ ...personClaims(account), typ: 'ID', auth_time: authTime }, { ctx })
    Object.assign(id, { scope: scopes })
    ctx.body = {
      access_token: await access.save(),
      expires_in: access.expiration,
      id_token: await id.issue({ use: 'idtoken' }),
      refresh_token: await refresh.save(),
      scope: scopes,
      token_type: 'Bearer',
    }
  }
  provider.registerGrantType<PasswordParams>('password', handler, ['username', 'password'])
}
