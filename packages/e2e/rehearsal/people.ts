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
async function codeOf(
  start: string,
  login: string,
  passwords: { readonly now: string; readonly next: string },
): Promise<string> {
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

/** The bank with its people, each of whom signs in by the code flow with PKCE at the real Keycloak. */
export class RealBank extends Bank {
  readonly #passwords = new Map<string, { now: string; next: string }>()
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
    const token = await this.#signIn(login, passwords)
    this.#held.set(login, { token, until: Date.now() + tokenMs })
    this.#passwords.set(login, { now: passwords.next, next: passwords.next })
    return token
  }

  async #signIn(login: string, passwords: { now: string; next: string }): Promise<string> {
    const protocol = `${this.url}/auth/realms/${realm}/protocol/openid-connect`
    const verifier = randomBytes(32).toString('base64url')
    const asked = {
      client_id: 'apix',
      redirect_uri: `${this.url}/`,
    }
    const start = new URLSearchParams({
      ...asked,
      response_type: 'code',
      scope: 'openid',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const code = await codeOf(`${protocol}/auth?${start}`, login, passwords)
    const answer = await fetch(`${protocol}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...asked,
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
      }),
    })
    if (!answer.ok) throw new Error(`Вход ${login}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { access_token: string }).access_token
  }
}
