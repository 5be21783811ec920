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

/** The environment of a server in the Kubernetes manifests: settings, the example of secrets, and its role. */
function ofKubernetes(role: (typeof roles)[number]): Record<string, string | undefined> {
  const deployment = read(`kubernetes/${role}.yaml`)
  expect(deployment).toContain('configMapRef: { name: ipoteka-office }')
  expect(deployment).toContain('secretRef: { name: ipoteka-office }')
  const lines = (file: string) => [...read(file).matchAll(/^ {2}([A-Z][A-Z0-9_]*): "?([^"\n]+?)"?$/gm)]
  const known: [string, string][] = [
    ...lines('kubernetes/config.yaml'),
    ...lines('kubernetes/secret.example.yaml'),
    ...deployment.matchAll(/- \{ name: ([A-Z0-9_]+), value: "?([^"}]+?)"? \}/g),
  ].map(([, name = '', value = '']) => [name, value.replace('имя:пароль@хост', 'app:secret@db.bank.ru')])
  return { ...Object.fromEntries(known), CREDIT_REPORTS_KEY: given.CREDIT_REPORTS_KEY }
}

test('a server of compose.yaml starts with what is written there, and says which risks it takes', () => {
  const env = ofCompose()
  expect(env.DATABASE_URL).toBe('postgresql://ipoteka:secret@postgres:5432/ipoteka')
  const config = loadConfig({ NODE_ENV: 'production', ...env })
  expect(config.acceptedRisks.map(({ risk }) => risk)).toEqual(['http-identity', 'plain-database'])
})

test('compose.yaml starts servers of people and workers, and the proxy knows those of people alone', () => {
  const text = read('compose.yaml')
  expect([...text.matchAll(/^ {6}ROLE: (\w+)$/gm)].map(([, role]) => role)).toEqual(roles)
  const behind = [...read('nginx.conf').matchAll(/^ {2}server ([\w-]+):8080;$/gm)].map(([, name]) => name)
  expect(behind).toEqual(['web-1', 'web-2'])
  for (const name of behind) expect(text).toMatch(new RegExp(`^  ${name}: [&*]web$`, 'm'))
})

test.each(roles)(
  'a %s of the Kubernetes manifests starts with what is written there and takes no risk',
  (role) => {
    const env = ofKubernetes(role)
    expect(Object.keys(env).length).toBeGreaterThan(10)
    const config = loadConfig({ NODE_ENV: 'production', ...env })
    expect(config.role).toBe(role)
    expect(config.acceptedRisks).toEqual([])
  },
)

const labelOf = (role: string) =>
  `{ app.kubernetes.io/name: ipoteka-office, app.kubernetes.io/component: ${role} }`

test.each(roles)(
  'a %s is told how to start, to drain, to spread and to grow, and what it may fill',
  (role) => {
    const text = read(`kubernetes/${role}.yaml`)
    expect(text.match(/emptyDir: \{ sizeLimit: /g)).toHaveLength(text.match(/emptyDir/g)?.length ?? 0)
    for (const kind of ['Deployment', 'PodDisruptionBudget', 'HorizontalPodAutoscaler'])
      expect(text).toMatch(new RegExp(`^kind: ${kind}$`, 'm'))
    for (const part of ['startupProbe', 'readinessProbe', 'livenessProbe', 'terminationGracePeriodSeconds'])
      expect(text).toContain(`${part}:`)
    // A number here would undo at every apply what the autoscaler has chosen.
    expect(text).not.toMatch(/^ {2}replicas:/m)
    expect(text.split(`matchLabels: ${labelOf(role)}`)).toHaveLength(4)
  },
)

test('where the server counts its proxies none but monitoring comes past them: the network policy takes in its very pods', () => {
  const policies = read('kubernetes/network-policy.yaml').split('\n---\n')
  const policyOf = (role: string) =>
    policies.find((text) => text.includes(`podSelector:\n    matchLabels: ${labelOf(role)}`)) ?? ''
  expect(ofKubernetes('web')['TRUST_PROXY']).toBe('1')
  for (const [role, from] of [
    ['web', ['ingress-nginx', 'monitoring']],
    ['worker', ['monitoring']],
  ] as const) {
    const policy = policyOf(role)
    expect(read(`kubernetes/${role}.yaml`)).toContain('{ name: http, containerPort: 8080 }')
    expect(policy).toContain('policyTypes: [Ingress]')
    expect(policy.match(/- from:\n\s+- namespaceSelector:/g)).toHaveLength(1)
    expect(
      Array.from(policy.matchAll(/kubernetes.io\/metadata.name: ([\w-]+) }/g), ([, name]) => name),
    ).toEqual(from)
  }
  expect(read('kubernetes/service.yaml')).toContain(`selector: ${labelOf('web')}`)
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
