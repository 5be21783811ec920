import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../packages/server/src/config.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')
const read = (path: string) => readFileSync(join(deploy, path), 'utf8')

/** What an operator puts where the files leave it to him. */
const given: Record<string, string> = {
  POSTGRES_PASSWORD: 'secret',
  CREDIT_REPORTS_KEY: `reports-2026:${Buffer.alloc(32, 7).toString('base64')}`,
}

/** The environment of the server in compose.yaml. */
function ofCompose(): Record<string, string> {
  const [, app = ''] = /^x-app: &app$([\s\S]*?)^services:$/m.exec(read('compose.yaml')) ?? []
  const [, block = ''] = /^ {2}environment:$([\s\S]*?)^ {2}\w/m.exec(app) ?? []
  const fill = (text: string) =>
    text
      .replace(/^"(.*)"$/, '$1')
      .replace(/\$\{(\w+):(\?|-)([^}]*)\}/g, (_, name: string, kind: string, otherwise: string) =>
        kind === '?' ? (given[name] ?? `unknown ${name}`) : otherwise,
      )
  return Object.fromEntries(
    [...block.matchAll(/^ {4}([A-Z][A-Z0-9_]*): (.+)$/gm)].map(([, name = '', text = '']) => [
      name,
      fill(text),
    ]),
  )
}

/** Secrets of the example by the name of their key; those that it leaves out are not set. */
const secrets = () =>
  new Map(
    [...read('kubernetes/secret.example.yaml').matchAll(/^ {2}([\w-]+): "?([^"\n]+)"?$/gm)].map(
      ([, name = '', text = '']) => [
        name,
        name === 'credit-reports-key'
          ? given.CREDIT_REPORTS_KEY
          : text.replace(/имя:пароль@хост/, 'app:secret@db.bank.ru'),
      ],
    ),
  )

/** The environment of the server in the Kubernetes manifests. */
function ofKubernetes(): Record<string, string | undefined> {
  const text = read('kubernetes/deployment.yaml')
  const known = secrets()
  const plain = [...text.matchAll(/- \{ name: ([A-Z0-9_]+), value: "?([^"}]+?)"? \}/g)]
  const secret = [
    ...text.matchAll(
      /- name: ([A-Z0-9_]+)\n\s+valueFrom: \{ secretKeyRef: \{ name: [\w-]+, key: ([\w-]+)(, optional: true)? \} \}/g,
    ),
  ]
  for (const [, name, key = '', optional] of secret)
    if (optional === undefined)
      expect(known.has(key), `${name}: no ${key} in the example of secrets`).toBe(true)
  return Object.fromEntries([
    ...plain.map(([, name = '', value = '']) => [name, value]),
    ...secret.map(([, name = '', key = '']) => [name, known.get(key)]),
  ])
}

test('a server of compose.yaml starts with what is written there, and says which risks it takes', () => {
  const env = ofCompose()
  expect(env.DATABASE_URL).toBe('postgresql://ipoteka:secret@postgres:5432/ipoteka')
  const config = loadConfig({ NODE_ENV: 'production', ...env })
  expect(config.acceptedRisks.map(({ risk }) => risk)).toEqual(['http-identity', 'plain-database'])
})

test('a server of the Kubernetes manifests starts with what is written there and takes no risk', () => {
  const env = ofKubernetes()
  expect(Object.keys(env).length).toBeGreaterThan(10)
  const config = loadConfig({ NODE_ENV: 'production', ...env })
  expect(config.acceptedRisks).toEqual([])
})

test('where the server counts its proxies nobody comes past them: the network policy takes in its very pods', () => {
  const label = 'matchLabels: { app.kubernetes.io/name: ipoteka-office }'
  const deployment = read('kubernetes/deployment.yaml')
  const policy = read('kubernetes/network-policy.yaml')
  expect(ofKubernetes()['TRUST_PROXY']).toBe('1')
  expect(deployment).toContain(label)
  expect(policy).toContain(`podSelector:\n    ${label}`)
  expect(policy).toContain('policyTypes: [Ingress]')
  expect(policy.match(/- from:\n\s+- namespaceSelector:/g)).toHaveLength(1)
  expect(deployment).toContain('{ name: http, containerPort: 8080 }')
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
