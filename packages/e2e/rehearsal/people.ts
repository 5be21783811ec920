import { createHash, randomBytes } from 'node:crypto'
import { Bank } from '../src/bank.ts'
import type { DemoLogin } from '../src/sign-in.ts'
import { realm } from './keycloak.ts'

/** A token is asked for anew this long after the last, before it ends. */
const tokenMs = 200_000

interface Visit {
  readonly url: string
  readonly cookies: Map<string, string>
}

/** One request of a browser without a window: it keeps cookies and follows nothing. */
async function visit({ url, cookies }: Visit, form?: Record<string, string>): Promise<Response> {
  const answer = await fetch(url, {
    method: form === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form !== undefined && { body: new URLSearchParams(form) }),
  })
  for (const line of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? []
    cookies.set(name, value)
  }
  return answer
}

const formOf = (page: string) => /<form[^>]+action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')

/** Fills the pages of Keycloak until it sends back with a code: the password, and a new one instead of the first. */
async function codeOf(start: string, login: string, passwords: Passwords): Promise<string> {
  const cookies = new Map<string, string>()
  let answer = await visit({ url: start, cookies })
  for (let step = 0; step < 8; step += 1) {
    const to = answer.headers.get('location')
    const code = to === null ? null : new URL(to).searchParams.get('code')
    if (code !== null) return code
    if (to !== null) answer = await visit({ url: to, cookies })
    else {
      const page = await answer.text()
      const action = formOf(page)
      if (action === undefined) throw new Error(`Keycloak не дал форму входа ${login}: ${answer.status}`)
      const fields: Record<string, string> = page.includes('password-new')
        ? { 'password-new': passwords.next, 'password-confirm': passwords.next }
        : { username: login, password: passwords.now }
      answer = await visit({ url: action, cookies }, fields)
    }
  }
  const page = await answer.text()
  const said =
    /(?:kc-feedback-text|pf-m-error|error-message|instruction)[^>]*>\s*([^<]+)</.exec(page)?.[1] ??
    page.slice(0, 2_000)
  throw new Error(`Вход ${login} не закончился: ${answer.status}, ${said.trim()}`)
}

/** What the identity server gives out to somebody who has signed in. */
export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

export const protocolOf = (url: string) => `${url}/auth/realms/${realm}/protocol/openid-connect`
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** What the product's page asks the identity server with; `change` takes the place of parts of it. */
export function entryAddress(
  url: string,
  verifier: string,
  change: Record<string, string | undefined> = {},
): string {
  const asked = {
    client_id: 'apix',
    redirect_uri: `${url}/`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...change,
  }
  const given = Object.entries(asked).filter((one): one is [string, string] => one[1] !== undefined)
  return `${protocolOf(url)}/auth?${new URLSearchParams(given)}`
}

/** Gives a code for tokens. */
export const exchange = (url: string, code: string, verifier: string): Promise<Response> =>
  fetch(`${protocolOf(url)}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'apix',
      redirect_uri: `${url}/`,
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
    }),
  })

export interface Passwords {
  readonly now: string
  readonly next: string
}

/** A code with its verifier, as the browser would hold them. */
export async function codeFor(url: string, login: string, passwords: Passwords) {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, code: await codeOf(entryAddress(url, verifier), login, passwords) }
}

export async function signIn(url: string, login: string, passwords: Passwords): Promise<Tokens> {
  const { code, verifier } = await codeFor(url, login, passwords)
  const answer = await exchange(url, code, verifier)
  if (!answer.ok) throw new Error(`Вход ${login}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Tokens
}

/** The bank with its people, each of whom signs in by the code flow with PKCE at the real Keycloak. */
export class RealBank extends Bank {
  readonly #passwords = new Map<string, Passwords>()
  readonly #held = new Map<string, { token: string; until: number }>()

  /** A person's password; a temporary one is changed for `next` at the first sign-in. */
  knows(login: string, now: string, next = now): void {
    this.#passwords.set(login, { now, next })
  }

  override async token(login: DemoLogin): Promise<string> {
    const held = this.#held.get(login)
    if (held !== undefined && held.until > Date.now()) return held.token
    const passwords = this.#passwords.get(login)
    if (passwords === undefined) throw new Error(`Пароля ${login} никто не знает`)
    const { access_token: token } = await signIn(this.url, login, passwords)
    this.#held.set(login, { token, until: Date.now() + tokenMs })
    this.#passwords.set(login, { now: passwords.next, next: passwords.next })
    return token
  }
}
