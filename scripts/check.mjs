import { existsSync } from 'node:fs'
import { runSteps } from './check/run-steps.mjs'
import { checkSteps, node, root } from './check/steps.mjs'

process.chdir(root)
if (!existsSync(node)) {
  console.error('Зависимости не установлены: выполните npm ci')
  process.exit(1)
}
const begun = performance.now()
const results = await runSteps(checkSteps)
const failed = results.filter((result) => !result.ok)
console.log(
  failed.length === 0
    ? `\nВсё в порядке, ${((performance.now() - begun) / 1000).toFixed(1)} с`
    : `\nНе прошло: ${failed.map((result) => result.step.name).join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
