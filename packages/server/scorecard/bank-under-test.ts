import { readFileSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import type { Approver, ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import pg from 'pg'
import { databaseName } from '#embedded/postgres/cluster.ts'
import { freePort, Product } from '#testing/processes/product.ts'
import { directGrant } from '#testing/processes/direct-grant.ts'

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: IncomingHttpHeaders
  readonly ms: number
}

export interface Call {
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer
  readonly headers?: Record<string, string>
  /** Null: without a token. */
  readonly login?: string | null
  readonly timeoutMs?: number
}

/** The real product in a process of its own, called over HTTP, with a look into its database as the owner. */
export class BankUnderTest {
  readonly product: Product
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 })
  readonly #tokens = new Map<string, { token: string; until: number }>()

  constructor(product: Product) {
    this.product = product
  }

  get url(): string {
    return this.product.url
  }

  /** Access token by the direct grant. */
  async token(login: string): Promise<string> {
    const known = this.#tokens.get(login)
    if (known !== undefined && known.until > Date.now()) return known.token
    const { access_token: token, expires_in: seconds = 60 } = await directGrant(this.url, login)
    this.#tokens.set(login, { token, until: Date.now() + seconds * 500 })
    return token
  }

  /** One request; a broken connection rejects. */
  async send(
    method: string,
    path: string,
    { body, raw, headers = {}, login = 'admin', timeoutMs = 30_000 }: Call = {},
  ): Promise<Answer> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const all: Record<string, string> = {
      ...(login === null ? {} : { authorization: `Bearer ${await this.token(login)}` }),
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
      ...headers,
    }
    const begun = performance.now()
    return new Promise((done, fail) => {
      const call = request(`${this.url}${path}`, { method, headers: all, agent: this.#agent }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', fail)
        answer.on('end', () =>
          done({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(parts).toString('utf8'),
            headers: answer.headers,
            ms: performance.now() - begun,
          }),
        )
      })
      call.setTimeout(timeoutMs, () =>
        call.destroy(new Error(`no answer in ${timeoutMs} ms: ${method} ${path} as ${login}`)),
      )
      call.on('error', fail)
      call.end(payload)
    })
  }

  /** The parsed body of an answer that must be 200. */
  async read<T>(method: string, path: string, call?: Call): Promise<T> {
    const answer = await this.send(method, path, call)
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
    return JSON.parse(answer.text) as T
  }

  /** ACTIVE approvers of a department, at most 100. */
  async activeApprovers(type: ApproverType, size = 100): Promise<Approver[]> {
    const page = await this.read<{ content: Approver[] }>(
      'POST',
      `/api/partner/${type}/list?page=0&size=${size}`,
      { body: { workStatus: 'ACTIVE' } },
    )
    return page.content
  }

  /** Connection string of the product's database, as its owner. */
  get databaseUrl(): string {
    const home = join(this.product.dataDir, 'postgres')
    const password = readFileSync(join(home, 'password'), 'utf8').trim()
    return `postgresql://${databaseName}:${password}@${encodeURIComponent(join(home, 'run'))}:5432/${databaseName}`
  }

  /** One more process on the same database, not started yet; a token of one of them is good at the others, as behind a proxy. */
  async beside(name: string, env: Record<string, string> = {}): Promise<Product> {
    return new Product({
      dataDir: `${this.product.dataDir}-${name}`,
      port: await freePort(),
      env: {
        DATABASE_URL: this.databaseUrl,
        PUBLIC_URL: this.url,
        DEMO_DATA: 'yes',
        WRITES_PER_MINUTE: '10000000',
        ...env,
      },
    })
  }

  /** Runs SQL as the owner, past the product. */
  async sql<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl, connectionTimeoutMillis: 10_000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** Process id of the database's postmaster. */
  get postmasterPid(): number {
    const file = join(this.product.dataDir, 'postgres/data/postmaster.pid')
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  }

  /** Forgets connections and tokens, as after a restart. */
  forget(): void {
    this.#agent.destroy()
    this.#tokens.clear()
  }
}
