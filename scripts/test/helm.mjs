import { mkdirSync } from 'node:fs'
import { kubeTools, toolsFolder, versions } from '../lib/kube-tools.mjs'
import { getSchemas } from './kube-schemas.mjs'
import { has, run } from './processes.mjs'

/** Builds a program of Go into our folder, after everything else that wants the processor. @param {string} name */
async function build(name) {
  const [command, ...first] = has('nice') ? ['nice', '-n', '15', 'go'] : ['go']
  await run(command, [...first, 'install', '-trimpath', '-ldflags=-s -w', name], {
    quiet: true,
    minutes: 30,
    env: { GOBIN: toolsFolder, GOFLAGS: '-buildvcs=false' },
  })
}

/**
 * Makes sure that the chart can be rendered and looked at; says so when it cannot, and what needs it is left out. On a
 * machine that has built neither yet this takes minutes: begin early and wait late.
 */
export async function ensureHelm() {
  const found = kubeTools()
  if (found.helm !== null && found.kubeconform !== null) return
  mkdirSync(toolsFolder, { recursive: true })
  if (has('go')) {
    if (found.kubeconform === null)
      await build(`github.com/yannh/kubeconform/cmd/kubeconform@v${versions.kubeconform}`)
    if (found.helm === null) await build(`helm.sh/helm/v3/cmd/helm@v${versions.helm}`)
  }
  if (found.kubeconform === null && has('python3')) await getSchemas()
  const now = kubeTools()
  if (now.helm === null)
    console.log(
      `helm не собрался (нужен Go: go install helm.sh/helm/v3/cmd/helm@v${versions.helm}): чарт не проверяется.`,
    )
  else if (now.kubeconform === null)
    console.log(
      'kubeconform или его схемы не пришли (нужны Go и python3 с pip): чарт собирается, по схемам Kubernetes не проверяется.',
    )
}
