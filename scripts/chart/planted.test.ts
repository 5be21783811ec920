import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { versions } from '../lib/kube-tools.mjs'
import { thisProduct } from './product.ts'
import { againstSchemas, chart, objectsOf, render, rendered, tools } from './render.ts'
import { faultsOf, type Product } from './rules.ts'

const place = mkdtempSync(join(tmpdir(), 'ipoteka-planted-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

let count = 0

/** A copy of the chart with one thing changed in a file; a change that changes nothing is an error. */
function broken(file: string, from: string | RegExp, to: string): string {
  count += 1
  const copy = join(place, String(count))
  cpSync(chart, copy, { recursive: true })
  const path = join(copy, 'templates', file)
  const before = readFileSync(path, 'utf8')
  const after = before.replace(from, to)
  expect(after, `${file}: nothing to plant the fault in`).not.toBe(before)
  writeFileSync(path, after)
  return copy
}

const ofRules: [what: string, file: string, from: string | RegExp, to: string, found: RegExp][] = [
  ['a tag instead of a digest', '_names.tpl', '@{{ .digest -}}', '', /the image .+:0\.1\.0 has no digest/],
  [
    'a container that may be root',
    '_pods.tpl',
    'runAsNonRoot: true',
    'runAsNonRoot: false',
    /may run as root/,
  ],
  ['the user root', '_pods.tpl', 'runAsUser: {{ . }}', 'runAsUser: 0', /may run as root/],
  [
    'a writable image',
    '_pods.tpl',
    'readOnlyRootFilesystem: true',
    'readOnlyRootFilesystem: false',
    /may write/,
  ],
  ['more rights', '_pods.tpl', 'allowPrivilegeEscalation: false', 'privileged: true', /may get more rights/],
  ['capabilities', '_pods.tpl', 'drop: [ALL]', 'drop: [CHOWN]', /keeps capabilities/],
  ['no seccomp', '_pods.tpl', 'type: RuntimeDefault', 'type: Unconfined', /no seccomp profile/],
  [
    'a key to the cluster',
    '_pods.tpl',
    'automountServiceAccountToken: false\n',
    '',
    /has a key to the cluster/,
  ],
  [
    'a folder without a bound',
    '_pods.tpl',
    '{ sizeLimit: {{ .Values.scratch.tmp }} }',
    '{}',
    /fill the node .+ tmp/,
  ],
  ['a folder that is not there', '_pods.tpl', 'name: tmp, mountPath', 'name: temp, mountPath', /mounts temp/],
  [
    'no limit of memory',
    'deployments.yaml',
    /resources:\n.+toYaml.+\n/,
    'resources: {}\n',
    /has no limit of memory/,
  ],
  [
    'a probe of no route',
    'deployments.yaml',
    'path: /readyz',
    'path: /ready',
    /readinessProbe asks \/ready, which/,
  ],
  [
    'a probe of a page',
    'deployments.yaml',
    'path: /healthz',
    'path: /metrics',
    /startupProbe asks \/metrics/,
  ],
  [
    'a probe of a closed port',
    'deployments.yaml',
    'name: http, containerPort',
    'name: web, containerPort',
    /not open/,
  ],
  [
    'no time to stop',
    'deployments.yaml',
    'add $own.drainSeconds 35',
    'add $own.drainSeconds 15',
    /is killed after 20 s/,
  ],
  [
    'no pause before the end',
    'deployments.yaml',
    'preStop: { sleep',
    'postStart: { sleep',
    /requests are still sent/,
  ],
  [
    'settings of yesterday',
    'deployments.yaml',
    /annotations:\n.+checksums.+\n/,
    'annotations: {}\n',
    /settings of yesterday/,
  ],
  [
    'a number beside the autoscaler',
    'deployments.yaml',
    '{{- if not $own.autoscaling.enabled }}',
    '{{- if true }}',
    /undoes/,
  ],
  [
    'no budget',
    'scaling.yaml',
    'kind: PodDisruptionBudget',
    'kind: ConfigMap',
    /a drained node may take all/,
  ],
  [
    'a budget of other pods',
    'scaling.yaml',
    '(list $ $role) | nindent 6',
    '(list $ "all") | nindent 6',
    /means no pod/,
  ],
  [
    'a service of nobody',
    'service.yaml',
    '(list . "web") | nindent 4 }}\n  ports',
    '(list . "pages") | nindent 4 }}\n  ports',
    /Service .+ means no pod/,
  ],
  [
    'an open way in',
    'network-policies.yaml',
    '(list . "worker") | nindent 6',
    '(list . "web") | nindent 6',
    /worker: Ingress is open/,
  ],
  [
    'an open way out',
    'network-policies.yaml',
    'values: [web, worker, backup]',
    'values: [web, backup]',
    /worker: Egress is open/,
  ],
  ['a command of no file', 'prepare-job.yaml', 'db-prepare.ts', 'prepare-db.ts', /starts .+prepare-db\.ts/],
  [
    'settings that come later',
    'prepare-job.yaml',
    'envFrom:',
    'envFrom:\n            - configMapRef: { name: ipoteka-office }',
    /before the objects that it needs/,
  ],
  [
    'settings of another name',
    '_settings.tpl',
    'configMapRef: { name: {{ include "office.name" . }} }',
    'configMapRef: { name: other }',
    /no ConfigMap other/,
  ],
]

describe.skipIf(tools.helm === null)('a fault in the chart', () => {
  let product: Product
  beforeAll(async () => {
    product = await thisProduct()
  })

  test.each(ofRules)('%s is found', (_what, file, from, to, found) => {
    const objects = objectsOf(rendered({ from: broken(file, from, to) }))
    expect(faultsOf(objects, product)).toContainEqual(expect.stringMatching(found))
  })

  const ofSchemas: [file: string, from: string, to: string, found: RegExp][] = [
    [
      'deployments.yaml',
      'topologySpreadConstraints:',
      'topologySpreadConstraint:',
      /Deployment ipoteka-office-web: /,
    ],
    ['_pods.tpl', 'imagePullPolicy:', 'imagePullPolice:', /imagePullPolice/],
    ['scaling.yaml', 'averageUtilization: {{', 'averageUtilization: a{{', /HorizontalPodAutoscaler/],
    ['network-policies.yaml', 'policyTypes: [Egress]', 'policyTypes: Egress', /NetworkPolicy/],
    ['prepare-job.yaml', 'backoffLimit: 0', 'backoffLimit: none', /Job ipoteka-office-prepare/],
  ]
  test.skipIf(tools.kubeconform === null).each(ofSchemas)(
    'a field that Kubernetes does not know is found: %s, %s → %s',
    (file, from, to, found) => {
      const text = rendered({ from: broken(file, from, to) })
      for (const version of versions.kubernetes)
        expect(againstSchemas(text, version)).toContainEqual(expect.stringMatching(found))
    },
  )
})

describe.skipIf(tools.helm === null)('values that do not do', () => {
  const digest = `sha256:${'a'.repeat(64)}`
  const cases: [what: string, values: object, said: RegExp][] = [
    ['an unknown part', { webb: {} }, /webb is not allowed/],
    ['an unknown name inside', { web: { replica: 2 } }, /replica is not allowed/],
    ['an unknown variable', { config: { PUBLIC_ULR: 'x' } }, /"PUBLIC_ULR" does not match/],
    [
      'a secret among the settings',
      { config: { DATABASE_URL: 'postgresql://a:b@c/d' } },
      /"DATABASE_URL" does not/,
    ],
    ['what the chart sets', { config: { ROLE: 'all' } }, /"ROLE" does not match/],
    ['a number for a text', { config: { WRITES_PER_MINUTE: 5_000_000 } }, /Expected: string, given: integer/],
    ['a tag alone', { image: { digest: '', tag: '0.2.0' } }, /image\.digest: нужен отпечаток/],
    ['half a digest', { image: { digest: digest.slice(0, 30) } }, /image\.digest: нужен отпечаток/],
    ['no repository', { image: { repository: '' } }, /image\.repository не задан/],
    ['no address', { config: { PUBLIC_URL: '' } }, /config\.PUBLIC_URL не задан/],
    ['no secret', { secret: { name: '' } }, /secret\.name не задан/],
    [
      'no way to the database',
      { networkPolicy: { outside: { database: { ports: [5432], cidrs: [] } } } },
      /outside\.database: куда/,
    ],
    ['a way to nowhere', { networkPolicy: { outside: { s3: { ports: [443] } } } }, /outside\.s3: куда/],
    [
      'an address that no pod reaches',
      { config: { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.bank.ru:4317' } },
      /OTEL_EXPORTER_OTLP_ENDPOINT ведёт на порт 4317/,
    ],
    [
      'an antivirus that no pod reaches',
      { networkPolicy: { outside: { antivirus: { ports: [3311] } } } },
      /CLAMD_URL ведёт на порт 3310/,
    ],
    ['copies without a place', { backup: { enabled: true } }, /backup\.existingClaim не задан/],
    [
      'bounds that cross',
      { web: { autoscaling: { minReplicas: 9 } } },
      /minReplicas \(9\) больше maxReplicas \(8\)/,
    ],
    ['nobody', { web: { autoscaling: { enabled: false }, replicas: 0 } }, /replicas/],
    ['the user root', { podSecurity: { runAsUser: 0 } }, /runAsUser/],
    ['memory in words', { scratch: { tmp: 'much' } }, /scratch\.tmp/],
    [
      'a network that is none',
      { networkPolicy: { outside: { a: { ports: [1], cidrs: ['db.bank.ru'] } } } },
      /cidrs/,
    ],
  ]
  test.each(cases)('%s is refused in words', (_what, values, said) => {
    expect(render({ values }).error).toMatch(said)
  })

  test('a name of the release that jobs cannot be named by is refused', () => {
    expect(render({ release: 'a'.repeat(40) }).error).toBeNull()
    expect(render({ release: 'a'.repeat(41) }).error).toContain('имя выпуска длиннее 40 знаков')
  })
})

describe.skipIf(tools.helm === null)('what is said after an installation', () => {
  /** The words as an object: without a cluster helm shows them nobody. */
  function notes(isUpgrade: { isUpgrade?: true }, values = {}): string {
    const copy = broken(
      'service-account.yaml',
      'automountServiceAccountToken: false',
      'automountServiceAccountToken: false\n---\nkind: Said\napiVersion: v1\nmetadata: { name: said }\ndata: { text: {{ include "office.notes" . | toJson }} }',
    )
    const objects = objectsOf(rendered({ from: copy, values, ...isUpgrade }))
    return objects.find(({ kind }) => kind === 'Said')?.data?.text ?? ''
  }

  test('is how to make the bank, how to look, and how many connections the database needs', () => {
    const first = notes({})
    // Nine servers of people with 28 connections each and five workers with 31, the one more of an upgrade included.
    expect(first).toContain(`до ${9 * 28 + 5 * 31}:`)
    expect(first).toContain('npm run bank:create -- --name')
    expect(first).toContain('helm -n default test ipoteka-office')
    const later = notes({ isUpgrade: true }, { config: { DATABASE_POOL_SIZE: '10' } })
    expect(later).not.toContain('bank:create')
    expect(later).toContain(`до ${9 * 18 + 5 * 21}:`)
  })
})
