import type { Approver, ApproverInput, ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import { directGrant } from '../../server/src/testing/processes/direct-grant.ts'
import type { DemoLogin } from './sign-in.ts'

/** Calls of the server without a browser, for what a journey needs beforehand or wants to see afterwards. */
export class Bank {
  readonly #url: string
  readonly #tokens = new Map<string, string>()

  constructor(url: string) {
    this.#url = url
  }

  get url(): string {
    return this.#url
  }

  async token(login: DemoLogin): Promise<string> {
    const known = this.#tokens.get(login)
    if (known !== undefined) return known
    const { access_token: token } = await directGrant(this.#url, login)
    this.#tokens.set(login, token)
    return token
  }

  /** One call under /api; throws on an answer that is not 2xx. */
  async call<T>(
    method: string,
    path: string,
    body?: unknown,
    login: DemoLogin = 'admin',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<T> {
    const answer = await fetch(`${this.#url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await this.token(login)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  approvers(type: ApproverType, filter: object = {}, query = 'page=0&size=20'): Promise<PageOf<Approver>> {
    return this.call('POST', `/partner/${type}/list?${query}`, filter)
  }

  approver(type: ApproverType, id: number): Promise<Approver> {
    return this.call('GET', `/partner/${type}/${id}`)
  }

  save(type: ApproverType, id: number, change: Partial<ApproverInput>): Promise<Approver> {
    return this.approver(type, id).then((now) =>
      this.call('PUT', `/partner/${type}/${id}`, { ...now, ...change }),
    )
  }
}
