import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Db } from '#db/database.ts'
import { findEndedByKey } from '#http/session/ended-sessions.repo.ts'
import { isEndedBy, keysOf, tokenSessionOf } from '#http/session/ended-sessions.ts'

/** The address the test's configuration gives to the product. */
export const home = 'http://localhost:8080'
const protocol = '/auth/realms/ipoteka/protocol/openid-connect'

/** Tokens as the token call answers them. */
export interface TokenAnswer {
  access_token: string
  refresh_token: string
  id_token: string
  expires_in: number
  refresh_expires_in: number
}

/** The claims of a token, unchecked. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>

/** Whether the access token's session is among those that have ended. */
export async function isEnded(db: Db, { access_token }: TokenAnswer): Promise<boolean> {
  const session = tokenSessionOf(claimsOf(access_token))
  return isEndedBy(session, await findEndedByKey(db, keysOf(session)))
}

/** As much of a browser as signing in needs: cookies by path, redirects, forms. */
export class TestBrowser {
  app: FastifyInstance
  readonly #cookies = new Map<string, { value: string; path: string }>()
  #verifier = ''

  constructor(app: FastifyInstance) {
    this.app = app
  }

  async request(
    method: 'GET' | 'POST',
    address: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const url = new URL(address, home)
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([key, { value }]) => `${key.split('|')[0]}=${value}`)
      .join('; ')
    const answer = await this.app.inject({
      method,
      url: url.pathname + url.search,
      headers: {
        host: url.host,
        ...(cookie && { cookie }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
    for (const { name, value, path = '/', expires } of answer.cookies) {
      const key = `${name}|${path}`
      if (value === '' || (expires && expires.getTime() < Date.now())) this.#cookies.delete(key)
      else this.#cookies.set(key, { value, path })
    }
    return answer
  }

  /** Opens the authorization address as keycloak-js does; answers the sign-in page or the way back. */
  authorize(change: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    this.#verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      client_id: 'apix',
      redirect_uri: `${home}/list-workload-employees/nis?page=2`,
      state: 'state-1',
      nonce: 'nonce-1',
      response_mode: 'fragment',
      response_type: 'code',
      scope: 'openid',
      code_challenge: createHash('sha256').update(this.#verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...change,
    })
    return this.request('GET', `${protocol}/auth?${query}`)
  }

  /** Sends the sign-in form of the page that `authorize` led to. */
  signIn(page: LightMyRequestResponse, login: string, password: string) {
    return this.request('POST', String(page.headers.location), { login, password })
  }

  /** Follows redirects inside the identity server to the product's address; answers the code. */
  async codeFrom(answer: LightMyRequestResponse): Promise<string> {
    let location = String(answer.headers.location)
    for (let step = 0; step < 5 && new URL(location, home).pathname.startsWith('/auth/'); step++) {
      location = String((await this.request('GET', location)).headers.location)
    }
    return new URLSearchParams(new URL(location).hash.slice(1)).get('code') ?? ''
  }

  token(form: Record<string, string>): Promise<LightMyRequestResponse> {
    return this.request('POST', `${protocol}/token`, { client_id: 'apix', ...form })
  }

  exchange(code: string, change: Record<string, string> = {}) {
    return this.token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${home}/list-workload-employees/nis?page=2`,
      code_verifier: this.#verifier,
      ...change,
    })
  }

  refresh(refreshToken: string) {
    return this.token({ grant_type: 'refresh_token', refresh_token: refreshToken })
  }

  /** The whole way: authorization, form, code, tokens. */
  async signInFully(login: string, password = 'demo'): Promise<TokenAnswer> {
    const sent = await this.signIn(await this.authorize(), login, password)
    return (await this.exchange(await this.codeFrom(sent))).json<TokenAnswer>()
  }

  get(path: string, headers: Record<string, string> = {}) {
    return this.request('GET', path, undefined, headers)
  }
}
