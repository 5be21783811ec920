/** What the looks at the chart know of the objects of Kubernetes; the rest of them is looked at by its schemas. */
export type Labels = Readonly<Record<string, string>>

/** Which pods are meant. */
export interface Selector {
  readonly matchLabels?: Labels
  readonly matchExpressions?: readonly { key: string; operator: string; values: readonly string[] }[]
}

export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number }
  readonly periodSeconds?: number
  readonly failureThreshold?: number
}

export interface Variable {
  readonly name: string
  readonly value?: string
}

export interface Container {
  readonly name: string
  readonly image: string
  readonly command?: readonly string[]
  readonly ports?: readonly { name: string; containerPort: number }[]
  readonly env?: readonly Variable[]
  readonly envFrom?: readonly { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  readonly volumeMounts?: readonly { name: string; mountPath: string }[]
  readonly securityContext?: Readonly<Record<string, unknown>>
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } }
  readonly startupProbe?: Probe
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels }
}

export interface PodSpec {
  readonly containers: readonly Container[]
  readonly volumes?: readonly {
    name: string
    emptyDir?: { sizeLimit?: string }
    persistentVolumeClaim?: { claimName: string }
    configMap?: { name: string }
    hostPath?: unknown
  }[]
  readonly securityContext?: Readonly<Record<string, unknown>>
  readonly automountServiceAccountToken?: boolean
  readonly serviceAccountName?: string
  readonly terminationGracePeriodSeconds?: number
  readonly topologySpreadConstraints?: readonly { topologyKey: string; labelSelector: Selector }[]
  readonly hostNetwork?: boolean
}

export interface Policy {
  readonly podSelector: Selector
  readonly policyTypes: readonly string[]
  readonly ingress?: readonly { from: readonly unknown[]; ports: readonly { port: string | number }[] }[]
  readonly egress?: readonly { to: readonly unknown[]; ports: readonly { port: string | number }[] }[]
}

export interface KubeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels?: Labels; readonly annotations?: Labels }
  readonly data?: Labels
  readonly stringData?: Labels
  readonly automountServiceAccountToken?: boolean
  readonly spec?: unknown
}

/** A pod as the chart writes it, whatever starts it. */
export interface Pod {
  /** «Deployment ipoteka-office-web», as it is named in what is found wrong. */
  readonly of: string
  readonly kind: string
  readonly labels: Labels
  readonly annotations: Labels
  readonly spec: PodSpec
  /** Whether it runs before the objects of the release are there. */
  readonly isEarly: boolean
}

interface Template {
  readonly metadata?: { readonly labels?: Labels; readonly annotations?: Labels }
  readonly spec: PodSpec
}

/** Where each kind has its pod. */
function templateOf({ kind, metadata, spec }: KubeObject): Template | null {
  const body = spec as { template: Template; jobTemplate: { spec: { template: Template } } }
  if (kind === 'Pod') return { metadata, spec: spec as PodSpec }
  if (kind === 'CronJob') return body.jobTemplate.spec.template
  return kind === 'Deployment' || kind === 'Job' ? body.template : null
}

/** All pods of the rendered chart. */
export const podsOf = (objects: readonly KubeObject[]): Pod[] =>
  objects.flatMap((object) => {
    const template = templateOf(object)
    if (template === null) return []
    return {
      of: `${object.kind} ${object.metadata.name}`,
      kind: object.kind,
      labels: template.metadata?.labels ?? {},
      annotations: template.metadata?.annotations ?? {},
      spec: template.spec,
      isEarly: (object.metadata.annotations?.['helm.sh/hook'] ?? '').startsWith('pre-'),
    }
  })

/** Whether the selector means these labels. */
export function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  const isSame = Object.entries(matchLabels).every(([name, value]) => labels[name] === value)
  return isSame && matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
}

/** The objects of one kind. */
export const ofKind = (objects: readonly KubeObject[], kind: string): KubeObject[] =>
  objects.filter((object) => object.kind === kind)
