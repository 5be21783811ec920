import { runSteps } from './check/run-steps.mjs'
import { checkSteps } from './check/steps.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode20, root } from './lib/node.mjs'

requireNode20()
process.chdir(root)
await ensureInstalled()
const begun = performance.now()
const results = await runSteps(checkSteps())
const failed = results.filter((result) => !result.ok)
console.log(
  failed.length === 0
    ? `\nВсё в порядке, ${((performance.now() - begun) / 1000).toFixed(1)} с`
    : `\nНе прошло: ${failed.map((result) => result.step.name).join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
