import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { kubeTools, schemasOf, versions } from '../lib/kube-tools.mjs'
import type { KubeObject } from './objects.ts'

const helmFolder = resolve(import.meta.dirname, '../../deploy/helm')
/** The chart, and what a bank begins its own values and its secret from. */
export const chart = join(helmFolder, 'ipoteka-office')
export const exampleValues = join(helmFolder, 'values.example.yaml')
export const exampleSecret = join(helmFolder, 'secret.example.yaml')
export const tools = kubeTools()

const [oldest = ''] = versions.kubernetes

/** Runs in a folder of its own that is gone afterwards. */
function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'ipoteka-chart-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function helm(folder: string, ...args: string[]): { text: string; error: string | null } {
  const { status, stdout, stderr, error } = spawnSync(tools.helm ?? 'helm', args, {
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
    env: {
      PATH: process.env.PATH,
      // What the person who runs this has set up for helm changes nothing here.
      ...Object.fromEntries(['CACHE', 'CONFIG', 'DATA'].map((name) => [`HELM_${name}_HOME`, folder])),
    },
  })
  if (error) throw error
  return { text: stdout, error: status === 0 ? null : stderr }
}

export interface RenderOptions {
  /** Laid over the example, as a bank's own file is. */
  readonly values?: object
  readonly from?: string
  readonly withoutExample?: true
  readonly release?: string
  readonly isUpgrade?: true
}

/** What `helm install` would send, or what it says instead. */
export function render(options: RenderOptions = {}): { text: string; error: string | null } {
  const { values = {}, from = chart, withoutExample, release = 'ipoteka-office', isUpgrade } = options
  return inFolder((folder) => {
    const own = join(folder, 'values.json')
    writeFileSync(own, JSON.stringify(values))
    const files = [...(withoutExample ? [] : ['-f', exampleValues]), '-f', own]
    const more = isUpgrade ? ['--is-upgrade'] : []
    return helm(folder, 'template', release, from, ...files, ...more, '--kube-version', oldest)
  })
}

/** Rendered text that has to be there. */
export function rendered(options: RenderOptions = {}): string {
  const { text, error } = render(options)
  if (error !== null) throw new Error(error)
  return text
}

const reader = {
  'Chart.yaml': 'apiVersion: v2\nname: reader\nversion: 0.1.0\n',
  'templates/all.yaml': `{{- $all := list -}}
{{- range regexSplit "(?m)^---$" (.Files.Get "all.yaml") -1 -}}
{{- with fromYaml . -}}{{- $all = append $all . -}}{{- end -}}
{{- end -}}
{{ dict "apiVersion" "v1" "kind" "List" "items" $all | toJson }}
`,
}

/** The objects of a text in YAML, read by helm itself: nothing else here knows YAML. */
export function objectsOf(yaml: string): KubeObject[] {
  return inFolder((folder) => {
    const place = join(folder, 'reader')
    mkdirSync(join(place, 'templates'), { recursive: true })
    for (const [name, text] of Object.entries({ ...reader, 'all.yaml': yaml }))
      writeFileSync(join(place, name), text)
    const { text, error } = helm(folder, 'template', 'reader', place)
    if (error !== null) throw new Error(error)
    const { items } = JSON.parse(text.slice(text.indexOf('{'))) as {
      items: (KubeObject & { Error?: string })[]
    }
    for (const { Error: problem } of items) if (problem !== undefined) throw new Error(problem)
    return items
  })
}

/** What the schemas of that version of Kubernetes have against a text, one line an object. */
export function againstSchemas(yaml: string, version: string): string[] {
  const place = join(schemasOf(version), '{{.ResourceKind}}{{.KindSuffix}}.json')
  const { stdout, stderr, error } = spawnSync(
    tools.kubeconform ?? 'kubeconform',
    ['-strict', '-kubernetes-version', version, '-schema-location', place, '-output', 'json', '-summary'],
    { input: yaml, encoding: 'utf8' },
  )
  if (error) throw error
  const { resources = [], summary } = JSON.parse(stdout || '{}') as {
    resources?: { kind: string; name: string; msg: string }[]
    summary?: { valid: number; skipped: number }
  }
  if (summary === undefined) throw new Error(`kubeconform: ${stderr}`)
  if (summary.valid === 0 && resources.length === 0) throw new Error('kubeconform looked at nothing')
  return resources.map(({ kind, name, msg }) => `${kind} ${name}: ${msg}`)
}
