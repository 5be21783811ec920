import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import type { EndpointSpec, RequestOf, ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { fillPath } from '@ipoteka-office/contract/path.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type pg from 'pg'
import { inject } from 'vitest'
import { buildApp } from '#app.ts'
import { type Config, loadConfig } from '#config.ts'
import { type Db, openDatabase } from '#db/database.ts'
import type { Naming } from '#db/pooler.ts'
import { Replicas } from '#db/replicas.ts'
import type { Recogniser } from '#features/recognition/recogniser.ts'
import { ParameterReader } from '#features/parameters/parameter-reader.service.ts'
import { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { DiskStore } from '#files/disk-store.ts'
import type { FileStore } from '#files/file-store.ts'
import { type FileInspector, openInspector } from '#files/inspect/inspector.ts'
import { openFileGate } from '#files/open-gate.ts'
import type { FileGate } from '#files/receive.ts'
import type { Route } from '#http/route.ts'
import { openSession, type SessionCheck } from '#http/session/session.ts'
import { reporterOf } from '#integrations/error-reports/reporter-of.ts'
import { embeddedIdentityAdmin } from '#integrations/identity/embedded-identity-admin.ts'
import type { IdentityAdmin } from '#integrations/identity/identity-admin.ts'
import { type BankClock, systemClock } from '#lib/bank-time.ts'
import { allRoutes } from '#routes.ts'
import { copyTemplate } from './test-database.ts'
import { claimsOf, type Login, signToken, testKeys } from './test-tokens.ts'

/** Who calls and what goes along; without `as` it is `admin`, null is nobody. */
export interface CallOptions {
  readonly as?: Login | null
  /** Instead of the person's token. */
  readonly token?: string
  readonly headers?: Record<string, string>
}

/** An answer: the contract's response when it is 2xx, else an `ErrorBody`. */
export interface CallAnswer<S extends EndpointSpec> {
  readonly status: number
  readonly body: ResponseOf<S>
  readonly error: ErrorBody
  readonly headers: LightMyRequestResponse['headers']
  readonly raw: LightMyRequestResponse
}

/** The server on a database of its own. */
export interface TestApp {
  readonly app: FastifyInstance
  readonly config: Config
  readonly db: Db
  readonly pool: pg.Pool
  readonly session: SessionCheck
  readonly files: FileStore
  readonly gate: FileGate
  readonly references: ReferenceReader
  readonly parameters: ParameterReader
  /** Of the test database, as its owner. */
  readonly connectionString: string
  tokenOf(login: Login): Promise<string>
  /** Addresses of all mounted routes. */
  routeUrls(): string[]
  call<const S extends EndpointSpec>(
    endpoint: S,
    request: RequestOf<S>,
    options?: CallOptions,
  ): Promise<CallAnswer<S>>
  close(): Promise<void>
}

/** What a test may want different. */
export interface TestAppOptions {
  readonly env?: Record<string, string>
  readonly routes?: readonly Route[]
  /** The time of the bank; the real one otherwise. */
  readonly clock?: BankClock
  readonly webDir?: string
  /** Where accounts are kept; the embedded identity server's otherwise. */
  readonly identity?: IdentityAdmin | null
  /** Reads scans; the tesseract of this machine otherwise. */
  readonly recogniser?: Recogniser
  /** A prepared database of a cluster of its own; a copy of the seeded one otherwise. */
  readonly databaseUrl?: string
  /** How long a statement may take, ms; where nothing is said, longer than in the product. */
  readonly queryTimeout?: number
  /** Goes to the database by way of a pooler. */
  readonly pooler?: { readonly naming: Naming; urlOf(databaseUrl: string): string }
}

/** A query as the browser writes it: lists joined by commas. */
function queryText(query: unknown): string {
  const parts = Object.entries((query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** Reads the tree that Fastify prints; every line ends a path with its methods. */
function routeUrls(app: FastifyInstance): string[] {
  const urls: string[] = []
  const path: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', name = ''] = /^([│ ]*)[├└]── (.*?)(?: \(.*\))?$/.exec(line) ?? []
    if (name === '') continue
    path.length = indent.length / 4
    path.push(name)
    if (line.endsWith(')')) urls.push(path.join(''))
  }
  return urls
}

const isJson = (answer: LightMyRequestResponse) =>
  String(answer.headers['content-type'] ?? '').startsWith('application/json')

const folderPrefix = join(tmpdir(), 'ipoteka-app-')
/** One for all the files of this worker: each of its processes takes a second of the processor to begin. */
const inspector: FileInspector = {
  ...openInspector([`${folderPrefix}*`], () => undefined),
  close: () => undefined,
}

/** How long a statement may take is for the benchmarks to say: here one waits for what never ends. */
const patientQueryTimeout = 30_000

function openBank(url: string, { pooler, queryTimeout = patientQueryTimeout }: TestAppOptions) {
  if (pooler === undefined) return openDatabase({ connectionString: url, poolSize: 10, queryTimeout })
  return openDatabase({ connectionString: pooler.urlOf(url), poolSize: 10, pooler: pooler.naming })
}

/** Builds the real server on a fresh copy of the seeded database; close it after the tests. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { url, template } = inject('testDatabase')
  const given = options.databaseUrl
  const database =
    given === undefined ? await copyTemplate(url, template) : { url: given, drop: async () => undefined }
  const folder = await mkdtemp(folderPrefix)
  const config = loadConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    ...options.env,
  })
  const { db, pool, close } = openBank(database.url, options)
  const onError = () => undefined
  const session = await openSession({ config, db, connectionString: database.url, keys: testKeys, onError })
  const files = new DiskStore(join(folder, 'files'))
  const gate = openFileGate(config, files, onError, inspector)
  const clock = options.clock ?? systemClock(config.bankTimeZone)
  const identity = options.identity === undefined ? embeddedIdentityAdmin(db) : options.identity
  const references = new ReferenceReader({ db, connectionString: database.url, clock, onError })
  await references.start()
  const parameters = new ParameterReader({ db, connectionString: database.url, onError })
  await parameters.start()
  const reporter = reporterOf(config, onError)
  const { replicaUrls: urls } = config
  const replicas = urls.length === 0 ? null : new Replicas({ urls, primary: pool, poolSize: 5, onError })
  await replicas?.start()
  const app = await buildApp({
    replicas,
    parameters,
    reporter,
    config,
    db,
    pool,
    session,
    clock,
    routes:
      options.routes ??
      allRoutes({
        linkUrl: config.qr.linkUrl,
        files,
        gate,
        clock,
        references,
        parameters,
        identity,
        reporter,
        ...(options.recogniser !== undefined && { recogniser: options.recogniser }),
      }),
    ...(options.webDir !== undefined && { webDir: options.webDir }),
  })
  const tokens = new Map<Login, Promise<string>>()
  const tokenOf = (login: Login): Promise<string> => {
    const token = tokens.get(login) ?? signToken(claimsOf(config.identity, login))
    tokens.set(login, token)
    return token
  }

  return {
    app,
    config,
    db,
    pool,
    session,
    files,
    gate,
    references,
    parameters,
    connectionString: database.url,
    tokenOf,
    routeUrls: () => routeUrls(app),
    async call(endpoint, request, { as = 'admin', token, headers = {} } = {}) {
      const parts = request as { params?: Record<string, unknown>; query?: unknown; body?: unknown }
      const bearer = token ?? (as === null ? undefined : await tokenOf(as))
      const raw = await app.inject({
        method: endpoint.method,
        url: `/api${fillPath(endpoint.path, parts.params)}${queryText(parts.query)}`,
        headers: {
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...(parts.body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(parts.body !== undefined && { payload: JSON.stringify(parts.body) }),
      })
      const body = isJson(raw) && raw.body !== '' ? raw.json() : undefined
      return { status: raw.statusCode, body, error: body, headers: raw.headers, raw }
    },
    async close() {
      await app.close()
      await replicas?.close()
      await reporter?.stop()
      await session.close()
      await references.close()
      await parameters.close()
      gate.close()
      await close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
