import { createHash, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt } from 'jose'
import { loadConfig } from '#config.ts'
import { demoAccounts, demoPassword } from '#db/seed/demo-accounts.ts'
import { tokenVerifier } from '#http/session/token.ts'

/**
 * Signs every demo user in at a real Keycloak that has imported deploy/keycloak/realm-demo.json, by the code flow with PKCE,
 * and checks their tokens as the server does. Usage: node scripts/run.mjs packages/server/scorecard/keycloak.ts
 * http://localhost:8105/auth [address of a product that uses this Keycloak]
 */
const [keycloak = 'http://localhost:8105/auth', product] = process.argv.slice(2)
const { identity } = loadConfig({ IDENTITY_URL: keycloak })
const protocol = `${keycloak}/realms/${identity.realm}/protocol/openid-connect`
const redirect = 'http://localhost:8080/'
const verify = tokenVerifier(identity, createRemoteJWKSet(new URL(identity.jwksUrl)))

const cookiesOf = (answer: Response) => answer.headers.getSetCookie().map((line) => line.split(';')[0])

async function codeFor(login: string, challenge: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: identity.clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const page = await fetch(`${protocol}/auth?${query}`, { redirect: 'manual' })
  const action = /<form[^>]+action="([^"]+)"/.exec(await page.text())?.[1]?.replaceAll('&amp;', '&')
  if (action === undefined) throw new Error(`Keycloak gave no sign-in page: ${page.status}`)
  const sent = await fetch(action, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(page).join('; ') },
    body: new URLSearchParams({ username: login, password: demoPassword }),
  })
  const code = new URL(sent.headers.get('location') ?? 'none:').searchParams.get('code')
  if (code === null) throw new Error(`Keycloak refused ${login}: ${sent.status}`)
  return code
}

async function tokenFor(login: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const code = await codeFor(login, createHash('sha256').update(verifier).digest('base64url'))
  const answer = await fetch(`${protocol}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: identity.clientId,
      code,
      redirect_uri: redirect,
      code_verifier: verifier,
    }),
  })
  const reply = (await answer.json()) as { access_token?: string; error?: string }
  if (reply.access_token === undefined) throw new Error(`No token for ${login}: ${reply.error}`)
  return reply.access_token
}

async function productAnswer(login: string, token: string): Promise<string> {
  if (product === undefined) return ''
  const answer = await fetch(`${product}/api/employee/getUserByLogin?login=${login}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return `, product ${answer.status}`
}

let failed = 0
for (const account of demoAccounts) {
  const token = await tokenFor(account.login)
  const claims = await verify(token)
  const fits =
    claims.identityId === account.id &&
    claims.login === account.login &&
    claims.hasRequiredRole === account.realmRoles.length > 0
  if (!fits) failed += 1
  const seen = `${decodeJwt(token).sub}, role ${claims.hasRequiredRole}${await productAnswer(account.login, token)}`
  process.stdout.write(`${fits ? 'ok ' : 'NOT'} ${account.login}: ${seen}\n`)
}
const direct = await fetch(`${protocol}/token`, {
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'password',
    client_id: identity.clientId,
    username: 'admin',
    password: demoPassword,
  }),
})
if (direct.ok) failed += 1
process.stdout.write(`${direct.ok ? 'NOT' : 'ok '} direct grant is off: ${direct.status}\n`)
process.exitCode = failed === 0 ? 0 : 1
