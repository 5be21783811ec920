import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  type Container,
  type KubeObject,
  ofKind,
  type Pod,
  podsOf,
  type Policy,
  selects,
  type Selector,
} from './objects.ts'

const root = resolve(import.meta.dirname, '../..')

/** What of the product the chart has to agree with. */
export interface Product {
  /** Whether every process answers the address, whatever it waits for. */
  answers(path: string): boolean
  /** Seconds that a process may need to stop by itself. */
  readonly stopSeconds: number
}

/** One line for each thing that is wrong. */
type Rule = (objects: readonly KubeObject[], product: Product) => string[]

const check = (isRight: boolean, text: string): string[] => (isRight ? [] : [text])

const eachContainer = (
  objects: readonly KubeObject[],
  look: (container: Container, pod: Pod) => string[],
): string[] =>
  podsOf(objects).flatMap((pod) =>
    pod.spec.containers.flatMap((one) => look(one, pod).map((text) => `${pod.of}: ${text}`)),
  )

const images: Rule = (objects) =>
  eachContainer(objects, ({ image }) =>
    check(/^[\w./:-]+@sha256:[0-9a-f]{64}$/.test(image), `the image ${image} has no digest`),
  )

const privileges: Rule = (objects) =>
  eachContainer(objects, ({ securityContext: own = {} }, { spec: { securityContext: pod = {} } }) => {
    const all = { ...pod, ...own } as {
      runAsUser?: number
      runAsNonRoot?: boolean
      seccompProfile?: { type: string }
      capabilities?: { drop?: string[] }
    }
    return [
      ...check(all.runAsNonRoot === true && all.runAsUser !== 0, 'may run as root'),
      ...check(own.allowPrivilegeEscalation === false && own.privileged !== true, 'may get more rights'),
      ...check(all.capabilities?.drop?.includes('ALL') ?? false, 'keeps capabilities'),
      ...check(all.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile'),
    ]
  })

/** What of the image, the cluster and the node a pod gets at. */
const reach: Rule = (objects) =>
  eachContainer(objects, ({ securityContext: own = {} }, { spec }) => [
    ...check(own.readOnlyRootFilesystem === true, 'may write into the image'),
    ...check(spec.automountServiceAccountToken === false, 'has a key to the cluster'),
    ...check(
      spec.hostNetwork !== true && (spec.volumes ?? []).every(({ hostPath }) => hostPath === undefined),
      'reaches into the node',
    ),
  ])

const bounds: Rule = (objects) =>
  eachContainer(objects, ({ resources, volumeMounts = [] }, { spec: { volumes = [] } }) => [
    ...check(resources?.limits?.memory !== undefined, 'has no limit of memory'),
    ...check(resources?.requests?.cpu !== undefined, 'asks for no processor'),
    ...volumes.flatMap(({ name, emptyDir }) =>
      check(emptyDir === undefined || emptyDir.sizeLimit !== undefined, `may fill the node through ${name}`),
    ),
    ...volumeMounts.flatMap(({ name }) =>
      check(
        volumes.some((volume) => volume.name === name),
        `mounts ${name}, which is not there`,
      ),
    ),
  ])

/** Files of the product that a container starts are there. */
const commands: Rule = (objects) =>
  eachContainer(objects, ({ command = [] }) =>
    command
      .filter((word) => word.endsWith('.ts'))
      .flatMap((path) => check(existsSync(join(root, path)), `starts ${path}, which the product has not`)),
  )

const probeNames = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const

const probes: Rule = (objects, { answers }) =>
  eachContainer(objects, (container, { kind }) => {
    if (kind !== 'Deployment') return []
    return probeNames.flatMap((name) => {
      const { path = '', port } = container[name]?.httpGet ?? {}
      const isOpen = container.ports?.some((one) => one.name === port) ?? false
      return [
        ...check(answers(path), `${name} asks ${path || 'nothing'}, which no process answers`),
        ...check(isOpen, `${name} asks a port that is not open`),
      ]
    })
  })

const stopping: Rule = (objects, { stopSeconds }) =>
  eachContainer(objects, ({ lifecycle }, { kind, spec, labels }) => {
    if (kind !== 'Deployment') return []
    const drain = lifecycle?.preStop?.sleep?.seconds ?? 0
    const grace = spec.terminationGracePeriodSeconds ?? 30
    const isServing = labels['app.kubernetes.io/component'] === 'web'
    return [
      ...check(!isServing || drain >= 3, 'stops while requests are still sent to it'),
      ...check(grace > drain + stopSeconds, `is killed after ${grace} s, stops in ${drain + stopSeconds} s`),
    ]
  })

/** Every selector means pods of the release; of the servers there is one of each kind of object. */
const selectors: Rule = (objects) => {
  const pods = podsOf(objects)
  const selectorOf = ({ kind, spec }: KubeObject): Selector | null => {
    const body = spec as { selector?: Selector; podSelector?: Selector }
    if (kind === 'Service') return { matchLabels: body.selector as Selector['matchLabels'] }
    if (kind === 'NetworkPolicy') return body.podSelector ?? null
    return kind === 'Deployment' || kind === 'PodDisruptionBudget' ? (body.selector ?? null) : null
  }
  return objects.flatMap((object) => {
    const selector = selectorOf(object)
    if (selector === null) return []
    const found = pods.some(({ labels }) => selects(selector, labels))
    return check(found, `${object.kind} ${object.metadata.name}: means no pod`)
  })
}

const growth: Rule = (objects) =>
  ofKind(objects, 'Deployment').flatMap(({ metadata: { name }, spec }) => {
    const { replicas, template } = spec as { replicas?: number; template: { metadata: Pod } }
    const { labels } = template.metadata
    const grown = ofKind(objects, 'HorizontalPodAutoscaler').some(
      (one) => (one.spec as { scaleTargetRef: { name: string } }).scaleTargetRef.name === name,
    )
    const kept = ofKind(objects, 'PodDisruptionBudget').some((one) =>
      selects((one.spec as { selector: Selector }).selector, labels),
    )
    const spread = (template as unknown as { spec: Pod['spec'] }).spec.topologySpreadConstraints ?? []
    return [
      ...check(!(grown && replicas !== undefined), `${name}: every upgrade undoes what the autoscaler chose`),
      ...check(grown || replicas !== undefined, `${name}: nobody says how many there are`),
      ...check(kept, `${name}: a drained node may take all of it`),
      ...check(
        spread.length > 0 && spread.every(({ labelSelector }) => selects(labelSelector, labels)),
        `${name}: may stand on one node`,
      ),
    ]
  })

/** Each pod is closed from both sides; what is open is named in the policies. */
const network: Rule = (objects) => {
  const policies = ofKind(objects, 'NetworkPolicy').map(({ spec }) => spec as Policy)
  return podsOf(objects).flatMap(({ of, labels }) => {
    const own = policies.filter(({ podSelector }) => selects(podSelector, labels))
    return ['Ingress', 'Egress'].flatMap((side) =>
      check(
        own.some(({ policyTypes }) => policyTypes.includes(side)),
        `${of}: ${side} is open to everybody`,
      ),
    )
  })
}

const references: Rule = (objects) => {
  const has = (kind: string, name: string) => ofKind(objects, kind).some((one) => one.metadata.name === name)
  return podsOf(objects).flatMap(({ of, spec, isEarly, annotations, kind }) => {
    const maps = spec.containers.flatMap(({ envFrom = [] }) =>
      envFrom.map(({ configMapRef }) => configMapRef),
    )
    const names = maps.filter((one) => one !== undefined).map(({ name }) => name)
    const account = spec.serviceAccountName
    const claims = (spec.volumes ?? []).flatMap(({ persistentVolumeClaim: one }) => (one ? [one] : []))
    return [
      ...names.flatMap((name) => check(has('ConfigMap', name), `${of}: no ConfigMap ${name}`)),
      ...check(account === undefined || has('ServiceAccount', account), `${of}: no account ${account}`),
      ...check(
        !(isEarly && (names.length > 0 || account !== undefined || claims.length > 0)),
        `${of}: runs before the objects that it needs`,
      ),
      ...check(
        kind !== 'Deployment' || ['config', 'secret'].every((name) => annotations[`checksum/${name}`]),
        `${of}: goes on with the settings of yesterday`,
      ),
    ]
  })
}

const rules: readonly Rule[] = [
  images,
  privileges,
  reach,
  bounds,
  commands,
  probes,
  stopping,
  selectors,
  growth,
  network,
  references,
]

/** All that is wrong with the objects of the chart, beyond what the schemas of Kubernetes know. */
export const faultsOf: Rule = (objects, product) => rules.flatMap((rule) => rule(objects, product))
