import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../packages/server/src/config.ts'
import { versions } from '../lib/kube-tools.mjs'
import { type KubeObject, ofKind, type Pod, podsOf, type Policy, selects } from './objects.ts'
import { environmentOf, thisProduct } from './product.ts'
import { againstSchemas, exampleSecret, objectsOf, render, rendered, tools } from './render.ts'
import { faultsOf, type Product } from './rules.ts'

const backup = { enabled: true, existingClaim: 'ipoteka-office-backup' }
/** Values that banks differ by: each way of the templates is gone at least once. */
const banks: Record<string, object> = {
  'as the example says': {},
  'with copies, a CA of its own and fixed numbers': {
    backup,
    authority: { configMap: 'bank-authority' },
    web: { autoscaling: { enabled: false }, replicas: 3 },
    worker: { autoscaling: { enabled: false } },
  },
  'with files in a bucket, on OpenShift, behind an ingress of another kind': {
    files: { volume: { enabled: false } },
    podSecurity: { runAsUser: null, fsGroup: null },
    ingress: { className: '', tlsSecret: '', annotations: { 'route.openshift.io/termination': 'edge' } },
    config: { QR_LINK_URL: 'https://q.example.ru', IDENTITY_INTERNAL_URL: 'https://sso.local:8443/auth' },
    networkPolicy: { outside: { sso: { ports: [8443], namespace: 'sso' } } },
  },
  'on chosen nodes, from a closed registry, without policies and ingress': {
    image: { pullSecrets: ['registry'] },
    scheduling: {
      priorityClassName: 'bank',
      nodeSelector: { zone: 'a' },
      tolerations: [{ key: 'bank', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
    },
    networkPolicy: { enabled: false },
    ingress: { enabled: false },
  },
}

describe.skipIf(tools.helm === null)('the chart', () => {
  let product: Product
  let objects: KubeObject[]
  let secret: KubeObject
  const podOf = (component: string): Pod => {
    const found = podsOf(objects).find(({ labels }) => labels['app.kubernetes.io/component'] === component)
    if (found === undefined) throw new Error(`No pod ${component}`)
    return found
  }

  beforeAll(async () => {
    product = await thisProduct()
    objects = objectsOf(rendered({ values: { backup } }))
    const [read] = objectsOf(readFileSync(exampleSecret, 'utf8'))
    if (read === undefined) throw new Error('The example of the secret is empty')
    secret = read
  })

  test.each(Object.entries(banks))('%s: nothing is wrong with what it makes', (name, values) => {
    const all = objectsOf(rendered({ values }))
    const faults = faultsOf(all, product)
    const isOpen = name.endsWith('without policies and ingress')
    expect(faults.filter((text) => !isOpen || !text.endsWith('open to everybody'))).toEqual([])
    expect(podsOf(all).length).toBeGreaterThanOrEqual(4)
  })

  test.skipIf(tools.kubeconform === null).each(versions.kubernetes)(
    'Kubernetes %s knows every field of it',
    (version) => {
      const all = Object.values(banks).map((values) => rendered({ values }))
      expect(againstSchemas(all.join('\n---\n'), version)).toEqual([])
    },
  )

  test.each(['web', 'worker', 'prepare', 'backup'])(
    'a %s starts with the example of settings and secret, and takes no risk',
    (component) => {
      const env = environmentOf(podOf(component), objects, secret)
      expect(Object.keys(env).length).toBeGreaterThan(15)
      const config = loadConfig(env)
      expect(config.production).toBe(true)
      expect(config.acceptedRisks).toEqual([])
      expect(config.role).toBe(component === 'web' || component === 'worker' ? component : 'all')
      expect(config.backup.dir).toBe(component === 'backup' ? '/backup' : null)
      expect(config.store.filesDir).toBe('/files')
      const mounted = podOf(component).spec.containers[0]?.volumeMounts?.map(({ mountPath }) => mountPath)
      expect(mounted).toEqual(expect.arrayContaining(['/tmp', config.dataDir]))
    },
  )

  test('neither settings nor the secret can turn a process into another', () => {
    const hostile = { ...secret, stringData: { ...secret.stringData, ROLE: 'all', NODE_ENV: 'development' } }
    const env = environmentOf(podOf('worker'), objects, hostile)
    expect(env).toMatchObject({ ROLE: 'worker', NODE_ENV: 'production' })
  })

  test('where the server counts its proxies none comes past them but monitoring and the check', () => {
    expect(environmentOf(podOf('web'), objects, secret).TRUST_PROXY).toBe('1')
    const from = (component: string) => {
      const own = ofKind(objects, 'NetworkPolicy')
        .map(({ spec }) => spec as Policy)
        .filter(
          (one) => one.policyTypes.includes('Ingress') && selects(one.podSelector, podOf(component).labels),
        )
      return own.flatMap(({ ingress = [] }) => ingress.flatMap((rule) => rule.from))
    }
    const space = (name: string) => ({
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
    })
    const checks = {
      podSelector: { matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': 'check' }) },
    }
    expect(from('web')).toEqual([space('ingress-nginx'), space('monitoring'), checks])
    expect(from('worker')).toEqual([space('monitoring')])
    for (const component of ['backup', 'check', 'prepare']) expect(from(component)).toEqual([])
  })

  test('a pod goes to the places that are named, by their ports, and to no other', () => {
    const places = (component: string) => {
      const own = ofKind(objects, 'NetworkPolicy')
        .map(({ spec }) => spec as Policy)
        .filter(
          (one) => one.policyTypes.includes('Egress') && selects(one.podSelector, podOf(component).labels),
        )
      expect(own).toHaveLength(1)
      const ports = (own[0]?.egress ?? []).flatMap((rule) => rule.ports.map(({ port }) => String(port)))
      return new Set(ports)
    }
    for (const component of ['web', 'worker', 'backup', 'prepare'])
      expect(places(component)).toEqual(new Set(['53', '443', '3310', '4318', '5432']))
    expect(places('check')).toEqual(new Set(['53', 'http']))
  })

  test('only people find the servers: the service and the ingress lead to them', () => {
    const found = ofKind(objects, 'Service').flatMap(({ spec }) => {
      const { selector } = spec as { selector: Record<string, string> }
      return podsOf(objects).filter(({ labels }) => selects({ matchLabels: selector }, labels))
    })
    expect(found.map(({ of }) => of)).toEqual(['Deployment ipoteka-office-web'])
    const hostsOf = (all: KubeObject[]) =>
      ofKind(all, 'Ingress').flatMap(({ spec }) =>
        (spec as { rules: { host: string }[] }).rules.map((one) => one.host),
      )
    expect(hostsOf(objects)).toEqual(['office.example.ru'])
    const config = { PUBLIC_URL: 'https://office.bank.ru:8443', QR_LINK_URL: 'https://q.bank.ru' }
    expect(hostsOf(objectsOf(rendered({ values: { config } })))).toEqual(['office.bank.ru', 'q.bank.ru'])
  })

  test('a change of settings restarts the servers, nothing else does', () => {
    const sums = (values: object) => {
      const pods = podsOf(objectsOf(rendered({ values }))).filter(({ kind }) => kind === 'Deployment')
      return pods.map(({ annotations }) => Object.values(annotations).join(' '))
    }
    const before = sums({})
    expect(sums({ worker: { autoscaling: { maxReplicas: 5 } } })).toEqual(before)
    for (const values of [{ config: { LOG_LEVEL: 'warn' } }, { secret: { revision: '2' } }])
      for (const [at, sum] of sums(values).entries()) expect(sum).not.toBe(before[at])
  })

  test('the database is prepared before anything of the release, by a file that the product has', () => {
    const prepare = podOf('prepare')
    expect(prepare.isEarly).toBe(true)
    const [, file = ''] = prepare.spec.containers[0]?.command ?? []
    expect(existsSync(file)).toBe(true)
    const early = objects.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']?.startsWith('pre-'))
    expect(early.map(({ kind }) => kind).sort()).toEqual(['Job', 'NetworkPolicy'])
  })

  test('what is missing is said in Russian, all at once', () => {
    const { error } = render({ withoutExample: true })
    for (const name of [
      ...['image.repository', 'image.digest', 'config.PUBLIC_URL', 'config.IDENTITY_URL', 'secret.name'],
      'networkPolicy.outside.database',
    ])
      expect(error).toMatch(new RegExp(`• ${name}:? [^•]*[а-я]`))
  })
})
