import { kubeTools } from './lib/kube-tools.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { productNode, requireNode20, root } from './lib/node.mjs'
import { ensureHelm } from './test/helm.mjs'
import { run } from './test/processes.mjs'

requireNode20()
process.chdir(root)
await ensureInstalled()
if (kubeTools().helm === null) console.log('Собирается helm (один раз, на двух ядрах — минуты)…')
await ensureHelm()
const tests = ['run', '--project', 'chart', ...process.argv.slice(2)]
const env = { NODE_ENV: 'test' }
// Nothing was looked at: that is no success.
process.exitCode =
  kubeTools().helm === null
    ? 1
    : await run(productNode(), ['node_modules/vitest/vitest.mjs', ...tests], { minutes: 15, env })
