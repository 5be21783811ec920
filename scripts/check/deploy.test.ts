import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../packages/server/src/config.ts'
import { stopMs } from '../../packages/server/src/jobs/jobs.ts'
import { finishMs } from '../../packages/server/src/take-requests.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')
const read = (path: string) => readFileSync(join(deploy, path), 'utf8')

/** What an operator puts where the files leave it to him. */
const given: Record<string, string> = {
  POSTGRES_PASSWORD: 'secret',
  CREDIT_REPORTS_KEY: `reports-2026:${Buffer.alloc(32, 7).toString('base64')}`,
}

/** The environment of the servers in compose.yaml. */
function ofCompose(): Record<string, string> {
  const [, block = ''] =
    /^x-environment: &environment$([\s\S]*?)^x-app: &app$/m.exec(read('compose.yaml')) ?? []
  const fill = (text: string) =>
    text
      .replace(/^"(.*)"$/, '$1')
      .replace(/\$\{(\w+):(\?|-)([^}]*)\}/g, (_, name: string, kind: string, otherwise: string) =>
        kind === '?' ? (given[name] ?? `unknown ${name}`) : otherwise,
      )
  return Object.fromEntries(
    [...block.matchAll(/^ {2}([A-Z][A-Z0-9_]*): (.+)$/gm)].map(([, name = '', text = '']) => [
      name,
      fill(text),
    ]),
  )
}

const roles = ['web', 'worker'] as const

test('a server of compose.yaml starts with what is written there, and says which risks it takes', () => {
  const env = ofCompose()
  expect(env.DATABASE_URL).toBe('postgresql://ipoteka:secret@postgres:5432/ipoteka')
  const config = loadConfig({ NODE_ENV: 'production', ...env })
  expect(config.acceptedRisks.map(({ risk }) => risk)).toEqual(['http-identity', 'plain-database'])
})

test('a server of compose.yaml may write into its two places alone, as the image is tried', () => {
  const [, block = ''] = /^x-app: &app$([\s\S]*?)^services:$/m.exec(read('compose.yaml')) ?? []
  for (const line of ['read_only: true', 'tmpfs: [/tmp]', 'cap_drop: [ALL]', '- files:/data'])
    expect(block).toContain(line)
})

test('compose.yaml starts servers of people and workers, and the proxy knows those of people alone', () => {
  const text = read('compose.yaml')
  expect([...text.matchAll(/^ {6}ROLE: (\w+)$/gm)].map(([, role]) => role)).toEqual(roles)
  const behind = [...read('nginx.conf').matchAll(/^ {2}server ([\w-]+):8080;$/gm)].map(([, name]) => name)
  expect(behind).toEqual(['web-1', 'web-2'])
  for (const name of behind) expect(text).toMatch(new RegExp(`^  ${name}: [&*]web$`, 'm'))
})

/** Variables that the chart sets itself, and those that have no place in a cluster. */
const ofChart = ['BACKUP_DIR', 'DATA_DIR', 'FILES_DIR', 'HOST', 'NODE_ENV', 'PORT', 'ROLE']
const ofOthers = [
  // Refused in production.
  ...['AUTH', 'DEMO_DATA', 'ROLES', 'STUB'],
  // Of a demo bank alone.
  ...['BANK_TIME_ZONE', 'DEMO_FOUR_EYES'],
  // The image has the program where it is looked for; a restore is done where PostgreSQL's are.
  ...['POSTGRES_PROGRAMS', 'TESSERACT_PATH'],
]
/** The collector's, which the official SDK reads by itself. */
const ofTracing = ['HEADERS', 'TIMEOUT', 'COMPRESSION'].map((name) => `OTEL_EXPORTER_OTLP_${name}`)

/** Where the chart lets each variable be set: among the settings, or in the secret. */
function ofHelm(): { settings: string[]; secret: string[] } {
  const schema = JSON.parse(read('helm/ipoteka-office/values.schema.json')) as {
    properties: { config: { propertyNames: { enum: string[] } } }
  }
  const secret = [...read('helm/secret.example.yaml').matchAll(/^ {2}(?:# )?([A-Z][A-Z0-9_]+): /gm)]
  return {
    settings: schema.properties.config.propertyNames.enum,
    secret: secret.map(([, name = '']) => name),
  }
}

/** Variables of the server that the chart has no place for, and names there that no server knows. */
function misplaced(server: readonly string[], { settings, secret } = ofHelm()): string[] {
  const places = [...settings, ...secret, ...ofChart, ...ofOthers]
  const known = [...server, ...ofTracing]
  return [
    ...known.filter((name) => !places.includes(name)).map((name) => `${name}: cannot be set`),
    ...places.filter((name) => !known.includes(name)).map((name) => `${name}: nobody reads it`),
    ...places.filter((name, at) => places.indexOf(name) !== at).map((name) => `${name}: set in two places`),
  ]
}

const ofServer = ['config.ts', 'lib/tracing/traces-config.ts'].flatMap((name) =>
  Array.from(
    readFileSync(join(deploy, '../packages/server/src', name), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm),
    ([, variable = '']) => variable,
  ),
)

test('every variable of the server has one place in the chart: a setting, the secret, or the chart itself', () => {
  expect(ofServer.length).toBeGreaterThan(60)
  expect(misplaced(ofServer)).toEqual([])
  expect(misplaced([...ofServer, 'NEW_SERVICE_URL'])).toEqual(['NEW_SERVICE_URL: cannot be set'])
  expect(misplaced(ofServer.filter((name) => name !== 'NPD_URL'))).toEqual(['NPD_URL: nobody reads it'])
})

test('operations.md names values of the chart that it has', () => {
  interface Schema {
    readonly $ref?: string
    readonly properties?: Record<string, Schema>
    readonly propertyNames?: unknown
    readonly definitions?: Record<string, Schema>
  }
  const schema = JSON.parse(read('helm/ipoteka-office/values.schema.json')) as Schema
  const inside = (at: Schema | undefined, name: string): Schema | undefined => {
    const [, definition = ''] = /^#\/definitions\/(.+)$/.exec(at?.$ref ?? '') ?? []
    return (at?.$ref === undefined ? at : schema.definitions?.[definition])?.properties?.[name]
  }
  const [, section = ''] = /^## Kubernetes$([\s\S]*?)^## /m.exec(read('../docs/operations.md')) ?? []
  const tops = Object.keys(schema.properties ?? {}).join('|')
  const named = [...section.matchAll(new RegExp(`\`((?:${tops})(?:\\.\\w+)+)`, 'g'))].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(15)
  const unknown = named.filter(
    (path) => path.split('.').reduce(inside, schema as Schema | undefined) === undefined,
  )
  expect(unknown).toEqual([])
})

test('what opens something is set in the secret, never among the settings', () => {
  const { settings, secret } = ofHelm()
  const telling = /TOKEN|SECRET|PASSWORD|KEY|LOGIN|DSN|^DATABASE_|^BACKUP_DATABASE|^BROKER_|^S3_|HEADERS/
  const harmless = new Set(['DATABASE_POOL_SIZE'])
  expect(settings.filter((name) => telling.test(name) && !harmless.has(name))).toEqual([])
  expect(secret.filter((name) => !telling.test(name))).toEqual([])
})

test('whoever stops a process waits longer than it takes to stop by itself', () => {
  const seconds = (finishMs + stopMs) / 1_000
  const given = [
    ['compose.yaml', /stop_grace_period: (\d+)s/],
    ['systemd/ipoteka-office-web@.service', /^TimeoutStopSec=(\d+)$/m],
    ['systemd/ipoteka-office-worker.service', /^TimeoutStopSec=(\d+)$/m],
  ] as const
  for (const [file, words] of given)
    expect(Number(words.exec(read(file))?.[1]), file).toBeGreaterThan(seconds)
})

test('the realm of production has neither people nor known passwords, and guards what it has', () => {
  const realm = JSON.parse(read('keycloak/realm.json')) as Record<string, unknown>
  expect(realm.users).toBeUndefined()
  expect(realm.bruteForceProtected).toBe(true)
  expect(String(realm.passwordPolicy)).toContain('length(')
  const clients = realm.clients as { clientId: string; attributes?: Record<string, string> }[]
  expect(clients.find(({ clientId }) => clientId === 'apix')?.attributes).toMatchObject({
    'pkce.code.challenge.method': 'S256',
  })
  expect(read('compose.yaml')).not.toContain('realm-demo.json:/')
})
